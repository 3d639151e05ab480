"""Evidence: planned, drawn, stored and reduced in rounds, until each claim is decided."""
