"""Quantities of the topic `associative_memory`, measured from their definitions.

Source: Cabannes, Dohmatob, Bietti, "Scaling Laws for Associative Memories", ICLR 2024, arXiv 2310.02984.
"""
