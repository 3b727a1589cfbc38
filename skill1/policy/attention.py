"""Attention whose numbers don't depend on a row's neighbours, also for rows that share their beginnings."""

from __future__ import annotations

import torch

from skill1.policy.packing import packed_attention

STABLE_ATTENTION = "skill1_stable"


def register_attention() -> None:
    """Make ``attn_implementation=STABLE_ATTENTION`` known to transformers."""
    from transformers import AttentionInterface
    from transformers.masking_utils import AttentionMaskInterface, sdpa_mask

    AttentionInterface.register(STABLE_ATTENTION, stable_attention)
    AttentionMaskInterface.register(STABLE_ATTENTION, sdpa_mask)


def can_pack(model) -> bool:
    """Whether rows may share what they begin with: ours is the attention, and it looks at all that precedes a token."""
    config = model.config
    # A sliding window would need a mask, and packed rows are attended to without one.
    kinds = set(getattr(config, "layer_types", None) or ["full_attention"])
    is_sliding = getattr(config, "sliding_window", None) and getattr(config, "use_sliding_window", True)
    return config._attn_implementation == STABLE_ATTENTION and kinds == {"full_attention"} and not is_sliding


def stable_attention(module, query, key, value, attention_mask, *, packing=None, **kwargs):
    """SDPA, except for one-token queries on a CPU, where its kernel splits work by batch size.

    There two batched products give the same bits for a row in any batch, and are faster (measured, torch 2.13).
    ``packing``: the tokens are nodes of a tree, see :mod:`skill1.policy.packing`.
    """
    from transformers.integrations.sdpa_attention import sdpa_attention_forward

    if packing is not None:
        is_fast = query.device.type == "cpu" and query.dtype == torch.bfloat16 and not kwargs.get("dropout")
        attend = blocked_attention if is_fast else sdpa_attention_forward
        return packed_attention(attend, module, query, key, value, packing, **kwargs)
    if query.shape[2] > 1 or query.device.type != "cpu" or attention_mask is None:
        return sdpa_attention_forward(module, query, key, value, attention_mask, **kwargs)
    # The heads that share keys stand as rows of one product: keys and values are not copied for each of them.
    grouped = query.view(query.shape[0], key.shape[1], module.num_key_value_groups, -1)
    scores = torch.matmul(grouped, key.transpose(2, 3)) * kwargs["scaling"]
    scores = scores.masked_fill(~attention_mask, torch.finfo(scores.dtype).min)
    return torch.matmul(scores.softmax(-1), value).view(*query.shape).transpose(1, 2).contiguous(), None


QUERY_BLOCK = 256  # of 128, 256 and 512 the fastest for rows of 500 to 1,500 tokens


def blocked_attention(module, query, key, value, attention_mask, *, scaling: float, **kwargs):
    """Causal attention over whole rows, a block of queries at a time: each block meets the keys up to its own end.

    In bfloat16 on a CPU, forward and backward together take less than half the time of SDPA's kernel (torch 2.13, rows
    of 960, head size 64); the probabilities are kept for the backward pass. Scores are rounded to the input's
    precision, as where single tokens are sampled; the softmax sums in float32.

    Returns:
        [B, T, H, D] and None, as transformers expects it of an attention.
    """
    B, H, T, D = query.shape
    K = key.shape[1]
    # The heads that share keys stand as rows of one product: keys and values are not copied for each of them.
    grouped = (query * scaling).view(B, K, H // K, T, D)
    blocks = []
    for start in range(0, T, QUERY_BLOCK):
        end = min(T, start + QUERY_BLOCK)
        queries = grouped[:, :, :, start:end].flatten(2, 3)
        scores = (queries @ key[:, :, :end].transpose(2, 3)).view(B, K, H // K, end - start, end)
        later = torch.ones(end - start, end - start, dtype=torch.bool, device=query.device).triu(1)
        scores[..., start:].masked_fill_(later, -torch.inf)
        weighted = scores.softmax(-1).flatten(2, 3) @ value[:, :, :end]
        blocks.append(weighted.view(B, K, H // K, end - start, D))
    return torch.cat(blocks, 3).view(B, H, T, D).transpose(1, 2), None
