"""Full-precision copies of low-precision weights: what an optimizer steps on, because bfloat16 cannot hold its steps.

A step of 1e-6 is lost in the rounding of a bfloat16 weight, and so are small gradients in the sum of a large one.
"""

from __future__ import annotations

import torch


class Masters:
    """``copies``: one float32 tensor for each parameter of ``model``; none where the model is float32 itself."""

    def __init__(self, model) -> None:
        self.model = model
        is_full = next(model.parameters()).dtype == torch.float32
        self.copies = [] if is_full else [p.detach().float().clone() for p in model.parameters()]

    @property
    def stepped(self) -> list[torch.Tensor]:
        """What the optimizer and the clipping of gradients work on."""
        return self.copies or list(self.model.parameters())

    @torch.no_grad()
    def collect_gradients(self) -> None:
        """After each backward pass: move low-precision gradients to the copies and sum them there."""
        for copy, parameter in zip(self.copies, self.model.parameters(), strict=False):
            if parameter.grad is None:
                continue
            gradient = parameter.grad.float()
            copy.grad = gradient if copy.grad is None else copy.grad.add_(gradient)
            parameter.grad = None

    @torch.no_grad()
    def round_to_model(self) -> None:
        """After an optimizer step: the model's weights are the copies, rounded."""
        for copy, parameter in zip(self.copies, self.model.parameters(), strict=False):
            parameter.copy_(copy)
