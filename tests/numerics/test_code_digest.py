"""What counts as the code of a quantity: what is drawn by it, and not how it is written down."""

import inspect
import subprocess
import sys
from dataclasses import replace
from functools import partial
from importlib import import_module
from itertools import count

import pytest
import torch
from theorycheck import numerics
from theorycheck.errors import UsageError
from theorycheck.evidence.plan import block_key
from theorycheck.evidence.routes import Named, topics
from theorycheck.evidence.work import Task, perform
from theorycheck.numerics import code_digest, laws, normal_form
from theorycheck.numerics.compile.statistics import Compiled
from theorycheck.numerics.quantity import DesignGroup, quantities
from theorycheck.numerics.simulator import compiled
from theorycheck.numerics.trials import Source, Trials
from theorycheck.theory import laws as theory_laws
from theorycheck.theory.laws import Mixture, Normal, Rademacher, Sphere
from theorycheck.theory.model import Model, Size, iid, indices
from theorycheck.theory.substitution import subterms
from theorycheck.theory.terms import define, norm2

HELPERS = '''
"""Steps of a walk."""
import torch
from dataclasses import dataclass

STEP = 2.0
TABLE = {}
TABLE["far"] = 3.0
UNUSED = 5.0


@dataclass(frozen=True)
class Walk:
    length: int
    scale: float = STEP

    def end(self, steps):
        return self.scale * steps.sum(1)


def drawn(d, trials):
    """Steps."""
    return torch.rand(trials.n_trials, d, generator=trials.generator)
'''
WALK = '''
from {package}.helpers import TABLE, Walk, drawn
from theorycheck.numerics.quantity import DesignGroup
from theorycheck.numerics.simulator import simulator


@simulator(
    name="made.walk",
    title="The end of a walk",
    outputs=("end",),
    groups=[DesignGroup.sized(shared={{"d": 3}}, trials_per_block=8)],
)
def walk(d: int, *, trials):
    """Its end."""
    walks: Walk = Walk(d)
    far = TABLE["far"]
    return (far * walks.end(drawn(d, trials)))[:, None, None]
'''
NUMBERS = count()


@pytest.fixture
def code(tmp_path, monkeypatch):
    """The code of the simulator that two modules make, in a package of its own."""
    monkeypatch.setattr(numerics, "__path__", [*numerics.__path__, str(tmp_path)])

    def made(old="", new="", name="walk"):
        package = f"made_{next(NUMBERS)}"
        assert not old or old in HELPERS + WALK
        (tmp_path / package).mkdir()
        (tmp_path / package / "__init__.py").touch()
        for module, text in (("helpers", HELPERS), (name, WALK)):
            told = text.replace(old, new) if old else text
            full = told.replace("{package}", f"theorycheck.numerics.{package}").replace("{{", "{")
            (tmp_path / package / f"{module}.py").write_text(full.replace("}}", "}"))
        return import_module(f"theorycheck.numerics.{package}.{name}").walk.code

    yield made
    for module in [one for one in sys.modules if ".made_" in one]:
        del sys.modules[module]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("", ""),
        ("    far = TABLE", "    # How far.\n    far = TABLE"),
        ('"""Its end."""', '"""Its very end."""'),
        ('    """Steps."""\n', ""),
        ("walks: Walk = Walk(d)", "walks = Walk(d)"),
        ("d: int, *", "d, *"),
        ("length: int\n", "length: int | str\n"),
        ("2.0", "2.00"),
        ("def drawn(d, trials)", "def drawn(\n    d,\n    trials,\n)"),
        ("import torch\n", "import torch, math\n"),
        ("UNUSED = 5.0", "UNUSED = 6.0"),
        ("The end of a walk", "Where a walk ends"),
        ("drawn", "steps_of"),
        ("TABLE", "PLACES"),
    ],
)
def test_how_code_is_written_down_does_not_count(code, old, new):
    assert code(old, new).digest == code().digest


def test_what_modules_are_called_does_not_count(code):
    assert code(name="wandering").digest == code().digest


