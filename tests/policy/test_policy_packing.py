"""Rows packed into a tree: every token once, and the same figures and gradients as rows with padding."""

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from transformers.integrations.sdpa_attention import sdpa_attention_forward

from skill1.config import ModelConfig
from skill1.policy import attention
from skill1.policy import logprobs as scoring
from skill1.policy import packing as packing_module
from skill1.policy.attention import can_pack
from skill1.policy.load import load_model
from skill1.policy.logprobs import token_logprobs
from skill1.policy.packing import (
    NODE_MULTIPLE,
    PLACE_MULTIPLE,
    cut_blocks,
    pack,
    packed_attention,
    shared_prefix,
)
from skill1.policy.products import may_be_intels

_TREE = attention.tree_attention
rows_of_ids = st.lists(st.lists(st.integers(0, 2), max_size=9), min_size=1, max_size=7)


def padded(rows):
    width = max(map(len, rows)) + 1
    return torch.tensor([row + [9] * (width - len(row)) for row in rows])


def test_a_tree_by_hand():
    packing = pack(padded([[5, 6, 7], [5, 6, 8, 8], [], [4]]), [3, 4, 0, 1])
    # In order: [], [4], [5 6 7], [5 6 8 8]: nodes 4 | 5 6 7 | 8 8.
    assert packing.ids_N[:6].tolist() == [4, 5, 6, 7, 8, 8]
    assert packing.positions_N[:6].tolist() == [0, 0, 1, 2, 2, 3]
    assert packing.node_BT[0, :3].tolist() == [1, 2, 3] and packing.node_BT[1, :4].tolist() == [1, 2, 4, 5]
    assert packing.branches == ((3, 0, 0, 1), (0, 1, 0, 3), (1, 4, 2, 2))
    assert packing.node_BT[3, 0] == 0 and packing.node_BT.shape == (4, PLACE_MULTIPLE)
    assert len(packing.ids_N) == len(packing.place_N) == NODE_MULTIPLE


@given(rows_of_ids)
def test_every_place_finds_its_token_and_no_beginning_is_there_twice(rows):
    packing = pack(padded(rows), [len(row) for row in rows])
    for b, row in enumerate(rows):
        nodes = packing.node_BT[b, : len(row)]
        assert packing.ids_N[nodes].tolist() == row
        assert packing.positions_N[nodes].tolist() == list(range(len(row)))
    beginnings = {tuple(row[: t + 1]) for row in rows for t in range(len(row))}
    used = {int(packing.node_BT[b, t]) for b, row in enumerate(rows) for t in range(len(row))}
    assert used == set(range(len(beginnings)))
    for node in used:  # the place that a node is read from is one of its own
        assert packing.node_Q[packing.place_N[node]] == node


def test_rows_of_like_size_share_a_block():
    # Beside a row of 64 places one of 32 is padded by 64² - 32² scores, more than a block costs (32²); beside one of 32
    # a row of 16 is padded by 768.
    whole = [(60, 60), (20, 20), (20, 20), (20, 20)]
    assert cut_blocks(whole) == ((1, 64, 64), (3, 32, 32))
    assert cut_blocks([(24, 24), (10, 10), (24, 24), (40, 40)]) == ((3, 32, 32), (1, 48, 48))
    # Of 160 places each; the second asks for ten of them: 144 · 160 scores saved.
    assert cut_blocks([(160, 160), (10, 160), (12, 150)]) == ((1, 160, 160), (2, 16, 160))
    assert cut_blocks([]) == ()


@given(st.lists(st.tuples(st.integers(1, 200), st.integers(0, 200)), max_size=30))
def test_every_row_has_a_block_as_large_as_the_largest_of_its_rows(sizes):
    sizes = [(queries, queries + before) for queries, before in sizes]
    blocks, left = cut_blocks(sizes), list(sizes)
    for rows, *shape in blocks:
        for size, number in zip(shape, map(max, zip(*left[:rows], strict=True)), strict=True):
            assert size - PLACE_MULTIPLE < number <= size and size % PLACE_MULTIPLE == 0
        left = left[rows:]
    assert not left


