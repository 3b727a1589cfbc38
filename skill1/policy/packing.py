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
# Below it SDPA's kernel for a CPU gives a row its bits whatever its padding (torch 2.13; on Intel's AVX-512 a gradient
# in a block of up to 32 places only up to rounding).
STABLE_WIDTH = 192
BLOCK_COST = 32**2  # of one more block, in scores (queries x keys) of a row's attention (tiny policy, one core)


class Branch(NamedTuple):
    """A row's own nodes: ``number`` from node ``first`` on, the first of them at place ``start`` of the row."""

    row: int
    first: int
    start: int
    number: int


class Block(NamedTuple):
    """``rows`` rows of ``width`` places each, which attention takes at once."""

    rows: int
    width: int


@dataclass(frozen=True)
class Packing:
    """``node_BT``: which node stands at each place (any, behind a row's end).

    ``node_S``: the same for the places of ``blocks``, one after the other. ``place_N``: one of them for each node.
    ``branches``: in the order of their nodes, those of rows that have some.
    """

    ids_N: torch.Tensor
    positions_N: torch.Tensor
    node_BT: torch.Tensor
    node_S: torch.Tensor
    place_N: torch.Tensor
    blocks: tuple[Block, ...]
    branches: tuple[Branch, ...]


def pack(ids_BT: torch.Tensor, lengths: Sequence[int]) -> Packing:
    """The tree of the first ``lengths[b]`` tokens of each row b; on the device of ``ids_BT``."""
    rows = [row[:length] for row, length in zip(ids_BT.tolist(), lengths, strict=True)]
    width = round_up(max(1, *lengths), PLACE_MULTIPLE)
    # A GPU takes longer to begin a block than to attend to padding.
    blocks = cut_blocks(lengths) if ids_BT.device.type == "cpu" else (Block(len(rows), width),)
    widths = [block.width for block in blocks for _ in range(block.rows)]
    # Where each row's places begin, those of all blocks one after another.
    first_places = np.cumsum([0, *widths]).tolist()
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
        # Of each node its token, its position and one of its places: that in the row which brought it in.
        nodes += [(rows[b][t], t, first_places[b] + t) for t in range(shared, len(rows[b]))]
        previous = b
    nodes += [(0, 0, 0)] * (round_up(max(1, len(nodes)), NODE_MULTIPLE) - len(nodes))  # which nothing looks at
    node_S = np.concatenate([row[:own] for row, own in zip(node_BT, widths, strict=True)])
    columns = (*np.array(nodes, np.int64).T.copy(), node_BT, node_S)
    ids_N, positions_N, place_N, node_BT, node_S = (torch.from_numpy(c).to(ids_BT.device) for c in columns)
    return Packing(ids_N, positions_N, node_BT, node_S, place_N, blocks, tuple(branches))


def cut_blocks(lengths: Sequence[int]) -> tuple[Block, ...]:
    """Blocks of neighbouring rows: a new one where that saves more padding than it costs."""
    blocks: list[Block] = []
    widths = [round_up(max(1, length), PLACE_MULTIPLE) for length in lengths]
    # Wider rows have other bits under another padding: cut into blocks, they would not come out as in earlier runs.
    if max(widths, default=0) >= STABLE_WIDTH:
        return (Block(len(widths), max(widths)),)
    for width in widths:
        if blocks:
            last = blocks[-1]
            joined = Block(last.rows + 1, max(last.width, width))
            if _scores(joined) <= _scores(last) + width**2 + BLOCK_COST:
                blocks[-1] = joined
                continue
        blocks.append(Block(1, width))
    return tuple(blocks)


def _scores(block: Block) -> int:
    return block.rows * block.width**2


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
    gathered = (_gather(states, packing) for states in (query_1HND, key_1HND, value_1HND))
    outputs = [attend(module, *rows, None, **kwargs)[0].flatten(0, 1) for rows in zip(*gathered, strict=True)]
    output_SHD = torch.cat(outputs) if len(outputs) > 1 else outputs[0]
    return output_SHD.index_select(0, packing.place_N)[None], None


def _gather(states_1HND: torch.Tensor, packing: Packing) -> list[torch.Tensor]:
    """States of the places of each block, [rows, H, width, D]."""
    states_NHD = states_1HND[0].transpose(0, 1)
    heads, size = states_NHD.shape[1:]
    # As an embedding: its gradient, a sum over the places of each node, is the fastest that torch has on a CPU.
    places_SC = F.embedding(packing.node_S, states_NHD.reshape(-1, heads * size))
    parts = places_SC.split([block.rows * block.width for block in packing.blocks])
    return [
        part.view(*block, heads, size).transpose(1, 2) for part, block in zip(parts, packing.blocks, strict=True)
    ]


def round_up(number: int, multiple: int) -> int:
    """Smallest multiple of ``multiple`` that is at least ``number``."""
    return -(-number // multiple) * multiple
