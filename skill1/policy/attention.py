"""Attention whose numbers don't depend on a row's neighbours, also for rows that share their beginnings."""

from __future__ import annotations

import torch
import torch.nn.functional as F

from skill1.policy.packing import Packing, packed_attention
from skill1.policy.pieces import Piece, by_kernel, pieces_attention
from skill1.policy.products import kernel_is_slow

STABLE_ATTENTION = "skill1_stable"


def register_attention() -> None:
    """Make ``attn_implementation=STABLE_ATTENTION`` known to transformers."""
    from transformers import AttentionInterface
    from transformers.masking_utils import AttentionMaskInterface, sdpa_mask

    AttentionInterface.register(STABLE_ATTENTION, stable_attention)
    # transformers makes no mask for an attention that has none registered.
    AttentionMaskInterface.register(STABLE_ATTENTION, sdpa_mask)


def can_pack(model) -> bool:
    """Whether rows may share what they begin with: ours is the attention, and it looks at all that precedes a token."""
    config = model.config
    # A sliding window would need a mask of its own, and packed rows are masked by order alone.
    kinds = set(getattr(config, "layer_types", None) or ["full_attention"])
    is_sliding = getattr(config, "sliding_window", None) and getattr(config, "use_sliding_window", True)
    # The probe last: it runs a part of the model.
    return kinds == {"full_attention"} and not is_sliding and takes_packing(model)


def takes_packing(model) -> bool:
    """Whether ours is the attention, and is told what a pass is made of; a window is the caller's to rule out."""
    return model.config._attn_implementation == STABLE_ATTENTION and _hands_on_packing(model)


class _Reached(Exception):
    """Attention was given the probe."""


_PROBE = object()
_HANDS_ON: dict[type, bool] = {}  # by class of model


def _hands_on_packing(model) -> bool:
    """Whether a model's layers give ``packing`` to attention; StableLM's do not, and tokens would see wrong ones."""
    kind = type(model)
    if kind not in _HANDS_ON:
        one_token = torch.zeros(1, 1, dtype=torch.long, device=model.device)
        try:
            with torch.no_grad():
                model.base_model(input_ids=one_token, use_cache=False, packing=_PROBE)
            _HANDS_ON[kind] = False
        except _Reached:  # in the first layer, so the probe costs little
            _HANDS_ON[kind] = True
    return _HANDS_ON[kind]


def window_of(config) -> int | None:
    """How many of the last tokens some layer of a model attends to; None: every layer attends to all."""
    kinds = getattr(config, "layer_types", None)
    # Qwen2 names a window that most of its models do not use.
    if not getattr(config, "use_sliding_window", True) or (kinds and "sliding_attention" not in kinds):
        return None
    return getattr(config, "sliding_window", None)


def stable_attention(module, query, key, value, attention_mask, *, packing=None, **kwargs):
    """SDPA, but products where its kernel for a CPU is worse (measured, torch 2.13).

    For one-token queries it splits work by batch size; two batched products give the same bits for a row in any batch,
    and are faster. In bfloat16 they are twice as fast for any number of queries, if keys lie in one piece.
    ``packing``: the tokens are nodes of a tree, see :mod:`skill1.policy.packing`, or pieces of many rows, see
    :mod:`skill1.policy.pieces`.
    """
    from transformers.integrations.sdpa_attention import sdpa_attention_forward

    # Here ends the trial run of `_hands_on_packing`.
    if packing is _PROBE:
        raise _Reached
    if isinstance(packing, tuple):
        attend = by_products if kernel_is_slow() else by_kernel
        return pieces_attention(query, key, value, packing, kwargs["scaling"], attend), None
    is_cpu = query.device.type == "cpu"
    # Our own products leave dropout out.
    is_fast = is_cpu and query.dtype == torch.bfloat16 and not kwargs.get("dropout")
    if packing is not None and is_fast:
        return tree_attention(query, key, value, packing, kwargs["scaling"]), None
    if packing is not None:
        # Of CUDA's kernels only that for low precision takes heads that share keys; else all scores would be kept.
        needs_copies = query.device.type == "cuda" and query.dtype == torch.float32
        attend = copying_attention if needs_copies else sdpa_attention_forward
        return packed_attention(attend, module, query, key, value, packing, **kwargs)
    samples = is_cpu and attention_mask is not None and not torch.is_grad_enabled()
    if samples and (is_fast or query.shape[2] == 1):
        return masked_attention(query, key, value, attention_mask, kwargs["scaling"]), None
    return sdpa_attention_forward(module, query, key, value, attention_mask, **kwargs)


def copying_attention(_module, query, key, value, _mask, *, scaling: float, dropout: float = 0.0, **_kwargs):
    """Causal SDPA of whole rows, with copies of keys for each of the heads that share them; [rows, T, H, D], None."""
    heads = query.shape[1] // key.shape[1]
    key, value = (states.repeat_interleave(heads, 1) for states in (key, value))
    states = F.scaled_dot_product_attention(query, key, value, dropout_p=dropout, is_causal=True, scale=scaling)
    return states.transpose(1, 2), None


