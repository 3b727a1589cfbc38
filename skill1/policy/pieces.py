"""A pass without padding: pieces of many rows one after another, each attending to its own row's keys.

Layers that look at one token at a time see the N tokens of all pieces; a single token of a running answer is a piece
like any other. Weights are read once for all of them, and few keys are read that nothing attends to.

Shapes: R cache rows, N tokens, T tokens of a piece, S keys up to its end, H heads, K key-value heads, G = H / K, D head
size.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import torch
import torch.nn.functional as F

# Up to so many tokens, heads that share keys are rows of one product: in 0.54 to 0.95 of the time of heads one by one
# (torch 2.13, bfloat16 with matrix units, 400 and 700 keys). Single tokens have a kernel that is faster still.
MOST_SHARED = 100
MOST_PADDING = 1.25  # of rows attended to at once: keys, with those behind a row's end, for each one that counts

Fed = tuple[int, int, tuple[int, ...]]  # row, start, ids


class Piece(NamedTuple):
    """``number`` tokens of one cache row, or one token of each of ``rows`` neighbours from ``row`` on.

    In the pass they stand from ``first`` on. ``end``: the place behind the last key that one of them attends to.
    ``mask``: added to scores, [G·T, S], [T, S] or [rows, 1, 1, S]; None where nothing is hidden, or only what comes
    later in the piece itself.
    """

    row: int
    rows: int
    first: int
    number: int
    end: int
    mask: torch.Tensor | None

    @property
    def shares(self) -> bool:
        """Whether heads that share keys are rows of one product."""
        return self.mask is not None and 1 < self.number <= MOST_SHARED


# Queries, keys, values, the piece and the scaling.
Attend = Callable[[torch.Tensor, torch.Tensor, torch.Tensor, Piece, float], torch.Tensor]


def lay_out(fed: Sequence[Fed], group: int, dtype: torch.dtype) -> tuple[Piece, ...]:
    """The pieces of a pass, for ``group`` heads to each key; their masks serve every layer."""
    pieces, first = [], 0
    for stretch in _stretches(fed):
        row, start, ids = stretch[0]
        ends = [start + len(ids) for _, start, ids in stretch]
        mask = _end_mask(ends, dtype) if len(stretch) > 1 else _order_mask(start, len(ids), dtype)
        piece = Piece(row, len(stretch), first, len(ids), max(ends), mask)
        # Where heads share a product, its rows are G times the T tokens, and each of them needs its row of the mask.
        pieces.append(piece._replace(mask=mask.repeat(group, 1)) if piece.shares else piece)
        first += len(stretch) * len(ids)
    return tuple(pieces)


def _stretches(fed: Sequence[Fed]) -> list[list[Fed]]:
    """Single tokens of neighbouring rows that hold about as many keys together, all else alone."""
    found: list[list[Fed]] = []
    for piece in fed:
        if found and _joins(found[-1], piece):
            found[-1].append(piece)
        else:
            found.append([piece])
    return found


def _joins(stretch: list[Fed], piece: Fed) -> bool:
    (last_row, _, last_ids), (row, _, ids) = stretch[-1], piece
    # Neighbours only: their keys are one view of the cache.
    if len(last_ids) > 1 or len(ids) > 1 or row != last_row + 1:
        return False
    ends = [start + 1 for _, start, _ in (*stretch, piece)]
    return max(ends) * len(ends) <= MOST_PADDING * sum(ends)


def _end_mask(ends: Sequence[int], dtype: torch.dtype) -> torch.Tensor | None:
    if min(ends) == max(ends):
        return None
    # All rows are read as far as the longest; what comes after a row's own end is hidden.
    hidden = torch.arange(max(ends)) >= torch.tensor(ends)[:, None, None, None]
    return torch.zeros(hidden.shape, dtype=dtype).masked_fill_(hidden, -torch.inf)


def _order_mask(start: int, number: int, dtype: torch.dtype) -> torch.Tensor | None:
    # A single token sees all keys. SDPA's own causal mask counts from the upper left corner: right where no keys
    # come before the piece, too narrow where some do.
    if not start or number == 1:
        return None
    return torch.full((number, start + number), -torch.inf, dtype=dtype).triu_(start + 1)


def cut_pieces(fed: Sequence[Fed], budget: int) -> list[list[Fed]]:
    """The pieces of each pass, in their order: as many as have up to ``budget`` tokens; a longer one stands alone."""
    parts: list[list[Fed]] = []
    room = 0
    for piece in fed:
        if len(piece[2]) > room or not parts:
            parts.append([])
            room = budget
        parts[-1].append(piece)
        room -= len(piece[2])
    return parts


def pieces_attention(query, key, value, pieces: Sequence[Piece], scaling: float, attend: Attend):
    """Attention of queries [1, H, N, D] to the keys and values [R, K, slots, D] of their rows; [1, N, H, D].

    ``attend``: that of one piece, such as :func:`by_kernel`.
    """
    _, H, N, D = query.shape
    # Laid out as the output projection reads it; attention writes through the view.
    out = query.new_empty(1, N, H, D)
    out_1HND = out.transpose(1, 2)
    for piece in pieces:
        part = (piece.first, piece.rows * piece.number)
        keys, values = (held.narrow(0, piece.row, piece.rows).narrow(2, 0, piece.end) for held in (key, value))
        out_1HND.narrow(2, *part).copy_(attend(query.narrow(2, *part), keys, values, piece, scaling))
    return out


def by_kernel(queries, keys, values, piece: Piece, scaling: float):
    """Attention of queries [1, H, rows · T, D] to keys and values [rows, K, S, D] of one piece; as the queries.

    By SDPA's kernel, which reads a part of the cache as it lies; products of our own would copy the part first, and
    take longer on Intel's processors (torch 2.13, bfloat16 with and without matrix units).
    """
    (_, H, _, D), K = queries.shape, keys.shape[1]
    mask, shares = piece.mask, piece.shares
    if shares and len(mask) != H // K * piece.number:
        # Not as the configuration says: JetMoE hands on keys that it has repeated, Laguna's layers differ in heads.
        mask, shares = mask[: piece.number], False
    if piece.number == 1:
        queries = queries.transpose(0, 2)  # rows are a batch
    elif shares:
        queries = queries.reshape(1, K, H // K * piece.number, D)
    how = {"is_causal": piece.number > 1 and mask is None, "scale": scaling, "enable_gqa": not shares}
    states = F.scaled_dot_product_attention(queries, keys, values, mask, **how)
    return states.transpose(0, 2) if piece.number == 1 else states.reshape(1, H, piece.number, D)
