"""Derivations of the topic `associative_memory`, each a function of the premises.

Source: Cabannes, Dohmatob, Bietti, "Scaling Laws for Associative Memories", ICLR 2024, arXiv 2310.02984.
"""
