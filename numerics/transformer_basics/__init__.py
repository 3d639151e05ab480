"""Quantities of the topic `transformer_basics`, measured from their definitions.

Source: a tutorial dialogue on the transformer architecture, its statements in paraphrase.
"""
