"""What the command line prints, and how much of it."""
