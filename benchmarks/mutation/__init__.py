"""What slips past the verifier: small faults made on purpose, and whether anything notices them.

A mutant changes one thing: a claim's formula, a premise of a derivation, or one of the two
routes alone. It is decided on stored evidence, nothing is drawn. Read in this order: `operators` (what
is changed), `equivalence` (when the change says the same), `subject` (a claim with its evidence),
`claims`, `derivations`, `routes` (the three families of mutants), `survey` (all of them, and the
share that survived).
"""
