"""Ordered weights: the same products, while answers are made and nowhere else."""

import pytest
import torch
from engine_requests import serve, some_requests
from torch import nn

from skill1.policy import onednn

pytestmark = pytest.mark.skipif(
    not torch.ops.mkldnn._is_mkldnn_bf16_supported(), reason="this processor has no products of bfloat16"
)


def test_layers_multiply_by_an_ordered_copy_until_it_is_dropped():
    model = nn.Sequential(nn.Linear(64, 96), nn.Linear(96, 32, bias=False)).to(torch.bfloat16)
    weights, states = onednn.OrderedWeights(model), torch.randn(2, 5, 64).to(torch.bfloat16)
    with torch.inference_mode():
        plain = model(states)
        with weights.used():
            assert torch.allclose(model(states), plain, atol=1e-2)
    with torch.no_grad():
        model[1].weight.mul_(2)
    with torch.inference_mode():
        assert torch.allclose(model(states), 2 * plain, atol=2e-2), "outside, the layer's own weights count"
        with weights.used():
            assert torch.allclose(model(states), plain, atol=1e-2)
        weights.drop()
        with weights.used():
            assert torch.allclose(model(states), 2 * plain, atol=2e-2)
    with pytest.raises(ZeroDivisionError), weights.used():
        1 / 0  # noqa: B018
    assert "forward" not in vars(model[0]), "an error in a pass must not leave them in use"
    model(states).sum().backward()
    assert model[0].weight.grad is not None


def test_an_engine_answers_with_new_weights_as_one_made_with_them(folder, make_engine):
    engine, fresh = make_engine(folder, dtype="bfloat16"), make_engine(folder, dtype="bfloat16")
    requests = some_requests(9, len(engine.tokens))
    assert onednn.is_served(engine.model)
    before = serve(engine, requests)
    with torch.no_grad():
        for model in (engine.model, fresh.model):
            for number, parameter in enumerate(model.parameters()):
                parameter.add_(torch.randn(parameter.shape, generator=torch.Generator().manual_seed(number)) / 4)
    engine.weights_changed()
    after = serve(engine, requests)
    assert after != before and after == serve(fresh, requests)


def test_float32_is_not_served(folder, make_engine):
    assert not onednn.is_served(make_engine(folder).model)
