"""The tuning stage: trials of its own under every root seed, and trainings held to a plain loop."""

from dataclasses import fields

import pytest
import torch
from theorycheck.numerics import monte_carlo
from theorycheck.numerics.attention_dynamics import tuning
from theorycheck.numerics.attention_dynamics.gradients import automatic_gradients
from theorycheck.numerics.attention_dynamics.model import Head, forward
from theorycheck.numerics.monte_carlo import sample_trials
from theorycheck.numerics.trials import Source

NAMES = tuple(f.name for f in fields(Head))
SETTING = {"T": 8, "scale": 0.1, "steps": tuning.STEPS}
ROOT_SEEDS = (0, 1, 2, 20231004)


def stream(T: int = 8, n_trials: int = 2, seed: int = 3) -> tuning.Stream:
    generator = torch.Generator().manual_seed(seed)
    return tuning.sample_stream(T, 0.1, n_trials, Source(generator=generator))


def test_blocks_of_evidence_share_no_trials_with_tuning_under_any_root_seed():
    for group in tuning.tuned_effect.groups:
        own = torch.rand(2000, generator=tuning.tuning_generator(int(group.shared["T"]), 0.1))
        seen = set(own.tolist())
        for root in ROOT_SEEDS:
            for block in range(4):
                generator = monte_carlo.block_generator(
                    root, tuning.tuned_effect.name, tuning.tuned_effect.version, group.key, block, "cpu"
                )
                drawn = torch.rand(2000, generator=generator).tolist()
                # Numbers of 24 bits coincide by chance now and then, a shared stream in all of them.
                assert len(seen.intersection(drawn)) < 20
    again = torch.rand(2000, generator=tuning.tuning_generator(int(group.shared["T"]), 0.1))
    assert seen == set(again.tolist())


def test_tuning_asks_for_its_own_generator_alone(monkeypatch):
    asked = []
    plain = tuning.block_generator

    def recorded(root: int, name: str, *rest: object) -> torch.Generator:
        asked.append(name)
        return plain(root, name, *rest)

    monkeypatch.setattr(tuning, "block_generator", recorded)
    monkeypatch.setattr(tuning, "STEPS", 2)
    tuning.tuning_losses.cache_clear()
    group = tuning.DesignGroup.sized(shared=SETTING, points=[{"schedule": "values"}], trials_per_block=2)
    rates = []
    for seed in (1, 2):
        generator = torch.Generator().manual_seed(seed)
        sample_trials(tuning.tuned_effect, group, 2, generator)
        rates.append(tuning.tuned_rates(8, 0.1))
    tuning.tuning_losses.cache_clear()
    assert asked == [tuning.TUNING]
    # What is reported moves nothing that was tuned.
    assert rates[0] == rates[1]


def test_the_best_base_step_is_the_one_with_the_least_mean_loss(monkeypatch):
    found = torch.full((4, 2, len(tuning.RATES)), 2.0)
    found[:, 0, 1], found[:, 1, 3] = 1.9, 1.8
    found[0, 0, 4] = 0.0
    found[1:, 0, 4] = torch.inf
    monkeypatch.setattr(tuning, "tuning_losses", lambda T, scale: found)
    assert tuning.tuned_rates(8, 0.1) == {"sgd": tuning.RATES[1], "values": tuning.RATES[3]}


def test_a_training_is_plain_descent_on_a_new_sequence_at_every_step(monkeypatch):
    monkeypatch.setattr(tuning, "STEPS", 4)
    drawn = stream()
    base = (0.3, 0.05)
    found = tuning.trained(drawn, ("sgd", "values"), base)
    for place, faster in enumerate(((), ("W_V",))):
        plain = drawn.head
        for piece in drawn.seen:
            slope = automatic_gradients(plain, piece.x, piece.y, causal=True).head
            plain = plain.stepped(
                slope, {name: base[place] / 8 * (10 if name in faster else 1) for name in NAMES}
            )
        for name in NAMES:
            assert torch.allclose(getattr(found, name)[:, place], getattr(plain, name), atol=1e-12)
    losses = tuning.losses(tuning.predicted(found, drawn), drawn)
    direct = torch.stack(
        [forward(plain, piece.x, piece.y, causal=True).loss / 8 for piece in drawn.fresh]
    ).mean(dim=0)
    assert torch.allclose(losses[:, 1], direct)
    assert not torch.allclose(losses[:, 0], direct)


def test_pieces_follow_each_other_and_fresh_ones_are_others():
    drawn = stream()
    assert len(drawn.seen) == tuning.STEPS
    assert len(drawn.fresh) == tuning.FRESH
    for one, two in zip(drawn.seen, drawn.seen[1:], strict=False):
        assert torch.equal(one.symbols[:, -1], two.symbols[:, 0])
    inputs = {float(x) for piece in drawn.seen for x in piece.x.flatten()}
    assert not any(float(x) in inputs for piece in drawn.fresh for x in piece.x.flatten())


@pytest.mark.slow
def test_best_base_steps_lie_inside_the_grid():
    for group in tuning.tuned_effect.groups:
        best = tuning.tuned_rates(int(group.shared["T"]), 0.1)
        assert all(tuning.RATES[0] < rate < tuning.RATES[-1] for rate in best.values())
