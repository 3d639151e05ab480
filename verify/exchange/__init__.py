"""What `ci` found, for other tools, and where a claim is written."""
