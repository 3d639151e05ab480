"""A rigorous interval for an integral, by ball arithmetic: every number is proved to lie in its `arb`."""

from __future__ import annotations

from collections.abc import Callable

from flint import acb, arb


def integral(integrand: Callable[[acb], acb], low: arb, high: arb) -> arb:
    """A rigorous interval for the integral; the integrand is analytic in a neighbourhood of the range."""
    return acb.integral(lambda z, _: integrand(z), acb(low), acb(high)).real
