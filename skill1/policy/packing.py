"""Rows of a batch as branches of one tree: what follows the same beginning is computed once, padding not at all.

Members of a group begin with the same prompt, demonstrations with the same instructions. In a causal model a token's
states depend on what precedes it alone, so rows that begin alike have equal states there. The layers that look at one
token at a time (most of the work) see the N nodes of the tree; attention sees rows again, gathered from them. A
gradient flows back through the gather and is summed over the rows that share a node: exact, not an approximation.

Shapes: N nodes, B rows, T places of the longest row, R rows of all blocks with Q queries and S keys in all, H heads, D
head size.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
import torch
import torch.nn.functional as F

NODE_MULTIPLE = 64  # numbers of nodes and places are rounded up: memory is reused for shapes seen before
PLACE_MULTIPLE = 16
# Up to so many keys SDPA's kernel for a CPU computes all scores of a row, also those that causality hides, and gives a
# query its bits whatever the padding (torch 2.13, AMD; on Intel's AVX-512 blocks of up to 32 places up to rounding).
SHORT = 192
MOST_MASKED = 1 << 22  # scores of a longer row: 16 MB of its mask
BLOCK_COST = 32**2  # of one more block, in scores (queries x keys) of a row's attention (tiny policy, one core)


class Branch(NamedTuple):
    """A row's own nodes: ``number`` from node ``first`` on, the first of them at place ``start`` of the row."""

    row: int
    first: int
    start: int
    number: int


class Block(NamedTuple):
    """``rows`` rows that attention takes at once: the last up to ``queries`` places of each, to up to ``width``."""

    rows: int
    queries: int
    width: int


@dataclass(frozen=True)
class Packing:
    """``node_BT``: which node stands at each place (any, behind a row's end).

    ``node_Q``, ``node_S``: the same for the queries and the keys of ``blocks``, one after the other; ``start_R``: where
    the queries of each of their rows begin. ``place_N``: the place of each node in ``node_Q``. ``branches``: in the
    order of their nodes, those of rows that have some.
    """

    ids_N: torch.Tensor
    positions_N: torch.Tensor
    node_BT: torch.Tensor
    node_Q: torch.Tensor
    node_S: torch.Tensor
    start_R: torch.Tensor
    place_N: torch.Tensor
    blocks: tuple[Block, ...]
    branches: tuple[Branch, ...]

    @cached_property
    def masks(self) -> tuple[torch.Tensor | None, ...]:
        """What each block adds to its scores [rows or 1, 1, queries, width]; None: as many queries as keys, causal."""
        # Once for all layers.
        starts = self.start_R.split([block.rows for block in self.blocks])
        return tuple(_mask(block, start_R) for block, start_R in zip(self.blocks, starts, strict=True))


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
        # Of each node its token and its position.
        nodes += [(rows[b][t], t) for t in range(shared, len(rows[b]))]
        previous = b
    nodes += [(0, 0)] * (round_up(max(1, len(nodes)), NODE_MULTIPLE) - len(nodes))  # which nothing looks at
    # A GPU takes longer to begin a block, or to read a mask, than to attend to what nobody asks for.
    attended = _own_places(branches) if ids_BT.device.type == "cpu" else _whole_rows(branches, width)
    places = _places(node_BT, attended, branches, len(nodes))
    columns = (*np.array(nodes, np.int64).T.copy(), node_BT, *places)
    tensors = [torch.from_numpy(column).to(ids_BT.device) for column in columns]
    return Packing(*tensors, attended.blocks, tuple(branches))


class Attended(NamedTuple):
    """Blocks, and of each of their rows which one it is and where its queries start."""

    blocks: tuple[Block, ...]
    rows: list[tuple[int, int]]


def _own_places(branches: Sequence[Branch]) -> Attended:
    """Each row asks for its own nodes alone; what it shares is asked for by the row that brought it in."""
    starts = {branch.row: branch.start if _is_worth_a_mask(branch) else 0 for branch in branches}
    sizes = {branch.row: _size(branch, starts[branch.row]) for branch in branches}
    # Rows of like size stand together: little of a block is padding.
    order = sorted(sizes, key=lambda row: (_padded(sizes[row][1]), sizes[row][0]), reverse=True)
    return Attended(cut_blocks([sizes[row] for row in order]), [(row, starts[row]) for row in order])


def _size(branch: Branch, start: int) -> tuple[int, int]:
    """Queries and keys of a row that asks from place ``start`` on."""
    length = branch.start + branch.number
    return length - start, length


def _is_worth_a_mask(branch: Branch) -> bool:
    """A long row that is asked for as a whole needs none, and the kernel leaves out what is hidden."""
    length = branch.start + branch.number
    # Asked for as a whole, it costs half of length² scores; under a mask, number times length of them.
    is_small = branch.number <= length / 2 and branch.number * length <= MOST_MASKED
    return length <= SHORT or is_small


def _whole_rows(branches: Sequence[Branch], width: int) -> Attended:
    rows = [(branch.row, 0) for branch in branches]
    return Attended((Block(len(rows), width, width),) if rows else (), rows)


