"""What an update has to multiply, by hand."""

from types import SimpleNamespace

import pytest
import torch
from torch import nn

from tests.bench.scripts import script


@pytest.mark.parametrize(
    ("frozen", "kl", "expected"),
    [
        # 7 nodes through 2 layers of 12 weights: 2 forward and 4 back for each; 3 positions through a head of 20.
        (0, 0.0, 7 * 6 * 24 + 3 * 6 * 20),
        (1, 0.0, 7 * (2 * 24 + 4 * 12) + 3 * 6 * 20),
        # The reference goes forward once more, through the head, too.
        (1, 0.05, 7 * (4 * 24 + 4 * 12) + 3 * 8 * 20),
    ],
)
def test_flops_of_an_update(frozen, kl, expected):
    layers = nn.ModuleList(nn.Linear(3, 4, bias=False) for _ in range(2))
    for layer in layers[:frozen]:
        layer.requires_grad_(False)
    head = nn.Linear(4, 5, bias=False)
    model = SimpleNamespace(
        base_model=SimpleNamespace(layers=layers), get_output_embeddings=lambda: head, dtype=torch.float32
    )
    run = SimpleNamespace(model=model, config=SimpleNamespace(loss=SimpleNamespace(kl_coefficient=kl)))
    assert script("engine").update_flops(run, 7, 3) == expected
