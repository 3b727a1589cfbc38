"""Rows of an update as batches: mini-batches of whole groups, micro-batches that the memory takes, padded tensors."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch

from skill1.policy.attention import can_pack
from skill1.policy.packing import shared_prefix
from skill1.schema import TokenSample

# Both limits bound memory: the layers' by tokens, attention's by places of padded rows.
PLACES_PER_TOKEN = 4  # of packed rows: attention's share of the memory of a token is about so much smaller
_FLOATS = ("logprobs", "advantages", "weights", "kl_weights")  # columns of a TokenSample


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
    # Advantages are relative to a group: its members must move the weights together.
    groups = sorted({sample.group for sample in samples})
    # By place, not by number: a group may have no rows, and parts should be of like size.
    part_of = {group: i % number for i, group in enumerate(groups)}
    parts: list[list[TokenSample]] = [[] for _ in range(number)]
    for sample in samples:
        parts[part_of[sample.group]].append(sample)
    return [part for part in parts if part]


def micro_batches(model, samples: Sequence[TokenSample], budget_tokens: int) -> list[list[TokenSample]]:
    """Rows cut into batches of at most ``budget_tokens``, as many as the model's way to compute them costs."""
    return (packed_batches if can_pack(model) else padded_batches)(samples, budget_tokens)


def padded_batches(samples: Sequence[TokenSample], budget_tokens: int) -> list[list[TokenSample]]:
    """Rows sorted by length, cut so that rows × longest row ≤ budget; a longer row stands alone."""
    batches: list[list[TokenSample]] = []
    # Rows of like length share a batch, so little of it is padding.
    for sample in sorted(samples, key=lambda s: len(s.ids), reverse=True):
        # A batch's first row is its longest, which the others are padded to.
        if batches and (len(batches[-1]) + 1) * len(batches[-1][0].ids) <= budget_tokens:
            batches[-1].append(sample)
        else:
            batches.append([sample])
    return batches


def packed_batches(samples: Sequence[TokenSample], budget_tokens: int) -> list[list[TokenSample]]:
    """Rows sorted by their tokens, cut so that these, shared beginnings counted once, are ≤ budget; or a longer row.

    Attention sees the keys of whole rows: rows × longest row ≤ ``PLACES_PER_TOKEN`` × budget.
    """
    batches: list[list[TokenSample]] = []
    tokens = longest = 0
    # In this order a row shares most with the one before it.
    for sample in sorted(samples, key=lambda s: s.ids):
        own = len(sample.ids)
        if batches:
            last = batches[-1]
            more = tokens + own - shared_prefix(last[-1].ids, sample.ids)
            widest = max(longest, own)
            if more <= budget_tokens and (len(last) + 1) * widest <= PLACES_PER_TOKEN * budget_tokens:
                last.append(sample)
                tokens, longest = more, widest
                continue
        batches.append([sample])
        tokens = longest = own
    return batches


def collate(samples: Sequence[TokenSample], pad_id: int, device: torch.device) -> MicroBatch:
    """Right-pad rows; causal attention never lets a real token see the padding."""
    longest = max(len(sample.ids) for sample in samples)
    # All are [rows, tokens]. Padding keeps a weight of 0, by which it is left out below.
    ids = np.full((len(samples), longest), pad_id, np.int64)
    columns = {n: np.zeros((len(samples), longest), np.float32) for n in _FLOATS}
    stages, clipped = (np.zeros((len(samples), longest), np.int64) for _ in range(2))
    for row, sample in enumerate(samples):
        ids[row, : len(sample.ids)] = sample.ids
        stages[row, : len(sample.ids)] = sample.stages
        clipped[row, : len(sample.ids)] = sample.clipped
        for name, column in columns.items():
            column[row, : len(sample.ids)] = getattr(sample, name)
    # By weight, not by advantage: the KL term also holds tokens that nothing pushes.
    where = (columns["weights"] != 0) | (columns["kl_weights"] != 0)
    # Nothing comes before the first token that could predict it.
    where[:, 0] = False
    # Flat from here on, row after row: the order in which `token_logprobs` gives its positions.
    picked = [torch.from_numpy(a[where]).to(device) for a in (stages, *columns.values(), clipped != 0)]
    return MicroBatch(torch.from_numpy(ids).to(device), torch.from_numpy(where).to(device), *picked)
