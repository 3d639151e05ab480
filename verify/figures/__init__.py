"""Figures from their tables to the document: what they need measured, and what is drawn of it."""
