"""Quantities of the topic `conditioning`, measured from their definitions.

Source: Qiao, "Understanding Transformers through the Lens of Pavlovian Conditioning", arXiv 2508.08289.
"""
