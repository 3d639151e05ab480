"""Where theory and numerics meet."""
