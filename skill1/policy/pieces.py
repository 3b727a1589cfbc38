"""A pass without padding: pieces of many rows one after another, each attending to its own row's keys.

Layers that look at one token at a time see the N tokens of all pieces; a single token of a running answer is a piece
like any other. Weights are read once for all of them, and no key is read that a piece does not attend to.

Shapes: R cache rows, N tokens, T tokens of a piece, S keys up to its end, H heads, K key-value heads, D head size.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import torch
import torch.nn.functional as F


class Piece(NamedTuple):
    """``number`` tokens of a cache row from place ``start`` on; in the pass they stand from ``first`` on."""

    row: int
    first: int
    start: int
    number: int

    @property
    def end(self) -> int:
        """The place behind its last token: how many keys that one attends to."""
        return self.start + self.number

    @classmethod
    def one_after_another(cls, parts: Sequence[tuple[int, int, int]]) -> tuple[Piece, ...]:
        """Pieces of (row, start, number)."""
        pieces, first = [], 0
        for row, start, number in parts:
            pieces.append(cls(row, first, start, number))
            first += number
        return tuple(pieces)


Fed = tuple[int, int, tuple[int, ...]]  # row, start, ids


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


def pieces_attention(query, key, value, pieces: Sequence[Piece], scaling: float):
    """Attention of queries [1, H, N, D] to the keys and values [R, K, slots, D] of their rows; [1, N, H, D]."""
    out = query.new_empty(1, query.shape[2], query.shape[1], query.shape[3])
    for row, first, start, number in pieces:
        part = (slice(row, row + 1), slice(None), slice(start + number))
        queries = query[:, :, first : first + number]
        out[:, first : first + number] = attention_of_last(queries, key[part], value[part], scaling)
    return out


def attention_of_last(query, key, value, scaling: float):
    """Causal attention of the last T of S places of one row, [1, T, H, D], by SDPA's kernel.

    It reads a part of the cache as it lies; products of our own would copy the part first, and take two to four times
    as long (torch 2.13, bfloat16 with and without matrix units).
    """
    (_, H, T, D), (K, S) = query.shape, key.shape[1:3]
    if T == 1:
        # The heads that share keys are queries of one product, which then reads the keys once.
        shared = query.reshape(1, K, H // K, D)
        return F.scaled_dot_product_attention(shared, key, value, scale=scaling).view(1, 1, H, D)
    how = {"scale": scaling, "enable_gqa": True}
    if T == S:  # without a mask it leaves out what comes later, not only its weights
        return F.scaled_dot_product_attention(query, key, value, is_causal=True, **how).transpose(1, 2)
    allowed = torch.ones(T, S, dtype=torch.bool).tril(S - T)
    return F.scaled_dot_product_attention(query, key, value, allowed, **how).transpose(1, 2)
