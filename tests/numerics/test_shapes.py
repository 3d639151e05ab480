"""While tests run, a tensor of another shape than an annotation states is refused."""

import pytest
import torch
from jaxtyping import TypeCheckError
from theorycheck.numerics.conditioning.memory import crosstalk


def test_a_tensor_of_another_shape_than_is_stated_is_refused():
    keys, values = torch.ones(2, 3, 4), torch.ones(2, 3, 5)
    assert crosstalk(keys, values).shape == (2, 3, 5)
    with pytest.raises(TypeCheckError, match="values"):
        crosstalk(keys, values[:, :2])
