"""Law strings: a whitelist parser into SymPy, the form of a law, and its values on columns.

A law is written as a reader of the paper would type it, `C*(n - 1)/d_k` or
`a*T**(-1/2) + c*d**(-g)`. `grammar` reads it without ever running it as code, `forms` says what it
claims, `evaluation` gives its numbers, `conditions` reads comparisons of two formulas.
"""

from .conditions import Condition, condition, without
from .error import LawError
from .evaluation import evaluate, values
from .forms import Factor, Form, Rate, Term, falls, form, form_of
from .grammar import parse, variables

__all__ = [
    "Condition",
    "Factor",
    "Form",
    "LawError",
    "Rate",
    "Term",
    "condition",
    "evaluate",
    "falls",
    "form",
    "form_of",
    "parse",
    "values",
    "variables",
    "without",
]
