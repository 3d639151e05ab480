"""Numbers by their place: known answers of the function, the law of the normals, and Triton's own words."""

import pytest
import torch
from scipy.stats import kstest
from theorycheck.numerics.philox import Stream, normal_vectors, normals, words

CPU = torch.device("cpu")
STREAM = Stream(key=0x0123456789ABCDEF, first=2**32 - 2, salt=41)

KERNEL = """
import torch, triton
import triton.language as tl
from theorycheck.numerics.philox import words

@triton.jit
def draw(out, key, c2, c3, size: tl.constexpr):
    at = tl.arange(0, size)
    zero = (at * 0).to(tl.uint32)
    found = tl.philox(key, at.to(tl.uint32), zero + 7, zero + c2.to(tl.uint32), zero + c3.to(tl.uint32))
    for lane in tl.static_range(4):
        tl.store(out + lane * size + at, found[lane].to(tl.int64))

size, key, c2, c3 = 64, 0x0123456789ABCDEF, 2**32 - 5, 99
out = torch.empty((4, size), dtype=torch.int64)
draw[(1,)](out, key, c2, c3, size)
at = torch.arange(size)
counter = (at, torch.full_like(at, 7), torch.full_like(at, c2), torch.full_like(at, c3))
assert torch.equal(out, torch.stack(words(key, counter)))
assert not torch.equal(out, torch.stack(words(key + 1, counter)))
"""


def known(key, *counter):
    found = words(key, tuple(torch.tensor(word) for word in counter))
    return " ".join(f"{int(word):08x}" for word in found)


def test_the_words_are_the_published_answers():
    """Of the library Random123, file kat_vectors: philox4x32, ten rounds."""
    assert known(2**64 - 1, *[2**32 - 1] * 4) == "408f276d 41c83b0e a20bc7c6 6d5451fd"
    pi = (0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344)
    assert known(0x299F31D0A4093822, *pi) == "d16cfe09 94fdcceb 5001e420 24126ea1"
    assert known(0x299F31D0A4093823, *pi) != "d16cfe09 94fdcceb 5001e420 24126ea1"


def test_a_part_is_drawn_without_the_rest():
    whole = normal_vectors(STREAM, 3, range(9), 10, part=0, device=CPU)
    assert torch.equal(normal_vectors(STREAM, 3, range(4, 7), 10, part=0, device=CPU), whole[:, 4:7])
    assert torch.equal(normal_vectors(STREAM, 3, range(9), 6, part=0, device=CPU), whole[..., :6])


def test_every_word_of_the_place_matters():
    whole = normal_vectors(STREAM, 3, range(9), 10, part=0, device=CPU)
    others = [
        normal_vectors(STREAM, 3, range(9), 10, part=1, device=CPU),
        *(
            normal_vectors(Stream(key=key, first=first, salt=salt), 3, range(9), 10, part=0, device=CPU)
            for key, first, salt in (
                (STREAM.key + 1, 2**32 - 2, 41),
                (STREAM.key, 5, 41),
                (STREAM.key, 2**32 - 2, 42),
            )
        ),
    ]
    assert len(whole.unique()) == whole.numel()
    assert not any(torch.isin(other, whole).any() for other in others)


def test_the_numbers_are_normal_and_lanes_do_not_know_each_other():
    drawn = normal_vectors(STREAM, 50, range(100), 40, part=0, device=CPU).double()
    count = drawn.numel()
    assert abs(drawn.mean()) * count**0.5 < 4
    assert abs(drawn.square().mean() - 1) * (count / 2) ** 0.5 < 4
    assert abs(drawn.pow(4).mean() - 3) * (count / 96) ** 0.5 < 4
    assert kstest(drawn.flatten()[:20_000].numpy(), "norm").pvalue > 1e-4
    for shift in (1, 2, 3, 4):
        product = drawn[..., :-shift] * drawn[..., shift:]
        assert abs(product.mean()) * product.numel() ** 0.5 < 4
        squares = (drawn[..., :-shift].square() - 1) * (drawn[..., shift:].square() - 1)
        assert abs(squares.mean()) * (squares.numel() / 4) ** 0.5 < 4


def test_a_word_used_twice_is_seen():
    at = torch.arange(50_000)
    zero = torch.zeros_like(at)
    a, b, _, _ = words(3, (at, zero, zero, zero))
    drawn = normals((a, b, a, b)).double()
    assert abs((drawn[:, 0] * drawn[:, 2]).mean()) * len(at) ** 0.5 > 4


def test_a_generator_names_another_stream_each_time_and_the_same_when_asked_again():
    generator = torch.Generator().manual_seed(1)
    streams = [Stream.of(generator) for _ in range(3)]
    again = torch.Generator().manual_seed(1)
    assert [Stream.of(again) for _ in range(3)] == streams
    assert len({stream.key for stream in streams}) == 3


@pytest.mark.slow
def test_triton_draws_the_same_words(interpreted):
    interpreted(KERNEL)
