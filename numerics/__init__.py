"""What the definitions of a source do: quantities sampled or computed, knowing no theorem of it."""