def by_products(queries, keys, values, piece: Piece, scaling: float):
    """As :func:`skill1.policy.pieces.by_kernel`, by batched products.

    SDPA's kernel multiplies bfloat16 by MKL, which is slow where it is not on Intel's processors: 8 tokens meet 600
    keys each in 4.0 ms there, in 0.26 ms here (torch 2.13, Zen 5, one core). Scores are rounded to the input's
    precision, as in training.
    """
    keys, values = keys.contiguous(), values.contiguous()
    if piece.number > 1:
        return blocked_attention(queries, keys, values, scaling).transpose(1, 2)
    (_, H, R, D), K = queries.shape, keys.shape[1]
    # Rows are a batch; the heads that share keys stand as rows of one product.
    grouped = (queries * scaling).transpose(0, 2).reshape(R, K, H // K, D)
    scores = grouped @ keys.transpose(2, 3)
    if piece.mask is not None:
        scores += piece.mask
    return (scores.softmax(-1) @ values).view(R, H, 1, D).transpose(0, 2)


MOST_SCORES = 1 << 26  # numbers in one [B, H, T, S] tensor: 128 MB in bfloat16, and there are three at a time


def masked_attention(query, key, value, mask, scaling: float):
    """Attention of queries [B, H, T, D] to S keys; [B, T, H, D].

    ``mask`` [B, 1, T, S]: true for keys that count.
    """
    (B, H, T, D), (K, S) = query.shape, key.shape[1:3]
    # Too many scores for one tensor: some rows at a time.
    rows = max(1, MOST_SCORES // (H * T * S))
    if rows < B:
        parts = zip(*(states.split(rows) for states in (query, key, value, mask)), strict=True)
        return torch.cat([masked_attention(*part, scaling) for part in parts])
    is_low = key.dtype == torch.bfloat16
    if is_low:
        # A part of the cache is not contiguous: the product with its transpose takes twice to twenty times as long.
        # Scaled before the product: T·D numbers a head instead of T·S.
        query, key = query * scaling, key.contiguous()
    # The heads that share keys stand as rows of one product: keys and values are not copied for each of them.
    grouped = query.reshape(B, K, H // K * T, D)
    # In place: over long prompts a fresh tensor for each of these steps costs more than the step.
    scores = grouped @ key.transpose(2, 3)
    if not is_low:  # after the product: float32 keeps its bits
        scores.mul_(scaling)
    scores = scores.view(B, K, H // K, T, S)
    scores.masked_fill_(~mask[:, :, None], torch.finfo(scores.dtype).min)
    weighted = scores.softmax(-1).flatten(2, 3) @ value
    return weighted.view(B, H, T, D).transpose(1, 2).contiguous()


QUERY_BLOCK = 256  # of 128, 256 and 512 the fastest for rows of 500 to 1,500 tokens


def tree_attention(query, key, value, packing: Packing, scaling: float):
    """Causal attention of the N nodes of a tree, branch by branch: no padding, and a shared beginning asks once.

    In bfloat16 on a CPU, forward and backward together take less than half the time of SDPA's kernel over padded rows
    (torch 2.13, rows of 960, head size 64); the probabilities are kept for the backward pass. Scores are rounded to the
    input's precision; the softmax sums in float32.

    Returns:
        [1, N, H, D].
    """
    parts = []
    for row, first, start, number in packing.branches:
        # The whole path from the root: what the row shares stands among the nodes of other rows.
        nodes = packing.node_BT[row, : start + number]
        keys, values = (states.index_select(2, nodes) for states in (key, value))
        # Branches come in the order of their nodes, so the parts one after another are all nodes in order.
        parts.append(blocked_attention(query[:, :, first : first + number], keys, values, scaling))
    padding = query.shape[2] - sum(branch.number for branch in packing.branches)
    parts.append(query.new_zeros(1, padding, *query.shape[1::2]))  # nodes that nothing looks at
    return torch.cat(parts, 1)


def blocked_attention(query, key, value, scaling: float):
    """Causal attention of the last T of S places, a block of queries at a time; each meets the keys up to its own end.

    Returns:
        [B, T, H, D].
    """
    (B, H, T, D), (K, S) = query.shape, key.shape[1:3]
    # The heads that share keys stand as rows of one product: keys and values are not copied for each of them.
    grouped = (query * scaling).view(B, K, H // K, T, D)
    blocks = []
    for first in range(0, T, QUERY_BLOCK):
        number = min(QUERY_BLOCK, T - first)
        start = S - T + first
        queries = grouped[:, :, :, first : first + number].flatten(2, 3)
        # [B, K, H/K · number, start + number]
        scores = queries @ key[:, :, : start + number].transpose(2, 3)
        # Of the keys up to the block's end only those of the block itself can come after one of its queries.
        later = torch.ones(number, number, dtype=torch.bool, device=query.device).triu(1)
        # No gradient needs to know: it is 0 where the softmax gives 0. Told of, it would copy all of a block's scores.
        with torch.no_grad():
            scores.view(B, K, H // K, number, -1)[..., start:].masked_fill_(later, -torch.inf)
        weighted = scores.softmax(-1) @ value[:, :, : start + number]
        blocks.append(weighted.view(B, K, H // K, number, D))
    return torch.cat(blocks, 3).view(B, H, T, D).transpose(1, 2)
