"""Passes of pieces: each attends to its own row's keys, whatever stands beside it."""

from itertools import accumulate, islice

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from skill1.policy import attention, pieces
from skill1.policy.attention import by_products
from skill1.policy.pieces import MOST_PADDING, by_kernel, cut_pieces, lay_out, pieces_attention

WAYS = pytest.mark.parametrize("attend", [by_kernel, by_products])

# Row, start and number: running answers of three neighbours, the last too short to join them, a row's first prompt, a
# prompt that continues, a row in the middle.
PARTS = [(0, 8, 1), (1, 6, 1), (2, 2, 1), (4, 0, 5), (5, 2, 4), (3, 0, 1)]


def cut(heads=6, shared=2, dtype=torch.float64):
    return lay_out([(row, start, tuple(range(number))) for row, start, number in PARTS], heads // shared, dtype)


def test_pieces_stand_one_after_another_and_like_rows_together():
    assert [(p.row, p.rows, p.first, p.number, p.end) for p in cut()] == [
        (0, 2, 0, 1, 9),
        (2, 1, 2, 1, 3),
        (4, 1, 3, 5, 5),
        (5, 1, 8, 4, 6),
        (3, 1, 12, 1, 1),
    ]


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 99), st.integers(1, 3)), max_size=20))
def test_every_token_has_its_place_and_little_is_padded(parts):
    fed = [(row, start, (0,) * number) for row, start, number in parts]
    laid = lay_out(fed, 2, torch.float32)
    assert [p.first for p in laid] == [0, *accumulate(p.rows * p.number for p in laid)][:-1]
    assert sum(p.rows for p in laid) == len(fed)
    each = iter(fed)
    for piece in laid:
        members = list(islice(each, piece.rows))
        assert [row for row, _, _ in members] == list(range(piece.row, piece.row + piece.rows))
        ends = [start + len(ids) for _, start, ids in members]
        assert piece.end == max(ends) and piece.end * piece.rows <= MOST_PADDING * sum(ends)
        assert piece.rows == 1 or piece.number == 1


def states(dtype=torch.float64, heads=6, shared=2):
    generator = torch.Generator().manual_seed(0)
    query = torch.randn(1, heads, 13, 8, generator=generator, dtype=torch.float64)
    keys, values = (torch.randn(6, shared, 9, 8, generator=generator, dtype=torch.float64) for _ in range(2))
    return tuple(state.to(dtype) for state in (query, keys, values))


def by_definition(query, keys, values):
    """Query by query, head by head."""
    out = torch.empty(1, query.shape[2], *query.shape[1::2], dtype=query.dtype)
    share = query.shape[1] // keys.shape[1]
    at = 0
    for row, start, number in PARTS:
        for t in range(number):
            for head in range(query.shape[1]):
                key, value = (held[row, head // share, : start + t + 1] for held in (keys, values))
                weights = (key @ query[0, head, at + t] * 8**-0.5).softmax(0)
                out[0, at + t, head] = weights @ value
        at += number
    return out


@WAYS
@pytest.mark.parametrize(("heads", "shared"), [(6, 2), (3, 3), (4, 1)])
@pytest.mark.parametrize("most_shared", [100, 3], ids=["heads_together", "heads_one_by_one"])
def test_a_piece_attends_to_the_keys_of_its_row_up_to_each_token(attend, heads, shared, most_shared, monkeypatch):
    monkeypatch.setattr(pieces, "MOST_SHARED", most_shared)
    given_states = states(heads=heads, shared=shared)
    found = pieces_attention(*given_states, cut(heads, shared), 8**-0.5, attend)
    torch.testing.assert_close(found, by_definition(*given_states))


@WAYS
@pytest.mark.parametrize(("heads", "shared"), [(4, 4), (8, 2)], ids=["repeated_keys", "more_heads"])
def test_layers_whose_heads_are_not_those_of_the_configuration(attend, heads, shared):
    """JetMoE repeats keys before attention, Laguna has layers with more heads."""
    given_states = states(heads=heads, shared=shared)
    found = pieces_attention(*given_states, cut(heads=4, shared=2), 8**-0.5, attend)
    torch.testing.assert_close(found, by_definition(*given_states))


@WAYS
def test_in_bfloat16_it_rounds_no_more_than_the_numbers_do(attend):
    exact = by_definition(*states())
    found = pieces_attention(*states(torch.bfloat16), cut(dtype=torch.bfloat16), 8**-0.5, attend)
    assert (found.double() - exact).norm() < 0.02 * exact.norm()


@pytest.mark.parametrize("is_slow", [True, False])
def test_products_stand_in_for_the_kernel_where_kernel_is_slow(is_slow, monkeypatch):
    called = []
    monkeypatch.setattr(attention, "kernel_is_slow", lambda: is_slow)
    for way in ("by_kernel", "by_products"):
        own = getattr(attention, way)
        monkeypatch.setattr(attention, way, lambda *given, own=own, way=way: called.append(way) or own(*given))
    attention.stable_attention(None, *states(torch.bfloat16), None, packing=cut(dtype=torch.bfloat16), scaling=1.0)
    assert set(called) == {"by_products" if is_slow else "by_kernel"}


@given(st.lists(st.integers(1, 300), max_size=60), st.integers(1, 2000))
def test_passes_keep_the_budget_the_order_and_every_piece(lengths, budget):
    fed = [(row, 0, tuple(range(length))) for row, length in enumerate(lengths)]
    parts = cut_pieces(fed, budget)
    assert [piece for part in parts for piece in part] == fed and all(parts)
    sizes = [sum(len(ids) for *_, ids in part) for part in parts]
    assert all(size <= budget or len(part) == 1 for size, part in zip(sizes, parts, strict=True))
    # No two neighbours would have fitted into one.
    assert all(a + len(part[0][2]) > budget for a, part in zip(sizes, parts[1:], strict=False))
