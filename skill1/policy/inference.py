"""Layers in the form in which they answer fastest: bfloat16 on a CPU, without gradients.

Linear layers: ``torch`` hands oneDNN a layer's weights as they lie, and it puts them in order at every product. That
takes up to half the time while single tokens are sampled: 8 rows times a weight of 576 x 1,536 takes 357 µs, 195 µs
with the weight in order (torch 2.13, one core). Sampling uses weights many times between two updates, so they are put
in order once.

Gated layers activate and multiply within the products, and RMS norms pass over the states less often: 250 tokens in
0.82 and 0.64 of the time. Both round less often than the layers themselves do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial

import torch
import torch.nn.functional as F
from torch import Tensor, nn

Forward = Callable[[Tensor], Tensor]

ROWS = 8  # for which number of rows the order is best; it serves all numbers
TOLERANCE = 2**-6  # of a row's norm: bfloat16 rounds to 2^-9, some times over
PROBE_SCALES = (4.0, 1.0, 2**-8)  # the last so small that a norm's epsilon counts


def is_served(model) -> bool:
    """Whether oneDNN multiplies this model's numbers: bfloat16, on a CPU that can."""
    on_cpu = model.device.type == "cpu" and model.dtype == torch.bfloat16
    return on_cpu and torch.backends.mkldnn.is_available() and torch.ops.mkldnn._is_mkldnn_bf16_supported()


class FastLayers:
    """Faster forms of a model's layers; made when first used, and again after :meth:`drop`.

    Without gradients, and only within :meth:`used`: the layers themselves stay as they are.
    """

    def __init__(self, model) -> None:
        # Layers of another class may compute something else.
        self._linear = [layer for layer in model.modules() if type(layer) is nn.Linear]
        # These by what they compute: each family has classes of its own for the same layers.
        self._gated = [layer for layer in model.modules() if _is_gated(layer)]
        self._norms = [layer for layer in model.modules() if _is_rms_norm(layer)]
        self._forwards: list[tuple[nn.Module, Forward]] = []

    def drop(self) -> None:
        """The weights changed, or their memory is wanted."""
        self._forwards = []

    @contextmanager
    def used(self) -> Iterator[None]:
        """The layers compute in their faster forms meanwhile."""
        if not self._forwards:
            # The linear layers first: gated ones multiply by the weights put in order here.
            ordered = {layer: _in_order(layer) for layer in self._linear}
            norms = {layer: _norm_of(layer) for layer in self._norms}
            gated = {layer: _gated_of(layer, ordered) for layer in self._gated}
            self._forwards = list((ordered | norms | gated).items())
        for layer, forward in self._forwards:
            layer.__dict__["forward"] = forward  # not by setattr, which looks for parameters and modules first
        try:
            yield
        finally:
            for layer, _ in self._forwards:
                # The layer's own is in its class and shows again.
                del layer.__dict__["forward"]


def _in_order(layer: nn.Linear) -> Forward:
    weight = torch.ops.mkldnn._reorder_linear_weight(layer.weight.detach(), ROWS)
    return partial(_product, weight=weight, bias=layer.bias)


def _product(states: Tensor, weight: Tensor, bias: Tensor | None, then: str = "none") -> Tensor:
    # `then` names what follows the product, such as "swish" (oneDNN's SiLU); [] and "" say that it has no settings.
    return torch.ops.mkldnn._linear_pointwise(states, weight, bias, then, [], "")


def _product_times(states: Tensor, other: Tensor, weight: Tensor, bias: Tensor | None) -> Tensor:
    return torch.ops.mkldnn._linear_pointwise.binary(states, other, weight, bias, "mul")


def _gated_of(layer: nn.Module, ordered: dict[nn.Linear, partial]) -> Forward:
    gate, up, down = (ordered[part] for part in (layer.gate_proj, layer.up_proj, layer.down_proj))

    def forward(states: Tensor) -> Tensor:
        # silu and times run inside the two products, without passes of their own over the wide states.
        return down(_product_times(states, gate(states, then="swish"), **up.keywords))

    return forward


def _is_gated(layer: nn.Module) -> bool:
    """Whether it is down(silu(gate(x)) · up(x)), as Llama's and Qwen's are."""
    parts = [getattr(layer, name, None) for name in ("gate_proj", "up_proj", "down_proj")]
    if any(type(part) is not nn.Linear for part in parts) or not hasattr(layer, "act_fn"):
        return False
    gate, up, down = parts
    with torch.no_grad():
        line = torch.linspace(-4, 4, 33, dtype=gate.weight.dtype)  # of small numbers, a GELU looks alike
        is_silu = torch.equal(layer.act_fn(line), F.silu(line))
        return is_silu and _agree(layer, lambda x: down(F.silu(gate(x)) * up(x)), gate.in_features)


def _norm_of(layer: nn.Module) -> Forward:
    # The weight in float32 once, not in each pass.
    return partial(_rms_norm, weight=layer.weight.detach().float(), epsilon=layer.variance_epsilon)


def _rms_norm(states: Tensor, weight: Tensor, epsilon: float) -> Tensor:
    """An RMS norm, x / √(mean of x² + ε) · weight, in float32 and rounded once."""
    exact = states.to(torch.float32, copy=True)  # changed in place below
    squares = torch.linalg.vector_norm(exact, dim=-1, keepdim=True).square_()
    scale = squares.div_(states.shape[-1]).add_(epsilon).rsqrt_()
    return exact.mul_(scale).mul_(weight).to(states.dtype)


def _is_rms_norm(layer: nn.Module) -> bool:
    """Whether its numbers are those of an RMS norm: Gemma's are not, whose weights are added to 1."""
    weight = getattr(layer, "weight", None)
    if not hasattr(layer, "variance_epsilon") or weight is None or weight.dim() != 1:
        return False
    with torch.no_grad():
        return _agree(layer, _norm_of(layer), len(weight))


def _agree(layer: nn.Module, form: Forward, size: int) -> bool:
    # With a mean, which other norms take away.
    rows = 1 + torch.randn(len(PROBE_SCALES), size, generator=torch.Generator().manual_seed(0))
    states = (rows * torch.tensor(PROBE_SCALES)[:, None]).to(torch.bfloat16)
    own, found = layer(states).float(), form(states).float()
    return bool(((own - found).norm(dim=-1) <= TOLERANCE * own.norm(dim=-1)).all())
