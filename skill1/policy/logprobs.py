"""Log-probabilities of given tokens under a model: what training and gates compare policies and prompts by."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import torch
import torch.nn.functional as F
from torch.utils.checkpoint import checkpoint

from skill1.policy.attention import can_pack
from skill1.policy.packing import pack


class Row(NamedTuple):
    """Tokens that were fed, and tokens that followed and are to be scored (at least one each)."""

    prompt_ids: tuple[int, ...]
    response_ids: tuple[int, ...]


MOST_LOGITS = 1 << 24  # numbers in one [P, V] tensor: 64 MB; a language model's 49,152 words give 341 positions


def token_logprobs(
    model, ids_BT, where_BT, temperature: float, *, with_entropy: bool, entropy_gradient: bool = True
):
    """Log-probs [P] (and entropies [P] or None) of the tokens at ``where_BT`` given what precedes them.

    Only those positions go through the output layer, over ``MOST_LOGITS`` numbers in chunks whose logits are made a
    second time for the backward pass; temperature divides the logits as in sampling. Without ``entropy_gradient`` the
    entropies are figures only, and keep no [P, V] tensors for a backward pass.
    """
    # The first token has nothing before it to be predicted from, so it is never scored.
    hidden_PD, ids_P = _hidden_before(model, ids_BT, where_BT), ids_BT[:, 1:][where_BT[:, 1:]]
    output = model.get_output_embeddings()

    def of(hidden_PD, ids_P):
        # In float32 before anything is divided or summed, as where tokens are sampled: both sides round alike.
        logits_PV = output(hidden_PD).float()
        # Skipped at 1: it would make one more [P, V] tensor.
        if temperature != 1.0:
            logits_PV = logits_PV / temperature
        logprobs_PV = F.log_softmax(logits_PV, dim=-1)
        chosen_P = logprobs_PV.gather(1, ids_P[:, None])[:, 0]
        if not with_entropy:
            return chosen_P, None
        with torch.set_grad_enabled(entropy_gradient and torch.is_grad_enabled()):
            return chosen_P, -(logprobs_PV.exp() * logprobs_PV).sum(-1)

    size = max(1, MOST_LOGITS // output.weight.shape[0])
    if len(ids_P) <= size:
        return of(hidden_PD, ids_P)
    parts = [
        checkpoint(of, hidden, ids, use_reentrant=False)
        for hidden, ids in zip(hidden_PD.split(size), ids_P.split(size), strict=True)
    ]
    chosen, entropies = zip(*parts, strict=True)
    return torch.cat(chosen), torch.cat(entropies) if with_entropy else None


def _hidden_before(model, ids_BT, where_BT):
    """States [P, D] from which the tokens at ``where_BT`` are predicted: those of the places before them."""
    before_BT = where_BT[:, 1:]
    if not can_pack(model):
        # Padding may be a token that the model lacks. Nothing looks at it.
        known_BT = ids_BT.clamp(max=model.get_input_embeddings().num_embeddings - 1)
        return model.base_model(input_ids=known_BT, use_cache=False).last_hidden_state[:, :-1][before_BT]
    row_P, column_P = before_BT.nonzero(as_tuple=True)
    lengths = np.zeros(len(ids_BT), np.int64)
    # A row's last trained token is not fed: nothing is predicted from it.
    np.maximum.at(lengths, row_P.cpu().numpy(), column_P.cpu().numpy() + 1)
    packing = pack(ids_BT, lengths.tolist())
    hidden_1ND = model.base_model(
        input_ids=packing.ids_N[None],
        position_ids=packing.positions_N[None],
        # Of four dimensions, so the model leaves it alone: attention makes its own.
        attention_mask=torch.zeros(1, 1, 1, 1, dtype=torch.bool, device=ids_BT.device),
        use_cache=False,
        packing=packing,
    ).last_hidden_state
    return hidden_1ND[0][packing.node_BT[row_P, column_P]]


@torch.no_grad()
def score(
    model, rows: Sequence[Row], *, pad_id: int, temperature: float, budget_tokens: int
) -> list[tuple[float, ...]]:
    """Log-probs (nats) of each row's response tokens, in the order of the rows.

    ``budget_tokens``: rows × longest row of one forward pass; a longer row stands alone. Rows are padded on the right,
    which causal attention never sees.
    """
    # Longest first, so that a batch's first row tells how many fit.
    order = sorted(range(len(rows)), key=lambda i: -_length(rows[i]))
    found: dict[int, tuple[float, ...]] = {}
    while order:
        fitting = max(1, budget_tokens // _length(rows[order[0]]))
        batch, order = order[:fitting], order[fitting:]
        found |= dict(zip(batch, _scored(model, [rows[i] for i in batch], pad_id, temperature), strict=True))
    return [found[i] for i in range(len(rows))]


def _scored(model, rows: Sequence[Row], pad_id: int, temperature: float) -> list[tuple[float, ...]]:
    ids_BT = np.full((len(rows), max(map(_length, rows))), pad_id, np.int64)
    where_BT = np.zeros(ids_BT.shape, bool)
    for i, row in enumerate(rows):
        ids_BT[i, : _length(row)] = row.prompt_ids + row.response_ids
        where_BT[i, len(row.prompt_ids) : _length(row)] = True
    tensors = [torch.from_numpy(array).to(model.device) for array in (ids_BT, where_BT)]
    values = token_logprobs(model, *tensors, temperature, with_entropy=False)[0].tolist()
    # The values come row by row, as `where_BT` is read.
    taken, result = 0, []
    for row in rows:
        result.append(tuple(values[taken : taken + len(row.response_ids)]))
        taken += len(row.response_ids)
    return result


def _length(row: Row) -> int:
    return len(row.prompt_ids) + len(row.response_ids)
