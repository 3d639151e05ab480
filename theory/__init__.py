"""What papers say: formulas derived exactly, from definitions, by rules that produce each result.

| modules | what they hold |
|---|---|
| `heads`, `signatures`, `node`, `substitution`, `terms` | terms, from the lowest module up |
| `laws`, `model` | laws of random objects; sizes, families, what is independent |
| `kernel` | the trusted rules |
| `tactics`, `prove` | what finds proofs, and the way in |
| `check` | second checks of statements |
| `derivation`, `notation` | what the papers (`conditioning`, ...) derive, and the symbols that they share |
"""
