"""The tree has the field's words in its names and in what readers see, none of a dialect of its own."""

import io
import re
import tokenize
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
VERIFY = ROOT / "verify"
DROPPED = {
    "brief": "decision input",
    "briefs": "decision inputs",
    "cell": "design point",
    "cells": "design points",
    "crossing": "threshold",
    "crossings": "thresholds",
    "foreign": "user code",
    "functional": "statistic",
    "guard": "sandbox",
    "inquiry": "resolved claim",
    "inquiries": "resolved claims",
    "opaque": "nonlinear form",
    "parcel": "batch",
    "patience": "poll interval",
    "profiles": "presets",
    "rival": "alternative",
    "rivals": "alternatives",
    "road": "route",
    "roads": "routes",
    "sense": "bound type",
    "senses": "bound types",
    "sheet": "design group",
    "sheets": "design groups",
    "shelf": "cache",
    "stranger": "user",
}
"""Words that name nothing here any more, with what the field says."""
OTHERS = ("verify/upgrade.py", "tests/verify/test_upgrade.py", "tests/test_language.py")
"""Files of before are read under their words, and this one tells what is not said."""
ELSEWHERE = {"cell_contents", "functional"}
"""Names that are not ours to choose: of Python and of torch."""
PERMANENT = {"all_rivals_uniform", "one_rival_dimension", "one_rival_floor", "one_rival_uniform"}
"""Names of derivations, which stay as they were published."""
OWN = {
    # Of a notebook, of `if __name__`, and profile likelihoods.
    r"cells?|guard": r"tests/verify/test_api\.py|tests/benchmarks/mutation/",
    r"profiles": r"tests/verify/statistics/",
}
"""Words that the files of a folder have in the sense of their subject, or in a permanent name."""


def words(identifier):
    return re.findall(r"[a-z]+|[A-Z]+(?![a-z])|[A-Z][a-z]*", identifier)


def dropped(text, path="verify/x.py"):
    """Identifiers of a module with a word that was dropped, or that count trials as draws."""
    if not SUSPECT.search(text):
        return set()
    own = "|".join(word for word, files in OWN.items() if re.match(files, path)) or "(?!)"
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    names = {token.string for token in tokens if token.type == tokenize.NAME} - ELSEWHERE - PERMANENT
    return {name for name in names if _is_dropped(name, own) or COUNTED.fullmatch(name)}


def _is_dropped(name, own):
    return any(word in DROPPED and not re.fullmatch(own, word) for word in map(str.lower, words(name)))


COUNTED = re.compile(r"(?i)_*(?:(?:n|few|fewest|most|shared)_)?draws")
"""Trials are counted as `n_trials`; what draws them may say so."""
SUSPECT = re.compile("|".join([*DROPPED, "draws"]), re.IGNORECASE)
"""A text without any of these is not split into tokens, which takes longest."""


DIALECT = (
    r"cells?|sheets?|roads?|rivals?|crossings?|parcels?|shelf|strangers?|inquir(?:y|ies)|opaque|witness(?:es)?"
    r"|foreign|functionals?|readings|subjects?|ledgers?|patience|forge|primer|triangle|guard|mended|gauntlet"
    r"|(?:an?|one|each|every|any|all|its|last|first|between|over) looks?|(?:draws|trials) are all alike"
    r"|guarantee only|upper limit only|is no file|(?:turns|is) red|--(?:profile|rival|sense|reading|subject)"
)
"""What no text says in the sense that the field has another word for: see docs/glossary.md."""
TEXTS = re.compile(rf"(?<![\w-])(?:{DIALECT})(?!\w)", re.IGNORECASE)
EXCEPTIONS = {
    # A column of stored evidence, and a kind of stored documents: their schemas are permanent.
    "verify/reason.py": {"every look"},
    "numerics/quantity.py": {"cells"},
    # Verbs in their ordinary meaning.
    "verify/evidence/cluster.py": {"each looks"},
}
"""Words that a file may say, and why."""
SOURCES_OWN = "<!-- written by"
"""Below this line of docs/interpretations.md are tables with the words of sources, and ids."""
PAGES = sorted(
    [
        *(ROOT / name for name in ("README.md", "CONTRIBUTING.md")),
        *(ROOT / "docs").glob("*.md"),
        *(path for path in VERIFY.glob("*/templates/*") if not path.is_symlink()),
    ]
)
"""What readers see beside the texts of modules: documentation, and what reports and files are made of."""
FOLDERS = ("verify", "theory", "numerics", "benchmarks", "tests", "docs")
MODULES = sorted(
    name
    for folder in FOLDERS
    for path in (ROOT / folder).rglob("*.py")
    if (name := path.relative_to(ROOT).as_posix()) not in OTHERS
)
PAPERS = "|".join(path.name for path in (VERIFY / "papers").iterdir() if path.is_dir())
THEIRS = re.compile(rf"verify/papers/\w+/|(?:theory|numerics)/(?:rules|{PAPERS})/|benchmarks/|tests/|docs/")
"""Modules with the words of a source, where an LSTM has cells, and those that no reader of reports meets."""
ENGINE = [name for name in MODULES if not THEIRS.match(name)]