def _attend(module, query, key, value, mask, **_):
    attended = torch.nn.functional.scaled_dot_product_attention(
        query, key, value, mask, is_causal=mask is None, enable_gqa=True
    )
    return attended.transpose(1, 2), None


@pytest.mark.parametrize("size", [(4, 24), (9, 64)])
@pytest.mark.parametrize("shared", [0, 30, 66])
def test_a_node_has_the_bits_that_it_has_where_all_places_of_all_rows_are_asked_for(size, shared, monkeypatch):
    """Its states; gradients up to rounding: MKL sums those of up to 32 places in another order on Intel's AVX-512."""
    heads, width = size
    lengths = [14, 75, 80, 33, 31, 100]
    ids = torch.randint(0, 9, (6, 101), generator=torch.Generator().manual_seed(0))
    ids[:, :shared] = ids[0, :shared]

    def whole(branches):
        return packing_module._whole_rows(branches, 112)

    found, blocks = [], []
    for attended in (packing_module._own_places, whole):
        monkeypatch.setattr(packing_module, "_own_places", attended)
        packing = pack(ids, lengths)
        generator = torch.Generator().manual_seed(1)
        states = [
            torch.randn(1, heads, len(packing.ids_N), width, generator=generator).requires_grad_()
            for _ in range(3)
        ]
        used = sum(branch.number for branch in packing.branches)
        output = packed_attention(_attend, None, *states, packing, scaling=states[0].shape[-1] ** -0.5)[0][
            0, :used
        ]
        found.append((output, *torch.autograd.grad((output * torch.arange(width)).sum(), states)))
        blocks.append(packing.blocks)
    assert len(blocks[0]) > 1 and len(blocks[1]) == 1
    (output, *gradients), (beside, *gradients_beside) = found
    if may_be_intels():  # where MKL has other kernels for few rows; not tried there
        torch.testing.assert_close(output, beside, rtol=1e-5, atol=1e-5)
    else:
        assert torch.equal(output, beside)
    for one, other in zip(gradients, gradients_beside, strict=True):
        torch.testing.assert_close(one, other, rtol=1e-5, atol=2e-4)  # of gradients up to 100


@pytest.mark.parametrize(("shared", "asks_whole"), [(250, False), (100, True)])
def test_a_long_row_is_masked_where_it_shares_most_of_its_places(shared, asks_whole):
    ids = torch.randint(0, 9, (3, 301), generator=torch.Generator().manual_seed(0))
    ids[:, :shared] = ids[0, :shared]
    packing = pack(ids, [300, 300, 300])
    assert [mask is None for mask in packing.masks] == ([True] if asks_whole else [True, False])
    generator = torch.Generator().manual_seed(1)
    states = [torch.randn(1, 2, len(packing.ids_N), 8, generator=generator, dtype=torch.float64) for _ in range(3)]
    found = packed_attention(_attend, None, *states, packing, scaling=states[0].shape[-1] ** -0.5)[0][0]
    for nodes in packing.node_BT[:, :300]:
        rows = [part[:, :, nodes] for part in states]
        torch.testing.assert_close(found[nodes], _attend(None, *rows, None)[0][0])


@given(st.lists(st.integers(0, 1), max_size=6), st.lists(st.integers(0, 1), max_size=6))
def test_shared_prefix_is_the_longest(one, other):
    size = shared_prefix(one, tuple(other))
    assert one[:size] == other[:size] and one[: size + 1] != other[: size + 1] or size == len(one) == len(other)


@pytest.fixture
def model(folder):
    return load_model(ModelConfig(path=str(folder), device="cpu"))