@pytest.mark.parametrize(
    ("old", "new", "where"),
    [
        ("far * walks", "1.05 * far * walks", "walk.walk"),
        ("STEP = 2.0", "STEP = 2.1", "helpers.STEP"),
        ('TABLE["far"] = 3.0', 'TABLE["far"] = 3.15', "helpers.TABLE"),
        ("steps.sum(1)", "steps.sum(1) * 1.05", "helpers.Walk"),
        ("    length: int\n", "    length: int\n    rest: int = 0\n", "helpers.Walk"),
        ("frozen=True", "frozen=False", "helpers.Walk"),
        ("torch.rand(", "torch.randn(", "helpers.drawn"),
        ("d, generator", "d + 1, generator", "helpers.drawn"),
    ],
)
def test_a_change_of_a_constant_or_of_what_is_called_counts_and_is_named(code, old, new, where):
    before, after = code(), code(old, new)
    assert after.digest != before.digest

    def told(found):
        return {
            name.split(".", 2)[2]: digest for name, digest in found.definitions.items() if ".made_" in name
        }

    assert {name for name, digest in told(after).items() if told(before)[name] != digest} == {where}


@pytest.mark.parametrize(
    ("package", "counts"), [("torch", True), ("numpy", True), ("scipy", False), ("sympy", False)]
)
def test_versions_count_of_packages_that_the_code_names(monkeypatch, package, counts):
    simulated = quantities("conditioning")["noise_power"]
    before, known = simulated.code.digest, code_digest._version

    def cleared():
        code_digest.code.cache_clear()
        code_digest.code_of.cache_clear()

    monkeypatch.setattr(code_digest, "_version", lambda name: "0" if name == package else known(name))
    cleared()
    try:
        assert (replace(simulated).code.digest != before) is counts
    finally:
        cleared()


def test_a_function_counts_with_the_values_that_it_holds():
    made = quantities("conditioning")["noise_power"]

    def scaled(by):
        return lambda trials: by * torch.rand(trials.n_trials, 1, 1, generator=trials.generator)

    def digest(sample):
        return block_key(replace(made, sample=sample), "a group", 0, seed=0, device="cpu").code

    digests = [
        digest(one) for one in (made.sample, scaled(1.0), scaled(1.05), partial(made.sample, key_law="x"))
    ]
    assert len(set(digests)) == 4
    assert digest(scaled(1.05)) == digests[2]


def test_functions_made_by_one_factory_are_told_apart():
    limits = [one for name, one in quantities("markov_chains").items() if name.endswith("_limit")]
    assert len({one.code.digest for one in limits}) == len(limits) > 3


def test_a_worker_of_other_code_draws_nothing():
    simulated = quantities("conditioning")["noise_power"]
    group = replace(simulated.groups[0], trials_per_block=4, trials_per_chunk=4)
    task = Task(
        route=Named(topic="conditioning", name="noise_power"),
        code=simulated.code.digest,
        group=group,
        point=None,
        block=0,
        seed=0,
        device="cpu",
    )
    assert perform(task).statistic
    with pytest.raises(UsageError, match="A worker has other code of conditioning"):
        perform(replace(task, code="0" * 32))


@pytest.fixture
def digests_after(monkeypatch):
    """The digest of every quantity, after an edit of the samplers of laws."""
    known, text = normal_form.loaded, inspect.getsource(laws)

    def found(old, new):
        assert text.count(old) == 1
        edited = normal_form.Module.of(laws.__name__, text.replace(old, new), laws.__package__)

        def edited_definition(key):
            made = normal_form.definition
            return (made.__wrapped__ if key.module == laws.__name__ else made)(key)

        monkeypatch.setattr(normal_form, "loaded", lambda x: edited if x == laws.__name__ else known(x))
        monkeypatch.setattr(code_digest, "definition", edited_definition)
        return digests()

    return found


def digests():
    caches = (code_digest.code, code_digest.code_of)
    for one in caches:
        one.cache_clear()
    every = (one for topic in topics() for one in quantities(topic).values())
    found = {one.name: replace(one).code.digest for one in every}
    for one in caches:
        one.cache_clear()
    return found


