"""Simulators written by hand, beside the compiled terms of what they define.

`comparison` holds one to the other; each paper's module has the terms.
"""