@pytest.mark.parametrize("folder", FOLDERS)
def test_no_identifier_has_a_word_that_was_dropped(folder):
    for name in (one for one in MODULES if one.startswith(f"{folder}/")):
        assert dropped((ROOT / name).read_text(encoding="utf-8"), name) == set(), name


def texts(source):
    """Docstrings, comments and other literals of a module."""
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    return "\n".join(token.string for token in tokens if token.type in {tokenize.STRING, tokenize.COMMENT})


def read(page):
    """A page without its code and formulas, whose names are not ours to choose."""
    text, _, _ = page.partition(SOURCES_OWN)
    return re.sub(r"^```.*?^```$|`[^`]*`|\$[^$\n]*\$", "", text, flags=re.MULTILINE | re.DOTALL)


def said(text, path):
    """Words of the dialect in a text, but those that its file may say."""
    found = {" ".join(word.lower().split()) for word in TEXTS.findall(text)}
    return found - EXCEPTIONS.get(path.relative_to(ROOT).as_posix(), set())


def test_no_text_of_a_module_has_a_word_of_the_dialect():
    for path in (ROOT / name for name in ENGINE):
        source = path.read_text(encoding="utf-8")
        assert not TEXTS.search(source) or said(texts(source), path) == set(), path


def test_no_page_and_no_template_has_a_word_of_the_dialect():
    for path in PAGES:
        text = path.read_text(encoding="utf-8")
        assert said(read(text) if path.suffix == ".md" else text, path) == set(), path


SENTENCES = [*sorted((VERIFY / "wording").glob("*.py")), *(p for p in PAGES if p.parent.name == "templates")]
"""What says verdicts: there trials are counted, and nothing is drawn."""


def test_sentences_about_evidence_count_trials():
    for path in SENTENCES:
        text = path.read_text(encoding="utf-8")
        said = texts(text) if path.suffix == ".py" else text
        assert re.findall(r"(?<![\w.])draws\b", said) == [], path


def test_every_exception_is_needed():
    for name, words_of in EXCEPTIONS.items():
        found = {word.lower() for word in TEXTS.findall(texts((ROOT / name).read_text(encoding="utf-8")))}
        assert words_of <= found


def test_a_word_of_the_dialect_is_noticed_in_docstrings_comments_literals_and_pages():
    module = ROOT / "verify" / "law" / "forms.py"
    source = 'def f():\n    """Each look at a sheet."""\n    # A road.\n    raise ValueError("no rival")'
    assert said(texts(source), module) == {"each look", "sheet", "road", "rival"}
    assert said(texts('x = "excellent, broad, cancelled: look at it"  # an outlook'), module) == set()
    page = "The crossing of\n```sh\nls cells\n```\n`rival` and $cell$\n<!-- written by x -->\na road"
    assert said(read(page), ROOT / "README.md") == {"crossing"}


def test_a_dropped_word_is_noticed_in_any_spelling():
    assert dropped("def cell_of(Sheet, ROADS): return cells") == {"cell_of", "Sheet", "ROADS", "cells"}
    assert dropped("excellent = cancelled(torch.nn.functional)") == set()
    assert dropped("draws = n_draws + FEWEST_DRAWS; test_a_run_draws(drawn)") == {
        "draws",
        "n_draws",
        "FEWEST_DRAWS",
    }


def test_a_word_of_a_subject_is_allowed_where_it_is_that_subjects_alone():
    assert dropped("profiles, road = best", "tests/verify/statistics/test_profile.py") == {"road"}
    assert dropped("profiles, road = best", "verify/decide/growth.py") == {"profiles", "road"}
    assert dropped("one_rival_floor(own_and_rival)") == {"own_and_rival"}