def _places(
    node_BT: np.ndarray, attended: Attended, branches: Sequence[Branch], num_nodes: int
) -> tuple[np.ndarray, ...]:
    """``node_Q``, ``node_S``, ``start_R`` and ``place_N`` of a :class:`Packing`."""
    queries, keys, places = [], [], np.zeros(num_nodes, np.int64)
    branch_of = {branch.row: branch for branch in branches}
    shapes = [block for block in attended.blocks for _ in range(block.rows)]
    taken = 0
    for (row, start), block in zip(attended.rows, shapes, strict=True):
        nodes = np.zeros(start + block.queries, np.int64)  # behind a row's end any node, which nothing looks at
        nodes[: node_BT.shape[1]] = node_BT[row, : len(nodes)]
        queries.append(nodes[start:])
        keys.append(node_BT[row, : block.width])
        branch = branch_of[row]
        first_place = taken + branch.start - start
        places[branch.first : branch.first + branch.number] = range(first_place, first_place + branch.number)
        taken += block.queries
    none = np.zeros(0, np.int64)
    starts = np.array([start for _, start in attended.rows], np.int64)
    return np.concatenate([none, *queries]), np.concatenate([none, *keys]), starts, places


def cut_blocks(sizes: Sequence[tuple[int, int]]) -> tuple[Block, ...]:
    """Blocks of neighbouring rows of (queries, keys): a new one where that saves more padding than it costs."""
    blocks: list[Block] = []
    for queries, width in ((_padded(queries), _padded(width)) for queries, width in sizes):
        if blocks:
            last = blocks[-1]
            joined = Block(last.rows + 1, max(last.queries, queries), max(last.width, width))
            if _scores(joined) <= _scores(last) + queries * width + BLOCK_COST:
                blocks[-1] = joined
                continue
        blocks.append(Block(1, queries, width))
    return tuple(blocks)


def _padded(number: int) -> int:
    return round_up(max(1, number), PLACE_MULTIPLE)


def _scores(block: Block) -> int:
    return block.rows * block.queries * block.width


def _mask(block: Block, start_R: torch.Tensor) -> torch.Tensor | None:
    if not start_R.any():
        return None
    if (start_R == start_R[0]).all():  # as a group's rows have it, after one prompt: one mask serves all
        start_R = start_R[:1]
    place_W, place_Q = (torch.arange(size, device=start_R.device) for size in (block.width, block.queries))
    is_later = place_W > (start_R[:, None] + place_Q)[:, None, :, None]
    # Added, as the kernel wants it: a mask of truths would be made into this one in every layer.
    return torch.zeros(is_later.shape, device=start_R.device).masked_fill_(is_later, -torch.inf)


def shared_prefix(one: Sequence[int], other: Sequence[int]) -> int:
    """Number of leading ids that two rows share."""
    size = min(len(one), len(other))
    # In one comparison where one row begins with all of the other, as a prompt does with what its episode was fed
    # before.
    if tuple(one[:size]) == tuple(other[:size]):
        return size
    return next(i for i in range(size) if one[i] != other[i])


def packed_attention(attend, module, query_1HND, key_1HND, value_1HND, packing: Packing, **kwargs):
    """Attention over the rows that ``packing`` gathers, by ``attend`` where it is causal; [1, N, H, D], None."""
    blocks = packing.blocks
    if not blocks:  # nothing is asked
        return query_1HND.transpose(1, 2), None
    queries = _gather(query_1HND, packing.node_Q, [(block.rows, block.queries) for block in blocks])
    sizes = [(block.rows, block.width) for block in blocks]
    keys, values = (_gather(states, packing.node_S, sizes) for states in (key_1HND, value_1HND))
    outputs = []
    for *rows, mask in zip(queries, keys, values, packing.masks, strict=True):
        found = _masked(*rows, mask, **kwargs) if mask is not None else attend(module, *rows, None, **kwargs)[0]
        outputs.append(found.flatten(0, 1))
    output_QHD = torch.cat(outputs) if len(outputs) > 1 else outputs[0]
    return output_QHD.index_select(0, packing.place_N)[None], None


def _masked(query, key, value, mask, *, scaling: float, dropout: float = 0.0, **_kwargs):
    """SDPA of rows under a mask, [rows, queries, H, D]; by transformers, heads that share keys would have copies."""
    shares = query.shape[1] != key.shape[1]
    return F.scaled_dot_product_attention(
        query, key, value, mask.to(query.dtype), dropout_p=dropout, scale=scaling, enable_gqa=shares
    ).transpose(1, 2)


def _gather(
    states_1HND: torch.Tensor, nodes: torch.Tensor, sizes: Sequence[tuple[int, int]]
) -> list[torch.Tensor]:
    """States of ``nodes``, cut into blocks of ``sizes`` (rows, places): [rows, H, places, D] each."""
    states_NHD = states_1HND[0].transpose(0, 1)
    heads, size = states_NHD.shape[1:]
    # As an embedding: its gradient, a sum over the places of each node, is the fastest that torch has on a CPU.
    places_SC = F.embedding(nodes, states_NHD.reshape(-1, heads * size))
    parts = places_SC.split([rows * places for rows, places in sizes])
    return [part.view(*block, heads, size).transpose(1, 2) for part, block in zip(parts, sizes, strict=True)]


def round_up(number: int, multiple: int) -> int:
    """Smallest multiple of ``multiple`` that is at least ``number``."""
    return -(-number // multiple) * multiple
