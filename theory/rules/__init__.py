"""The rule kernel: each rule produces its result, checks its side conditions, and has a second route.

A module knows one kind of fact, and its first line says which. Where to begin:

| about | modules |
|---|---|
| objects | `vectors`, `laws`, `events` |
| means | `contraction`, `index_sums`, `expectation`, `moments`, `integrals` |
| components and derivatives | `components`, `cross_entropy`, `places` |
| tails and bounds | `chernoff`, `normal_tails`, `student` |
| sums over a Zipf law | `stored_sums` |
| Markov chains, iterates | `two_state`, `taboo`, `iterates` |
| orders | `asymptotics`, `far_orders`, `rates`, `solving` |
| second routes | `points`, `balls`, `certified`, `entries`, `enumeration`, `realisation` |
"""
