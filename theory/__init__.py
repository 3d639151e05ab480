"""What papers say: formulas derived exactly, from definitions, by rules that produce each result.

`notation` holds the shared symbols, `derivation` the record of a chain and the builder of one,
`rules` the rule kernel; every topic is a package of its own (`conditioning`).
"""