@pytest.fixture(scope="module")
def before():
    return digests()


def test_another_process_finds_the_same_code(before):
    """Here functions are wrapped, to check their types."""
    script = """
from theorycheck.evidence.routes import topics
from theorycheck.numerics.quantity import quantities
for topic in topics():
    for quantity in quantities(topic).values():
        print(quantity.name, quantity.code.digest)
"""
    found = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert found.stdout.splitlines() == [f"{name} {digest}" for name, digest in before.items()]


@pytest.fixture(scope="module")
def drawn_laws():
    """The laws that each compiled quantity draws, by the nodes of its programs at all of its points."""
    heads = set()

    def drawn(self, n_trials, source):
        nodes = (node for node in self.program.order if node.op == "draw")
        heads.update(part.head for node in nodes for part in subterms(node.params[1]))
        return torch.zeros(n_trials, len(self.leaves))

    def found(one):
        heads.clear()
        for group in one.groups:
            one.sample(Trials(group=group, n_trials=1, source=Source(generator=torch.Generator())))
        return heads & set(laws.LAWS)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Compiled, "drawn", drawn)
        return {one.name: found(one) for topic in topics() for one in quantities(topic).values() if one.form}


def test_a_new_law_changes_the_key_of_nothing(digests_after, before, monkeypatch):
    monkeypatch.setitem(laws.LAWS, "laplace", laws.LAWS["exponential"])
    last = '@partial(LAWS.setdefault, "mixture")'
    new = f"""{last.replace("mixture", "laplace")}
def _laplace(law, value):
    return _exponential(law, value)


"""
    assert digests_after(last, new + last) == before


@pytest.mark.parametrize(
    ("old", "new", "heads"),
    [
        ("length.div_(radius)", "length.div_(2 * radius)", {"sphere"}),
        ("normal_(std=variance**0.5", "normal_(std=variance", {"normal"}),
        ("values.clamp_min(0)", "values.clamp_min(1)", {"normal"}),
        ("mul_(2 * scale)", "mul_(3 * scale)", {"sphere", "rademacher"}),
        ("source.whole(1, count, *sizes)", "source.whole(0, count, *sizes)", {"discrete_uniform"}),
        ("exponential_(rate,", "exponential_(2 * rate,", {"exponential"}),
    ],
)
def test_another_sampler_changes_what_draws_its_law(digests_after, before, drawn_laws, old, new, heads):
    after = digests_after(old, new)
    changed = {name for name, digest in after.items() if before[name] != digest}
    assert changed == {name for name, drawn in drawn_laws.items() if drawn & heads}
    assert bool(changed) is (heads != {"exponential"})


def samplers(found):
    names = {sampler.__name__: head for head, sampler in laws.LAWS.items()}
    return {names[last] for last in (name.rpartition(".")[2] for name in found.definitions) if last in names}


def test_laws_within_mixtures_families_and_definitions_count():
    d, n = Size("d"), Size("n")
    (i,) = indices("i", n)
    k = Model(k=iid(Mixture([1, 0], [Sphere(d), Normal(dimension=d)]), n)).k

    @compiled(
        name="made.length",
        title="A squared length",
        outputs=("square",),
        groups=[DesignGroup.sized(shared={"d": 3, "n": 2}, trials_per_block=8)],
    )
    def length():
        return (define("s", norm2(k[i])),)

    assert samplers(length.code) == {"mixture", "sphere", "normal"}


def test_a_law_counts_that_a_simulator_is_handed():
    made = quantities("conditioning")["noise_power"]

    def found(law):
        return samplers(replace(made, sample=partial(made.sample, key_law=law)).code)

    held = Normal(dimension=2)
    assert samplers(made.code) == set()
    assert found(lambda d: Mixture([1], [Rademacher(d)])) == {"mixture", "rademacher"}
    assert found(Sphere) == {"sphere"}
    assert found(lambda d: held) == {"normal"}


def test_each_law_is_named_by_a_function_of_its_name():
    """By which code that names the function is found to draw the law."""
    for head in laws.LAWS:
        assert callable(getattr(theory_laws, head.title().replace("_", "")))
