"""A function that returns a dict has several outputs, each claimed by its name, on the same trials."""

import re

import pytest
from theorycheck.errors import UsageError
from theorycheck.evidence.plan import ResolvedClaim
from theorycheck.simulator import SimulatorError, draw
from theorycheck.user.asked import asked
from theorycheck.user.resolve import resolved
from theorycheck.user.sizing import Batch

CODE = """
import torch

def training(d, *, n_trials, generator):
    noise = torch.randn(n_trials, d, generator=generator)
    return {"loss": noise.square().sum(1), "bias": 3 + noise.mean(1), "failed": noise[:, 0] > 1}

def product(d, *, n_trials, generator):
    return (torch.randn(n_trials, d, generator=generator, dtype=torch.float64) - 1).sum(1).exp()

def sums(d):
    return {"linear": (d * (d + 1) // 2), "squares": (d * (d + 1) * (2 * d + 1) / 6, 1e-9)}

def alone(d, *, n_trials, generator):
    return torch.randn(n_trials, d, generator=generator).square().sum(1)
"""


def claim(name, measure, law="C*d", bound="Theta", more=""):
    return f"""
[[claim]]
id = "{name}"
statement = "{name}"
law = "{law}"
bound = "{bound}"
{more}
grid = {{ d = [4, 8, 16, 32] }}
measure = {{ {measure} }}
"""


TRAINING = 'python = "code.py:training"'
LOSS = claim("loss", f'{TRAINING}, output = "loss"')
BIAS = claim("bias", f'{TRAINING}, output = "bias"', law="3", bound="equals", more="margin = 0.001")
FAILED = claim("failed", f'{TRAINING}, output = "failed"', law="0.158655254", bound="equals")
EVENT = claim("event", f'{TRAINING}, output = "loss", event = "value <= d"', law="1/2", bound="at least")
MEDIAN = claim("median", f'{TRAINING}, output = "loss", quantile = 0.5')


@pytest.fixture
def resolve(tmp_path, sandbox):
    def of(*texts) -> list[ResolvedClaim]:
        (tmp_path / "code.py").write_text(CODE)
        (tmp_path / "claims.toml").write_text("".join(texts))
        claims = asked([tmp_path / "claims.toml"], sandbox)
        batch = Batch(claims, sandbox)
        return [resolved(each, sandbox, batch) for each in claims]

    return of


def test_outputs_of_one_kind_share_their_trials(resolve):
    loss, bias, failed = resolve(LOSS, BIAS, FAILED)
    assert loss.quantity.outputs == bias.quantity.outputs == ("loss", "bias")
    assert loss.quantity.name == bias.quantity.name
    assert [one.key for one in loss.quantity.groups] == [one.key for one in bias.quantity.groups]
    assert (loss.claim.output, bias.claim.output) == ("loss", "bias")
    # Booleans are counted, as another quantity.
    assert failed.quantity.outputs == ("failed",)
    assert failed.quantity.binary
    assert failed.quantity.name != loss.quantity.name
    # The bias is claimed to a thousandth: alone, the loss asks for fewer trials.
    assert resolve(LOSS)[0].quantity.groups[-1].trials_per_block < loss.quantity.groups[-1].trials_per_block


def test_an_event_and_a_quantile_are_of_one_output(resolve):
    event, median = resolve(EVENT, MEDIAN)
    assert event.quantity.outputs == median.quantity.outputs == ("value",)
    assert event.claim.output is median.claim.output is None
    other = resolve(EVENT.replace('"loss"', '"bias"'))[0]
    assert other.quantity.name != event.quantity.name
    assert event.claim.label == "the probability of loss of training <= d"


def test_a_quantile_that_falls_fast_is_known_in_parts_of_itself(resolve):
    """A limit at zero has an absolute margin, which a median of e^-32 is within with few trials."""
    small = MEDIAN.replace("training", "product").replace(', output = "loss"', "")
    fast = small.replace('"C*d"', '"0"').replace('"Theta"', '"tends to"').replace("[4,", "[1, 2, 4,")
    sizes = {group.shared["d"]: group.trials_per_block for group in resolve(fast)[0].quantity.groups}
    assert sizes[32] > 8 * sizes[1]


@pytest.mark.parametrize(
    ("measure", "told"),
    [
        (
            TRAINING,
            'several outputs (loss, bias, failed), and a claim is about one: name it, as output = "loss"',
        ),
        (f'{TRAINING}, output = "lost"', "has no output 'lost'; it has loss, bias, failed: name one of them"),
        ('python = "code.py:alone", output = "loss"', "returns one array, and the claim is about its output"),
    ],
)
def test_an_output_that_is_none_is_refused_with_those_there_are(resolve, measure, told):
    with pytest.raises(UsageError, match=re.escape(told)):
        resolve(claim("astray", measure))


SUMS = 'computed = "code.py:sums"'


def test_a_computed_function_has_several_outputs(resolve):
    linear, squares = resolve(
        *(claim(name, f'{SUMS}, output = "{name}"', law="C*d**2") for name in ("linear", "squares"))
    )
    assert [one.quantity.evaluate({"d": 4}).value for one in (linear, squares)] == [10, 30]
    assert linear.quantity.name != squares.quantity.name
    assert squares.claim.label == "the value of squares of sums"
    with pytest.raises(UsageError, match=r"several outputs \(linear, squares\)"):
        resolve(claim("astray", SUMS))
    with pytest.raises(UsageError, match=r"has no output 'cubes'; it has linear, squares"):
        resolve(claim("astray", f'{SUMS}, output = "cubes"'))


def test_columns_are_those_of_the_outputs(resolve):
    import torch

    (loss,) = resolve(LOSS)
    found = draw(loss.route, {"d": 4}, 8, torch.Generator().manual_seed(0))
    assert list(found) == ["loss", "bias", "failed"]
    bad = CODE.replace("noise.mean(1)", "noise")
    with pytest.raises(SimulatorError, match=r"\['bias'\] at d = 4 returned shape \(8, 4\)"):
        draw(
            type(loss.route)(file="c.py", text=bad, function="training", generator="torch"),
            {"d": 4},
            8,
            torch.Generator(),
        )
