"""Laws of learning and of random matrices, claimed and checked: `theorycheck check learning.py`."""

import torch
from theorycheck import claim


@claim(
    id="learning.averaging",
    statement="averaging T gradients of unit variance leaves a variance of $1/T$",
    law="1/T",
    bound="equals",
    margin=0.05,
    grid={"T": [1, 4, 16, 64, 256]},
    expect="agrees",
)
def averaged_noise(T, *, n_trials, generator):
    """Square of the mean of T standard normals."""
    return torch.randn(n_trials, T, generator=generator).mean(dim=1).square()


@claim(
    id="learning.johnson_lindenstrauss",
    statement="a random projection to k dimensions keeps a squared length up to an error of order $1/k$",
    interpretation="mean absolute error of the squared length of a projected unit vector",
    law="C/k",
    alternatives=["C/sqrt(k)"],
    bound="Theta",
    grid={"k": [16, 32, 64, 128, 256, 512]},
    expect="refuted",
)
def projected_length_error(k, *, n_trials, generator):
    """| |Gx|^2 / k - 1 | for a Gaussian projection G of a unit vector x: Gx has k standard normals."""
    return (torch.randn(n_trials, k, generator=generator).square().mean(dim=1) - 1).abs()


@claim(
    id="learning.ridgeless",
    statement="the excess risk of least squares with d features grows like $d/n$",
    interpretation="n = 32 observations with unit noise, Gaussian features, d up to half of n",
    law="C*d",
    alternatives=["C*d/(31 - d)"],
    bound="Theta",
    grid={"d": [2, 4, 6, 8, 12, 16]},
    expect="refuted",
)
def excess_risk(d, *, n_trials, generator):
    """Squared error of the coefficients that least squares finds from 32 noisy observations of zero."""
    features = torch.randn(n_trials, 32, d, generator=generator)
    noise = torch.randn(n_trials, 32, 1, generator=generator)
    gram = features.mT @ features
    return torch.linalg.solve(gram, features.mT @ noise).square().sum(dim=(1, 2))


@claim(
    id="learning.undecidable",
    statement="the relative gain of doubling the width is of the order $1/d$",
    interpretation="three widths close together cannot tell 1/d from its alternatives",
    law="C/d",
    alternatives=["C/sqrt(d)", "C/d**2"],
    bound="Theta",
    grid={"d": [100, 101, 102]},
    expect="inconclusive",
)
def gain(d, *, n_trials, generator):
    """A mean of 1/d under noise of standard deviation one half."""
    return 1 / d + torch.randn(n_trials, generator=generator) / 2
