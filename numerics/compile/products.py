"""Products of named arrays with some labels summed over.

A `Product` is c * sum over `summed` of the product of `factors`; a factor is a node with a label for each
axis. Inner products, matrix products, traces and sums over an index only join factors, so that a whole
expression becomes one contraction (`contraction`).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Final

from .graph import Node

Label = Hashable
Labels = tuple[Label, ...]
TRIAL: Final[Label] = "trial"
OPERATION: Final = 0.1
"""Cost of a multiplication within a matrix product, beside that of reading or writing a number."""


@dataclass(frozen=True)
class Factor:
    """A node with a label for each of its axes."""

    node: Node
    labels: Labels

    def renamed(self, names: Mapping[Label, Label]) -> Factor:
        """The factor with other labels."""
        return Factor(self.node, tuple(names.get(label, label) for label in self.labels))


@dataclass(frozen=True, kw_only=True)
class Product:
    """c times the sum over `summed` of a product; `axes` are the labels of a vector or matrix, in order."""

    coefficient: float = 1.0
    factors: tuple[Factor, ...] = ()
    summed: frozenset[Label] = frozenset()
    axes: Labels = ()

    def renamed(self, names: Mapping[Label, Label]) -> Product:
        """The product with other labels."""
        return Product(
            coefficient=self.coefficient,
            factors=tuple(factor.renamed(names) for factor in self.factors),
            summed=frozenset(names.get(label, label) for label in self.summed),
            axes=tuple(names.get(label, label) for label in self.axes),
        )

    @property
    def open(self) -> Labels:
        """The labels that are not summed over, axes last, in the order in which they occur."""
        labels = dict.fromkeys(label for factor in self.factors for label in factor.labels)
        return (*trials_first(pruned(labels, (*self.summed, *self.axes))), *self.axes)

    def scaled(self, by: float) -> Product:
        """A multiple."""
        return replace(self, coefficient=self.coefficient * by)


def pruned(labels: Iterable[Label], without: Iterable[Label]) -> Labels:
    """The labels that are not among others."""
    left_out = set(without)
    return tuple(label for label in labels if label not in left_out)


def trials_first(labels: Labels) -> Labels:
    """The labels with the trials first, where they are among them."""
    return (TRIAL, *pruned(labels, (TRIAL,))) if TRIAL in labels else labels
