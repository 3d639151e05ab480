"""The commands, a module each group: they read arguments, call what knows, and set the exit code."""
