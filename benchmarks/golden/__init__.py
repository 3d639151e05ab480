"""The golden file: what the claims were before a change, held against what they are after it.

    python -m benchmarks.golden            compares, and says each difference that is not listed
    python -m benchmarks.golden write      writes golden.json anew; the list of changes is then emptied

`golden.json` holds the expanded claims and statements, the keys of their design points, and every derived
formula with its hypotheses and its status. Verdicts and numbers are the baseline's. A difference that is
meant is named in `golden_changes.toml`:

    [[change]]
    claim = "conditioning.capacity.*"   # id of a claim or a statement, or a glob; one or more
    field = ["grid", "points"]          # one or more
    cause = "A17"

A field is that of the record; "points" and "quick_points" are the design points, "formula", "symbols",
"relation", "hypotheses", "status" and "exponents" those of its derivation; "added" and "removed" stand for
the whole record, "tags -exact" and "tags +exact" for one tag.

The comparison fails on a difference that is not listed, and on a listed one that no longer occurs.
"""
