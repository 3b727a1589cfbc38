"""Rows to padded tensors: mini-batches of whole groups, micro-batches under a token budget."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch

from skill1.schema import TokenSample


@dataclass(frozen=True)
class MicroBatch:
    """B padded rows and their P trained positions, flattened; everything a loss needs."""

    ids_BT: torch.Tensor
    where_BT: torch.Tensor  # bool: positions whose token is trained on (never position 0)
    stage_P: torch.Tensor
    behaviour_P: torch.Tensor
    advantage_P: torch.Tensor
    weight_P: torch.Tensor
    kl_weight_P: torch.Tensor
    is_clipped_P: torch.Tensor


def mini_batches(samples: Sequence[TokenSample], number: int) -> list[list[TokenSample]]:
    """Split into ``number`` parts of whole groups, dealt in turn; empty parts are left out."""
    groups = sorted({sample.group for sample in samples})
    part_of = {group: i % number for i, group in enumerate(groups)}
    parts: list[list[TokenSample]] = [[] for _ in range(number)]
    for sample in samples:
        parts[part_of[sample.group]].append(sample)
    return [part for part in parts if part]


def micro_batches(samples: Sequence[TokenSample], budget_tokens: int) -> list[list[TokenSample]]:
    """Rows sorted by length, cut so that rows × longest row ≤ budget; a longer row stands alone."""
    batches: list[list[TokenSample]] = []
    for sample in sorted(samples, key=lambda s: len(s.ids), reverse=True):
        if batches and (len(batches[-1]) + 1) * len(batches[-1][0].ids) <= budget_tokens:
            batches[-1].append(sample)
        else:
            batches.append([sample])
    return batches


def collate(samples: Sequence[TokenSample], pad_id: int, device: torch.device) -> MicroBatch:
    """Right-pad rows; causal attention never lets a real token see the padding."""
    longest = max(len(sample.ids) for sample in samples)
    ids = np.full((len(samples), longest), pad_id, np.int64)
    columns = {n: np.zeros((len(samples), longest), np.float32) for n in _FLOATS}
    stages, clipped = (np.zeros((len(samples), longest), np.int64) for _ in range(2))
    for row, sample in enumerate(samples):
        ids[row, : len(sample.ids)] = sample.ids
        stages[row, : len(sample.ids)] = sample.stages
        clipped[row, : len(sample.ids)] = sample.clipped
        for name, column in columns.items():
            column[row, : len(sample.ids)] = getattr(sample, name)
    where = (columns["weights"] != 0) | (columns["kl_weights"] != 0)
    where[:, 0] = False
    picked = [torch.from_numpy(a[where]).to(device) for a in (stages, *columns.values(), clipped != 0)]
    return MicroBatch(torch.from_numpy(ids).to(device), torch.from_numpy(where).to(device), *picked)


_FLOATS = ("logprobs", "advantages", "weights", "kl_weights")
