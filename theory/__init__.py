"""What papers say: formulas derived exactly, from definitions, by rules that produce each result.

`terms`, `laws` and `model` hold definitions as data, `kernel` the trusted rules, `tactics` what finds proofs,
`prove` the way in, `check` second checks of statements. The topics (`conditioning` ...) are still derived by
the older `derivation` and `rules`; `notation` holds their shared symbols.
"""
