"""The rule kernel: each rule produces its result, checks its side conditions, and has a second route.

A module knows one kind of fact, and its first line says which. Where to begin:

| about | modules |
|---|---|
| objects | `vectors`, `laws`, `events` |
| orders | `asymptotics` |
| second routes | `points`, `balls` |
"""
