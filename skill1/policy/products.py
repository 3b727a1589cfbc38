"""Float32 products on a CPU by oneDNN, where MKL leaves half of the processor's width unused: AVX-512 not by Intel.

There MKL computes as with AVX2; oneDNN takes some half of the time for 256 tokens and more (torch 2.13, Zen 5).
"""

from __future__ import annotations

import os
import platform
from functools import cache
from pathlib import Path

import torch
from torch import nn
from torch.autograd.function import once_differentiable

WORTH_ROWS = 160  # below it, what a call costs outweighs what it saves
SAME_BITS = 192  # both libraries add up to so many terms one after another: the same bits (a test holds it)


def widen(model) -> None:
    """Let a model's linear layers multiply by oneDNN where that is faster; their numbers stay within rounding."""
    first = next(model.parameters())
    if first.device.type != "cpu" or first.dtype != torch.float32 or not mkl_is_narrow():
        return  # a GPU, a precision that oneDNN has already, or MKL at its best
    for layer in model.modules():
        # Layers of another class may compute something else.
        if type(layer) is nn.Linear:
            layer.__class__ = WideLinear


class WideLinear(nn.Linear):
    """The same layer, computed elsewhere."""

    def forward(self, input: torch.Tensor) -> torch.Tensor:  # noqa: A002  (torch's name)
        is_ours = input.dtype == torch.float32 and input.device.type == "cpu"  # not moved or converted since
        # oneDNN knows no product of nothing.
        if not is_ours or input.dim() < 2 or not input.numel():
            return super().forward(input)
        # A row's bits must not depend on how many stand beside it: where the two differ, one of them has all rows.
        if self.in_features <= SAME_BITS and input.numel() < WORTH_ROWS * self.in_features:
            return super().forward(input)
        return _Product.apply(input, self.weight, self.bias)


class _Product(torch.autograd.Function):
    """x Wᵀ + b, and its gradients."""

    @staticmethod
    def forward(ctx, states, weight, bias):
        ctx.save_for_backward(states, weight)
        return _product(states, weight, bias)

    @staticmethod
    @once_differentiable  # its own products are no operations that autograd follows
    def backward(ctx, gradient):
        states, weight = ctx.saved_tensors
        gradient_ND, states_NE = gradient.flatten(0, -2), states.flatten(0, -2)
        of_states = of_weight = of_bias = None
        if ctx.needs_input_grad[0]:
            of_states = _product(gradient, weight.t(), None)
        if ctx.needs_input_grad[1]:
            of_weight = _product(gradient_ND.t(), states_NE.t(), None)
        if ctx.needs_input_grad[2]:
            of_bias = gradient_ND.sum(0)
        return of_states, of_weight, of_bias


def _product(states, weight, bias):
    return torch.ops.mkldnn._linear_pointwise.default(states, weight, bias, "none", [], "")


@cache
def mkl_is_narrow() -> bool:
    """Whether torch may use AVX-512 here and MKL does not."""
    is_wide = torch.backends.cpu.get_cpu_capability() == "AVX512"
    return is_wide and torch.backends.mkldnn.is_available() and mkl_is_foreign()


@cache
def kernel_is_slow() -> bool:
    """Whether SDPA's kernel multiplies bfloat16 by a foreign MKL here, and oneDNN has products that are faster."""
    has_onednn = torch.backends.mkldnn.is_available() and torch.ops.mkldnn._is_mkldnn_bf16_supported()
    return has_onednn and mkl_is_foreign()


@cache
def mkl_is_foreign() -> bool:
    """Whether MKL multiplies here on a processor that is known not to be Intel's, for which it was made."""
    return torch.backends.mkl.is_available() and not may_be_intels()


def may_be_intels(cpuinfo: Path = Path("/proc/cpuinfo")) -> bool:
    """Whether the processor is Intel's, or nobody says whose it is."""
    try:
        told = cpuinfo.read_text(encoding="utf-8")
    except OSError:  # not Linux
        told = platform.processor()
    return not told or "GenuineIntel" in told


def bound_memory() -> None:
    """Let oneDNN keep what it prepares for the last 64 shapes, unless the environment says another number.

    Rows come in ever new numbers, and each takes half a megabyte of a cache for 1,024: 800 MB more after 400 updates of
    a tiny policy, 700 MB after 600 tokens of SmolLM2. Read at the first product.
    """
    for name in ("ONEDNN_PRIMITIVE_CACHE_CAPACITY", "LRU_CACHE_CAPACITY"):  # oneDNN's own, and torch's above it
        os.environ.setdefault(name, "64")