@pytest.mark.parametrize("which", ["folder", "llama_folder"])
@pytest.mark.parametrize("is_checkpointed", [False, True])
@pytest.mark.parametrize("with_entropy", [False, True])
def test_packed_rows_give_the_figures_and_gradients_of_padded_ones(
    request, monkeypatch, which, with_entropy, is_checkpointed
):
    model = load_model(ModelConfig(path=str(request.getfixturevalue(which)), device="cpu")).double().train()
    if is_checkpointed:
        model.gradient_checkpointing_enable()
    assert can_pack(model)
    generator = torch.Generator().manual_seed(0)
    ids = torch.randint(5, 40, (9, 33), generator=generator)
    ids[1:5, :20] = ids[0, :20]  # a group with one prompt
    ids[6:8, :7] = ids[5, :7]
    ids[8] = ids[7]  # one row twice
    where = torch.rand(ids.shape, generator=generator) < 0.4
    where[:, 0] = where[4] = False
    where[2, 20:] = False  # trained on the shared part only
    found = []
    for is_packed in (False, True):
        monkeypatch.setattr(scoring, "can_pack", lambda _, is_packed=is_packed: is_packed)
        model.zero_grad()
        chosen, entropies = token_logprobs(model, ids, where, 0.7, with_entropy=with_entropy)
        weights = torch.linspace(-1, 1, len(chosen), dtype=torch.float64)
        ((chosen if entropies is None else chosen + 0.3 * entropies) * weights).sum().backward()
        found.append((chosen.detach(), torch.cat([p.grad.flatten() for p in model.parameters()])))
    for rows, tree in zip(*found, strict=True):
        torch.testing.assert_close(tree, rows, rtol=1e-5, atol=1e-6)  # the log-probs themselves are float32


def test_nothing_to_score_is_nothing(model):
    ids = torch.randint(5, 40, (2, 6))
    chosen, _ = token_logprobs(model, ids, torch.zeros(2, 6, dtype=torch.bool), 1.0, with_entropy=False)
    assert chosen.shape == (0,)


def test_models_that_look_at_more_or_less_than_all_before_are_not_packed(model):
    model.config.layer_types = ["full_attention", "linear_attention"]
    assert not can_pack(model)
    model.config.layer_types = None
    model.config.sliding_window, model.config.use_sliding_window = 16, True
    assert not can_pack(model)
    model.config.use_sliding_window = False
    assert can_pack(model)
    model.set_attn_implementation("sdpa")
    assert not can_pack(model)


def _attended(attend, shape, dtype, seed=0):
    """Outputs [B, T, H, D] and the gradients of queries, keys and values of one attention."""
    B, H, K, T, D = shape
    generator = torch.Generator().manual_seed(seed)
    states = [torch.randn(B, heads, T, D, generator=generator).to(dtype).requires_grad_() for heads in (H, K, K)]
    output = attend(*states)
    weights = torch.randn(output.shape, generator=generator).to(dtype)
    return output, *torch.autograd.grad((output * weights).sum(), states)


def _blocked(query, key, value):
    return attention.blocked_attention(query, key, value, query.shape[-1] ** -0.5)


def _oracle(query, key, value):
    output = torch.nn.functional.scaled_dot_product_attention(query, key, value, is_causal=True, enable_gqa=True)
    return output.transpose(1, 2)


@pytest.mark.parametrize("length", [1, 4, 5, 11])
def test_blocks_of_queries_give_the_figures_and_gradients_of_whole_attention(monkeypatch, length):
    monkeypatch.setattr(attention, "QUERY_BLOCK", 4)
    for shape in ((2, 4, 2, length, 8), (1, 3, 3, length, 8)):
        for blocked, whole in zip(
            _attended(_blocked, shape, torch.float64), _attended(_oracle, shape, torch.float64), strict=True
        ):
            torch.testing.assert_close(blocked, whole)


def test_blocks_in_bfloat16_round_no_more_than_their_numbers_do():
    shape = (2, 9, 3, 300, 64)
    exact = _attended(_oracle, shape, torch.float64)
    for rounded, figures in zip(_attended(_blocked, shape, torch.bfloat16), exact, strict=True):
        assert (rounded.double() - figures).norm() < 0.01 * figures.norm()  # a bfloat16 number: up to 0.004


