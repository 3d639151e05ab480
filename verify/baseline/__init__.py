"""The baseline: what claims are expected to give, and a run held against it."""
