"""Likelihood fits, intervals and tests: plain arrays in, plain values out.

Nothing here knows a claim. Every error is absolute: a standard error that was measured is never
rescaled by the goodness of the fit, which is reported instead.
"""