def test_queries_of_a_growing_prompt_attend_as_by_sdpa(monkeypatch):
    generator = torch.Generator().manual_seed(0)
    query = torch.randn(5, 6, 3, 8, generator=generator, dtype=torch.float64)
    key, value = (torch.randn(5, 2, 7, 8, generator=generator, dtype=torch.float64) for _ in range(2))
    allowed = (
        torch.arange(7) <= torch.tensor([[2, 3, 4], [0, 1, 2], [4, 5, 6], [0, 0, 0], [6, 6, 6]])[:, None, :, None]
    )
    whole = torch.nn.functional.scaled_dot_product_attention(query, key, value, allowed, enable_gqa=True)
    for most in (attention.MOST_SCORES, 2 * 6 * 3 * 7, 1):  # all at once, two rows at a time, one
        monkeypatch.setattr(attention, "MOST_SCORES", most)
        found = attention.masked_attention(query, key, value, allowed, 8**-0.5)
        torch.testing.assert_close(found, whole.transpose(1, 2))


@pytest.mark.parametrize("block", [3, 256])
def test_a_tree_attends_as_its_rows_do(monkeypatch, block):
    monkeypatch.setattr(attention, "QUERY_BLOCK", block)
    rows = [[5, 6, 7, 8, 9], [5, 6, 7, 4], [5, 6], [], [8] * 7, [5, 6, 7, 4]]
    packing = pack(padded(rows), [len(row) for row in rows])
    generator, nodes = torch.Generator().manual_seed(0), len(packing.ids_N)
    states = [
        torch.randn(1, heads, nodes, 8, generator=generator, dtype=torch.float64).requires_grad_()
        for heads in (4, 2, 2)
    ]

    used = sum(branch.number for branch in packing.branches)
    assert used == 5 + 1 + 7
    weights = torch.randn(used, 4, 8, generator=generator, dtype=torch.float64)
    found = []
    for output in (
        attention.tree_attention(*states, packing, 8**-0.5),
        packed_attention(_attend, None, *states, packing, scaling=states[0].shape[-1] ** -0.5)[0],
    ):
        assert output.shape == (1, nodes, 4, 8)
        found.append((output[0, :used], *torch.autograd.grad((output[0, :used] * weights).sum(), states)))
    for tree, whole in zip(*found, strict=True):
        torch.testing.assert_close(tree, whole)


def test_copies_of_shared_keys_give_the_figures_and_gradients_of_shared_ones(model):
    """The former are what CUDA gets in float32; here both are computed on a CPU."""
    generator = torch.Generator().manual_seed(0)
    found = []
    for attend in (sdpa_attention_forward, attention.copying_attention):
        generator.manual_seed(0)
        states = [torch.randn(2, heads, 16, 8, generator=generator).requires_grad_() for heads in (6, 2, 2)]
        layer = model.base_model.layers[0].self_attn
        out, _ = attend(layer, *states, None, scaling=0.3)
        out.square().sum().backward()
        found.append([out, *(part.grad for part in states)])
    for mine, theirs in zip(*found, strict=True):
        torch.testing.assert_close(mine, theirs)


def test_bfloat16_on_a_cpu_attends_branch_by_branch_and_float32_does_not(folder, monkeypatch):
    called = []
    monkeypatch.setattr(attention, "tree_attention", lambda *a: called.append(1) or _TREE(*a))
    ids, where = torch.randint(5, 40, (2, 9)), torch.ones(2, 9, dtype=torch.bool)
    for dtype, is_tree in (("float32", False), ("bfloat16", True)):
        called.clear()
        model = load_model(ModelConfig(path=str(folder), device="cpu", dtype=dtype))
        token_logprobs(model, ids, where, 1.0, with_entropy=False)
        assert bool(called) is is_tree
