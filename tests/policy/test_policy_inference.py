"""Layers in their faster forms: the same numbers up to rounding, while answers are made and nowhere else."""

import pytest
import torch
from engine_requests import serve, some_requests
from torch import nn
from transformers import (
    GemmaConfig,
    GemmaForCausalLM,
    LlamaConfig,
    LlamaForCausalLM,
    Qwen2Config,
    Qwen2ForCausalLM,
)

from skill1.policy import inference

pytestmark = pytest.mark.skipif(
    not torch.ops.mkldnn._is_mkldnn_bf16_supported(), reason="this processor has no products of bfloat16"
)


def test_layers_multiply_by_an_ordered_copy_until_it_is_dropped():
    model = nn.Sequential(nn.Linear(64, 96), nn.Linear(96, 32, bias=False)).to(torch.bfloat16)
    weights, states = inference.FastLayers(model), torch.randn(2, 5, 64).to(torch.bfloat16)
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
    assert inference.is_served(engine.model)
    before = serve(engine, requests)
    with torch.no_grad():
        for model in (engine.model, fresh.model):
            for number, parameter in enumerate(model.parameters()):
                parameter.add_(torch.randn(parameter.shape, generator=torch.Generator().manual_seed(number)) / 4)
    engine.weights_changed()
    after = serve(engine, requests)
    assert after != before and after == serve(fresh, requests)


SIZES = {"vocab_size": 32, "hidden_size": 64, "intermediate_size": 96, "num_hidden_layers": 1}
HEADS = {"num_attention_heads": 2, "num_key_value_heads": 1, "head_dim": 32}


def layer_of(model_class, config_class, **settings):
    torch.manual_seed(0)
    model = model_class(config_class(**SIZES, **HEADS, **settings)).to(torch.bfloat16).eval()
    for weights in model.parameters():  # a norm whose weights are all 1, or 0, would fit anything
        nn.init.normal_(weights, 0.1, 0.2)
    return model, model.model.layers[0]


@pytest.mark.parametrize(
    ("classes", "settings", "fits"),
    [
        ((LlamaForCausalLM, LlamaConfig), {}, (True, True)),
        ((LlamaForCausalLM, LlamaConfig), {"mlp_bias": True}, (True, True)),
        ((Qwen2ForCausalLM, Qwen2Config), {}, (True, True)),
        ((LlamaForCausalLM, LlamaConfig), {"hidden_act": "gelu"}, (False, True)),
        ((GemmaForCausalLM, GemmaConfig), {}, (False, False)),  # GELU, and weights that are added to 1
    ],
    ids=["llama", "with_bias", "qwen2", "gelu", "gemma"],
)
def test_gated_layers_and_norms_have_faster_forms_where_they_compute_that(classes, settings, fits):
    model, layer = layer_of(*classes, **settings)
    fast = inference.FastLayers(model)
    assert (layer.mlp in fast._gated, layer.input_layernorm in fast._norms) == fits
    assert len(fast._norms) == (3 if fits[1] else 0)
    states = torch.randn(1, 7, 64, generator=torch.Generator().manual_seed(1)).to(torch.bfloat16)
    with torch.inference_mode():
        plain = [part(states) for part in (layer.mlp, layer.input_layernorm)]
        exact = [part.float()(states.float()) for part in (layer.mlp, layer.input_layernorm)]
        model.to(torch.bfloat16)
        with fast.used():
            found = [part(states) for part in (layer.mlp, layer.input_layernorm)]
    for own, form, reference in zip(plain, found, exact, strict=True):
        assert form.dtype == torch.bfloat16 and form.shape == own.shape
        # At least as near to exact numbers as the layer's own are, which are rounded more often.
        assert (form - reference).norm() <= 1.1 * (own - reference).norm() <= 0.02 * reference.norm()


@pytest.mark.parametrize("size", [64, 5120, 8192])
def test_a_norm_that_takes_the_mean_away_is_another_one(size):
    class Centred(nn.Module):
        variance_epsilon = 1e-5

        def __init__(self, *shape):
            super().__init__()
            self.weight = nn.Parameter(torch.ones(*shape, dtype=torch.bfloat16))

        def forward(self, states):
            exact = states.float() - states.float().mean(-1, keepdim=True)
            return (exact * (exact.square().mean(-1, keepdim=True) + 1e-5).rsqrt()).to(states.dtype) * self.weight

    assert not inference._is_rms_norm(Centred(size)) and not inference._is_rms_norm(Centred(4, 16))


def test_a_norm_leaves_its_states_alone():
    states = torch.ones(2, 4)
    inference._rms_norm(states, torch.full((4,), 3.0), 0.0)
    assert states.equal(torch.ones(2, 4))


def test_a_norm_of_tiny_states_keeps_its_epsilon():
    norm = nn.Module()
    norm.weight, norm.variance_epsilon = torch.ones(4), 1.0
    found = inference._norm_of(norm)(torch.tensor([[3.0, 3.0, 3.0, 3.0]], dtype=torch.bfloat16))
    assert torch.allclose(found.float(), torch.full((1, 4), 3 / 10**0.5), rtol=2**-8)


def test_float32_is_not_served(folder, make_engine):
    assert not inference.is_served(make_engine(folder).model)
