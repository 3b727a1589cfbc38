"""``python -m skill1.doctor.kernels``: attention of packed rows on the first GPU; prints one line of JSON.

``device``: the card and its versions; ``flash_attn``: largest difference to PyTorch's attention, forward and backward,
None without flash-attn; ``limit``: what bfloat16 allows.
"""

from __future__ import annotations

import importlib.util
import json
import sys
from collections.abc import Sequence

LENGTHS = (96, 160, 33)  # of the packed rows
HEADS, HEAD_SIZE = 4, 64
LIMIT = 0.05  # bfloat16 has 8 bits: values of some units differ by about 2 ** -7 each


def measure(device: str = "cuda", attend=None) -> dict[str, object]:
    """The comparison on a device; ``attend`` takes the place of flash-attn's function for packed rows."""
    import torch

    result: dict[str, object] = {"device": _name(torch, device), "limit": LIMIT, "flash_attn": None}
    attend = attend or _flash_attention()
    if attend is None:
        return result
    # Fixed, so that the verdict does not vary from call to call.
    torch.manual_seed(0)
    rows = torch.randn(sum(LENGTHS), 3, HEADS, HEAD_SIZE, device=device, dtype=torch.bfloat16)
    # Two leaves, so that each way has gradients of its own.
    ours, theirs = (rows.clone().requires_grad_() for _ in range(2))
    packed, plain = attend(*ours.unbind(1), LENGTHS), by_torch(*theirs.unbind(1), LENGTHS)
    for output in (packed, plain):
        output.float().square().sum().backward()
    # Outputs are means of unit normals, so their difference is judged as it is; gradients have no such scale, so
    # theirs is a share of the largest.
    difference = max(_largest(packed, plain), _largest(ours.grad, theirs.grad) / _largest(theirs.grad, 0))
    return result | {"flash_attn": difference}


def _largest(one, other) -> float:
    return float((one - other).detach().abs().max())


def _name(torch, device: str) -> str:
    if device != "cuda":
        return f"{device}, torch {torch.__version__}"
    card = torch.cuda.get_device_properties(0)
    memory = f"{card.total_memory / (1 << 30):.0f} GiB"
    return f"{card.name}, {memory}, torch {torch.__version__}, CUDA {torch.version.cuda}"


def by_torch(query, key, value, lengths: Sequence[int]):
    """Causal attention [T, heads, size] row by row, with PyTorch's own function."""
    import torch

    parts = zip(*(part.split(list(lengths)) for part in (query, key, value)), strict=True)
    outputs = [
        torch.nn.functional.scaled_dot_product_attention(
            *(part.transpose(0, 1)[None] for part in row), is_causal=True
        )[0].transpose(0, 1)
        for row in parts
    ]
    return torch.cat(outputs)


def _flash_attention():
    if importlib.util.find_spec("flash_attn") is None:
        return None
    import torch
    from flash_attn import flash_attn_varlen_func

    def attend(query, key, value, lengths):
        ends = torch.tensor([0, *lengths], device=query.device).cumsum(0).int()
        return flash_attn_varlen_func(query, key, value, ends, ends, max(lengths), max(lengths), causal=True)

    return attend


if __name__ == "__main__":
    try:
        found = measure()
    except Exception as error:  # the doctor says what it was
        found = {"error": f"{type(error).__name__}: {error}".splitlines()[0]}
    sys.stdout.write(json.dumps(found) + "\n")
