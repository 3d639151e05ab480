"""The rule kernel: each rule produces its result, checks its side conditions, and has a second road.

`vectors` holds the objects; `contraction`, `index_sums` and `expectation` the inner-product
calculus; `integrals` Beta and Gamma; `inequalities`, `products`, `solving`, `asymptotics` the rest.
"""
