"""`python -m theorycheck.theory.kernel < record`: replay a record in a process of its own."""

import sys

from . import RULES, Refused, believe

if __name__ == "__main__":
    try:
        belief = believe(sys.stdin.read())
    except Refused as refusal:
        sys.exit(f"Refused: {refusal}")
    for hypothesis in belief.hypotheses:
        sys.stdout.write(f"{hypothesis.ground}: {hypothesis.proposition} ({hypothesis.because})\n")
    for name in belief.schemas:
        if RULES[name].source:
            sys.stdout.write(f"cited: {RULES[name].statement} ({RULES[name].source})\n")
    sys.stdout.write(f"⊢ {belief.proposition}\nstatus: {belief.status}\n")
