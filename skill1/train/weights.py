"""The weights that an update moves: which of them, their full-precision copies, and the memory that it leaves."""

from __future__ import annotations

import contextlib
import ctypes
from collections.abc import Sequence

import torch

from skill1.errors import ConfigError
from skill1.policy.load import LARGE_WIDTH


def freeze(model, layers: int) -> None:
    """Keep the embedding and the first ``layers`` layers as they are: no gradients are computed for or through them.

    An output layer tied to the embedding keeps its weights, too. 0: everything is trained.

    Raises:
        ConfigError: the model has no more layers than that, or none that can be told.
    """
    if not layers:
        return
    # Some families name them otherwise (GPT-2: `h`). Refused, or all of it would be trained without a word.
    found = getattr(model.base_model, "layers", None)
    if found is None or layers >= len(found):
        has = "has no list of layers" if found is None else f"has {len(found)} layers"
        raise ConfigError(f"train.frozen_layers = {layers}, but the model {has}. Type --train.frozen_layers 0.")
    for part in (model.get_input_embeddings(), *found[:layers]):
        part.requires_grad_(False)


class Masters:
    """Full-precision copies of low-precision weights: bfloat16 cannot hold an optimizer's steps.

    A step of 1e-6 is lost in the rounding of a bfloat16 weight, and so are small gradients in the sum of a large one.
    ``copies``: one float32 tensor for each trained parameter; none where the model is float32 itself.

    Raises:
        ConfigError: the model is quantised.
    """

    def __init__(self, model) -> None:
        # A model that transformers made full precision as it read it has lost this entry.
        if getattr(getattr(model, "config", None), "quantization_config", None) is not None:
            raise ConfigError(
                f"'{model.name_or_path}' is quantised, so an update would reach only its embedding and norms. "
                "Name the model that it was made from: --model.path NAME"
            )
        self.trained = [p for p in model.parameters() if p.requires_grad]
        is_full = next(model.parameters()).dtype == torch.float32
        self.copies = [] if is_full else [p.detach().float().clone() for p in self.trained]

    @property
    def stepped(self) -> list[torch.Tensor]:
        """What the optimizer and the clipping of gradients work on."""
        return self.copies or self.trained

    @torch.no_grad()
    def collect_gradients(self) -> None:
        """After each backward pass: move low-precision gradients to the copies and sum them there."""
        # Not strict: a float32 model has no copies.
        for copy, parameter in zip(self.copies, self.trained, strict=False):
            if parameter.grad is None:
                continue
            gradient = parameter.grad.float()
            copy.grad = gradient if copy.grad is None else copy.grad.add_(gradient)
            parameter.grad = None

    @torch.no_grad()
    def round_to_model(self) -> None:
        """After an optimizer step: the model's weights are the copies, rounded."""
        # One way only: read back from the model, the copies would lose what its rounding drops.
        for copy, parameter in zip(self.copies, self.trained, strict=False):
            parameter.copy_(copy)


def adamw(
    parameters: Sequence[torch.Tensor], learning_rate: float, *, betas: tuple[float, float], weight_decay: float
) -> torch.optim.AdamW:
    """The optimizer of ``Masters.stepped``; on a CPU it is torch's fused one."""
    # It takes a fifth of the time there. On a GPU either is short beside the rest of an update, and `plan.memory` was
    # measured with the other one, which holds the roots of all moments at once.
    fused = all(parameter.device.type == "cpu" for parameter in parameters)
    return torch.optim.AdamW(
        parameters, learning_rate, betas=betas, weight_decay=weight_decay, fused=fused or None
    )


def give_back_memory(model) -> None:
    """Return what a large model's update has freed to the system, where the C library is glibc.

    Rows of ever new lengths leave its heap full of holes: SmolLM2 held 1,951 MB after one update, 2,527 after five.
    """
    if model.config.hidden_size < LARGE_WIDTH or model.device.type != "cpu":
        return  # little to give, and taking it again costs time
    with contextlib.suppress(AttributeError, OSError, TypeError):  # no malloc_trim: another C library
        ctypes.CDLL(None).malloc_trim(0)
