"""The tables of all papers: an index of their records, selection from them, and their plans."""
