"""Weights of linear layers in the order that oneDNN's products on a CPU read them.

``torch`` hands oneDNN a layer's weights as they lie, and it puts them in order at every product. That takes up to half
the time while single tokens are sampled: 8 rows times a weight of 576 x 1,536 takes 357 µs, 195 µs with the weight in
order (torch 2.13, one core). Sampling uses weights many times between two updates, so they are put in order once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial

import torch
from torch import nn

ROWS = 8  # for which number of rows the order is best; it serves all numbers


def is_served(model) -> bool:
    """Whether oneDNN multiplies this model's numbers: bfloat16, on a CPU that can."""
    on_cpu = model.device.type == "cpu" and model.dtype == torch.bfloat16
    return on_cpu and torch.backends.mkldnn.is_available() and torch.ops.mkldnn._is_mkldnn_bf16_supported()


class OrderedWeights:
    """A copy of the weights of a model's linear layers, in order; made when first used, and again after :meth:`drop`.

    Without gradients, and only within :meth:`used`: the layers themselves stay as they are.
    """

    def __init__(self, model) -> None:
        # Layers of another class may compute something else.
        self._layers = [layer for layer in model.modules() if type(layer) is nn.Linear]
        self._forwards: list[Callable] = []

    def drop(self) -> None:
        """The weights changed, or their memory is wanted."""
        self._forwards = []

    @contextmanager
    def used(self) -> Iterator[None]:
        """The layers multiply by the copy meanwhile."""
        if not self._forwards:
            self._forwards = [_in_order(layer) for layer in self._layers]
        for layer, forward in zip(self._layers, self._forwards, strict=True):
            layer.__dict__["forward"] = forward  # not by setattr, which looks for parameters and modules first
        try:
            yield
        finally:
            for layer in self._layers:
                # The layer's own is in its class and shows again.
                del layer.__dict__["forward"]


def _in_order(layer: nn.Linear) -> Callable[[torch.Tensor], torch.Tensor]:
    weight = torch.ops.mkldnn._reorder_linear_weight(layer.weight.detach(), ROWS)
    return partial(_product, weight=weight, bias=layer.bias)


def _product(states: torch.Tensor, weight: torch.Tensor, bias: torch.Tensor | None) -> torch.Tensor:
    return torch.ops.mkldnn._linear_pointwise(states, weight, bias, "none", [], "")
