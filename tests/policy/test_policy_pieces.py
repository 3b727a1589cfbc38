"""Passes of pieces: each attends to its own row's keys, whatever stands beside it."""

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from skill1.policy.pieces import Piece, cut_pieces, pieces_attention

# Row, start and number: a running answer's token, a row's first prompt, a prompt that continues, a row in the middle.
PIECES = Piece.one_after_another([(2, 6, 1), (0, 0, 5), (3, 2, 4), (1, 0, 1)])


def test_pieces_stand_one_after_another():
    assert [(p.first, p.end) for p in PIECES] == [(0, 7), (1, 5), (6, 6), (10, 1)]


def states(dtype=torch.float64, heads=6, shared=2):
    generator = torch.Generator().manual_seed(0)
    query = torch.randn(1, heads, 11, 8, generator=generator, dtype=torch.float64)
    keys, values = (torch.randn(4, shared, 9, 8, generator=generator, dtype=torch.float64) for _ in range(2))
    return tuple(state.to(dtype) for state in (query, keys, values))


def by_definition(query, keys, values):
    """Query by query, head by head."""
    out = torch.empty(1, query.shape[2], *query.shape[1::2], dtype=query.dtype)
    share = query.shape[1] // keys.shape[1]
    for piece in PIECES:
        for t in range(piece.number):
            end = piece.start + t + 1
            for head in range(query.shape[1]):
                key, value = (held[piece.row, head // share, :end] for held in (keys, values))
                weights = (key @ query[0, head, piece.first + t] * 8**-0.5).softmax(0)
                out[0, piece.first + t, head] = weights @ value
    return out


@pytest.mark.parametrize(("heads", "shared"), [(6, 2), (3, 3), (4, 1)])
def test_a_piece_attends_to_the_keys_of_its_row_up_to_each_token(heads, shared):
    given_states = states(heads=heads, shared=shared)
    found = pieces_attention(*given_states, PIECES, 8**-0.5)
    torch.testing.assert_close(found, by_definition(*given_states))


def test_in_bfloat16_it_rounds_no_more_than_the_numbers_do():
    exact = by_definition(*states())
    found = pieces_attention(*states(torch.bfloat16), PIECES, 8**-0.5)
    assert (found.double() - exact).norm() < 0.02 * exact.norm()


@given(st.lists(st.integers(1, 300), max_size=60), st.integers(1, 2000))
def test_passes_keep_the_budget_the_order_and_every_piece(lengths, budget):
    fed = [(row, 0, tuple(range(length))) for row, length in enumerate(lengths)]
    parts = cut_pieces(fed, budget)
    assert [piece for part in parts for piece in part] == fed and all(parts)
    sizes = [sum(len(ids) for *_, ids in part) for part in parts]
    assert all(size <= budget or len(part) == 1 for size, part in zip(sizes, parts, strict=True))
    # No two neighbours would have fitted into one.
    assert all(a + len(part[0][2]) > budget for a, part in zip(sizes, parts[1:], strict=False))
