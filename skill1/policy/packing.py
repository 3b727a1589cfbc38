"""Rows of a batch as branches of one tree: what follows the same beginning is computed once, padding not at all.

Members of a group begin with the same prompt, demonstrations with the same instructions. In a causal model a token's
states depend on what precedes it alone, so rows that begin alike have equal states there. The layers that look at one
token at a time (most of the work) see the N nodes of the tree; attention sees rows again, gathered from them. A
gradient flows back through the gather and is summed over the rows that share a node: exact, not an approximation.

Shapes: N nodes, B rows, T places of the longest row, H heads, D head size.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import torch
import torch.nn.functional as F

NODE_MULTIPLE = 64  # numbers of nodes and places are rounded up: memory is reused for shapes seen before
PLACE_MULTIPLE = 16


class Branch(NamedTuple):
    """A row's own nodes: ``number`` from node ``first`` on, the first of them at place ``start`` of the row."""

    row: int
    first: int
    start: int
    number: int


@dataclass(frozen=True)
class Packing:
    """``node_BT``: which node stands at each place (any, behind a row's end). ``place_N``: one flat place of a node.

    ``branches``: in the order of their nodes, those of rows that have some.
    """

    ids_N: torch.Tensor
    positions_N: torch.Tensor
    node_BT: torch.Tensor
    place_N: torch.Tensor
    branches: tuple[Branch, ...]


def pack(ids_BT: torch.Tensor, lengths: Sequence[int]) -> Packing:
    """The tree of the first ``lengths[b]`` tokens of each row b; on the device of ``ids_BT``."""
    rows = [row[:length] for row, length in zip(ids_BT.tolist(), lengths, strict=True)]
    width = round_up(max(1, *lengths), PLACE_MULTIPLE)
    node_BT, nodes, previous = np.zeros((len(rows), width), np.int64), [], None
    branches = []
    # In the order of their tokens, a row shares most with the row before it.
    for b in sorted(range(len(rows)), key=rows.__getitem__):
        shared = 0 if previous is None else shared_prefix(rows[previous], rows[b])
        if shared:
            node_BT[b, :shared] = node_BT[previous, :shared]
        own = len(rows[b]) - shared
        node_BT[b, shared : len(rows[b])] = range(len(nodes), len(nodes) + own)
        # A row equal to the one before it has no nodes of its own.
        branches += [Branch(b, len(nodes), shared, own)] * bool(own)
        nodes += [(rows[b][t], t, b * width + t) for t in range(shared, len(rows[b]))]
        previous = b
    nodes += [(0, 0, 0)] * (round_up(max(1, len(nodes)), NODE_MULTIPLE) - len(nodes))  # which nothing looks at
    columns = (*np.array(nodes, np.int64).T.copy(), node_BT)
    ids_N, positions_N, place_N, node_BT = (torch.from_numpy(column).to(ids_BT.device) for column in columns)
    return Packing(ids_N, positions_N, node_BT, place_N, tuple(branches))


def shared_prefix(one: Sequence[int], other: Sequence[int]) -> int:
    """Number of leading ids that two rows share."""
    size = min(len(one), len(other))
    # In one comparison where one row begins with all of the other, as a prompt does with what its episode was fed
    # before.
    if tuple(one[:size]) == tuple(other[:size]):
        return size
    return next(i for i in range(size) if one[i] != other[i])


def packed_attention(attend, module, query_1HND, key_1HND, value_1HND, packing: Packing, **kwargs):
    """``attend``, a causal attention over rows, applied to the rows that ``packing`` gathers; [1, N, H, D], None."""
    rows = (_gather(states, packing.node_BT) for states in (query_1HND, key_1HND, value_1HND))
    output_BTHD, _ = attend(module, *rows, None, **kwargs)
    return output_BTHD.flatten(0, 1).index_select(0, packing.place_N)[None], None


def _gather(states_1HND: torch.Tensor, node_BT: torch.Tensor) -> torch.Tensor:
    """States of each row's places, [B, H, T, D]."""
    states_NHD = states_1HND[0].transpose(0, 1)
    heads, size = states_NHD.shape[1:]
    # As an embedding: its gradient, a sum over the places of each node, is the fastest that torch has on a CPU.
    rows_BTC = F.embedding(node_BT, states_NHD.reshape(-1, heads * size))
    return rows_BTC.view(*node_BT.shape, heads, size).transpose(1, 2)


def round_up(number: int, multiple: int) -> int:
    """Smallest multiple of ``multiple`` that is at least ``number``."""
    return -(-number // multiple) * multiple
