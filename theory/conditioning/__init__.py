"""Derivations of the topic `conditioning`, each a function of the premises.

Source: Qiao, "Understanding Transformers through the Lens of Pavlovian Conditioning", arXiv
2508.08289. Read first `definitions` (the memory and its crosstalk; `model` for derivations that are not
theorems yet) and `noise`; `walk` is a second route of the noise moments.
"""
