"""Speed, as ratios measured in one run at one thread: `theorycheck bench`."""
