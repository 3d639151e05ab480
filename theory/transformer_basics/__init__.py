"""Derivations of the topic `transformer_basics`, each a function of the premises.

Source: a tutorial dialogue on the transformer architecture, its statements in paraphrase.
"""
