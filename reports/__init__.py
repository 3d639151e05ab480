"""What runs produced: the reports, and the baseline that the package carries."""
