"""The batched engine: an answer depends on its key, prompt and weights, and on nothing else."""

import asyncio
import math
from dataclasses import replace

import pytest
import torch
from engine_requests import FP32_MAX, Asked, serve, some_requests
from hypothesis import given
from hypothesis import strategies as st
from torch.multiprocessing.reductions import StorageWeakRef

from skill1.errors import Skill1Error
from skill1.policy import hf
from skill1.policy.cache import RowCache
from skill1.policy.protocol import Sampling
from skill1.policy.tiny import TinyShape
from skill1.schema import RandomKey
from tests.rollout.tiny_world import tiny_policy

KEY = RandomKey(0, 1, 0, 0, 2, 0)


@pytest.fixture(scope="module")
def default_engine(tmp_path_factory, make_engine):
    """The default shape has other matrix sizes, hence other kernels."""
    return make_engine(tiny_policy(tmp_path_factory.mktemp("policy") / "default", shape=TinyShape()))


@pytest.fixture(scope="module")
def grouped_engine(grouped_folder, make_engine):
    """Query heads that share keys: other products, too."""
    return make_engine(grouped_folder)


@pytest.mark.parametrize("which", ["engine", "default_engine", "grouped_engine"])
def test_an_answer_is_the_same_bit_for_bit_whatever_its_neighbours(which, request, make_engine):
    engine = request.getfixturevalue(which)
    everyone = some_requests(96, len(engine.tokens))
    together = dict(zip(everyone, serve(engine, everyone), strict=True))
    watched = everyone[5:96:15]
    for neighbours in (everyone[:12], everyone[40:64]):
        group = list(dict.fromkeys([*watched, *neighbours]))
        for asked, answer in zip(group, serve(engine, group), strict=True):
            assert answer == together[asked]
    for asked in watched:
        assert serve(engine, [asked]) == [together[asked]]
    backwards = everyone[::-1]
    assert serve(engine, backwards) == [together[asked] for asked in backwards]


def test_more_episodes_than_rows_is_an_error(folder, make_engine):
    with pytest.raises(Skill1Error, match="model.rows = 8"):
        serve(make_engine(folder, rows=1), some_requests(9, 100))  # rounded up to eight


def test_a_prompt_beyond_the_models_positions_is_an_error(engine):
    with pytest.raises(Skill1Error, match=r"2045 tokens .* up to 4 .* 2048 positions.*max_prompt_tokens"):
        serve(engine, [Asked(0, (5,) * 2045, Sampling(1.0, 4))])
    assert serve(engine, [Asked(0, (5,) * 2044, Sampling(1.0, 4))])  # exactly fits, and the engine is well


def test_a_token_that_the_model_lacks_is_named(engine):
    """Of a tokenizer that is not the model's; one of padding may be beyond them, and is never fed."""
    beyond = len(engine.tokens)
    with pytest.raises(Skill1Error, match=f"the token .* number {beyond} .*only {beyond} embeddings"):
        serve(engine, [Asked(0, (5, beyond, 6))])
    assert serve(engine, [Asked(0, (5, beyond - 1, 6))])


def test_length_stop(engine):
    for answer in serve(engine, some_requests(20, 100, max_tokens=3)):
        assert len(answer.token_ids) <= 3 and len(answer.logprobs) == len(answer.token_ids)
        ended = answer.token_ids[-1] == engine.tokens.eos_id
        assert answer.finish_reason == ("stop" if ended else "length")


def test_an_answer_ends_at_the_end_token_which_is_part_of_it(folder, make_engine):
    plain = serve(make_engine(folder), some_requests(1, 100))[0]
    ending = make_engine(folder)
    ending._end_ids = frozenset({plain.token_ids[4]})
    [answer] = serve(ending, some_requests(1, 100))
    cut = plain.token_ids.index(plain.token_ids[4]) + 1
    assert answer.token_ids == plain.token_ids[:cut] and answer.finish_reason == "stop"
    assert answer.text == ending.tokens.decode(plain.token_ids[: cut - 1])


def test_end_tokens_of_the_generation_settings_count_too(folder, make_engine):
    engine = make_engine(folder)
    engine.model.generation_config.eos_token_id = [7, 8, [9], "10"]  # files hold anything
    fresh = type(engine)(engine.model, engine.tokens)
    assert fresh._end_ids == {engine.tokens.eos_id, 7, 8}


def test_an_answer_ends_with_a_stop_string_which_is_part_of_it(engine):
    [asked] = some_requests(1, 100)
    [plain] = serve(engine, [asked])
    words = [engine.tokens.decode((t,)) for t in plain.token_ids]
    stop = f"{words[5]} {words[6]}"  # spans two tokens
    [answer] = serve(engine, [Asked(0, asked.prompt_ids, Sampling(1.0, 12, (stop, "never said")))])
    assert answer.token_ids == plain.token_ids[:7] and answer.logprobs == plain.logprobs[:7]
    assert answer.finish_reason == "stop" and answer.text.endswith(stop)


def test_greedy_takes_the_most_likely_token_whatever_the_key(engine):
    prompt = some_requests(1, 100)[0].prompt_ids
    one, two = serve(engine, [Asked(i, prompt, Sampling(0.0, 4)) for i in range(2)])
    assert one == two
    with torch.no_grad():
        logits = engine.model(torch.tensor([prompt + one.token_ids])).logits[0, len(prompt) - 1 : -1]
    assert one.token_ids == tuple(logits.argmax(-1).tolist())
    expected = logits.log_softmax(-1).max(-1).values
    assert one.logprobs == pytest.approx(expected.tolist(), abs=FP32_MAX)


@pytest.mark.parametrize("temperature", [0.5, 1.0, 2.0])
def test_logprobs_are_those_of_the_sampling_distribution(engine, temperature):
    asked = some_requests(1, 100, temperature=temperature)[0]
    [answer] = serve(engine, [asked])
    with torch.no_grad():
        logits = engine.model(torch.tensor([asked.prompt_ids + answer.token_ids])).logits[0]
    rows = (logits[len(asked.prompt_ids) - 1 : -1] / temperature).log_softmax(-1)
    expected = [float(row[token]) for row, token in zip(rows, answer.token_ids, strict=True)]
    assert answer.logprobs == pytest.approx(expected, abs=FP32_MAX)


def converse(engine, prompts, *, change=None):
    """One session, prompt after prompt; ``change`` is called after the first."""

    async def talk():
        engine.attach("talk")
        answers = []
        for turn, prompt in enumerate(prompts):
            answers.append(
                await engine.generate(prompt, Sampling(1.0, 8), session="talk", key=KEY._replace(turn=turn))
            )
            if change is not None and turn == 0:
                change()
        engine.release("talk")
        return answers

    return asyncio.run(asyncio.wait_for(talk(), 30))


def test_a_session_reuses_its_cache_and_answers_as_a_fresh_prefill(folder, make_engine, monkeypatch):
    engine, fed = make_engine(folder), []
    forward = engine._forward
    monkeypatch.setattr(
        engine,
        "_forward",
        lambda rows, starts, pieces: fed.append(len(pieces[0])) or forward(rows, starts, pieces),
    )
    base = some_requests(1, 100)[0].prompt_ids * 3
    prompts = [base, base + (9, 10, 11), base[:20] + (9,) * 5, base[:20]]  # longer, forked, a prefix
    for turn, answer in enumerate(converse(engine, prompts)):
        fresh = converse(make_engine(folder), [prompts[turn]] * (turn + 1))[-1]
        assert answer.token_ids == fresh.token_ids
        assert answer.logprobs == pytest.approx(fresh.logprobs, abs=FP32_MAX)
    prefills = [n for i, n in enumerate(fed) if i == 0 or n > 1]
    assert prefills[:3] == [len(base), 3, 5]  # only what is new; the first token of a prompt is fed with its last


@pytest.mark.parametrize("which", ["engine", "grouped_engine"])
def test_the_first_prompt_of_a_group_is_computed_once_and_answered_as_alone(which, request, monkeypatch):
    engine, fed = request.getfixturevalue(which), []
    prompts = [asked.prompt_ids for asked in some_requests(3, 100)]
    everyone = [Asked(i, prompts[i % 3]) for i in range(24)]  # three groups of eight
    alone = [serve(engine, [asked])[0] for asked in everyone[:7]]
    forward = engine._forward
    monkeypatch.setattr(
        engine,
        "_forward",
        lambda rows, starts, pieces: fed.append([*pieces]) or forward(rows, starts, pieces),
    )
    together = serve(engine, everyone)
    assert together[:7] == alone and len({answer.token_ids for answer in together}) > 3
    assert fed[0] == prompts and len(fed[1]) == 24 - sum(len(a.token_ids) == 1 for a in together)


def test_new_weights_void_the_cache(folder, make_engine):
    engine = make_engine(folder)
    prompt = some_requests(1, 100)[0].prompt_ids

    def change():
        with torch.no_grad():
            for parameter in engine.model.parameters():
                parameter.mul_(1.5)
        engine.weights_changed()

    _, answer = converse(engine, [prompt, prompt], change=change)
    assert engine.version == 1
    fresh = type(engine)(engine.model, engine.tokens)
    assert answer == converse(fresh, [(5,), prompt])[1]  # nothing of the first prompt was in the cache


def test_an_error_of_the_engine_reaches_everyone_who_waits(folder, make_engine, monkeypatch):
    engine = make_engine(folder)
    accept, calls = engine._accept, []

    def fail_later(requests, logits):
        calls.append(len(requests))
        if len(calls) == 3:
            raise RuntimeError("out of memory")
        return accept(requests, logits)

    monkeypatch.setattr(engine, "_accept", fail_later)

    async def everyone():
        for i in range(5):
            engine.attach(str(i))
        asked = some_requests(5, 100)
        waiting = [
            engine.generate(a.prompt_ids, a.sampling, session=str(i), key=a.key) for i, a in enumerate(asked)
        ]
        answers = await asyncio.wait_for(asyncio.gather(*waiting, return_exceptions=True), 20)
        for i in range(5):
            engine.release(str(i))
        return answers

    answers = asyncio.run(everyone())
    # Whoever had an answer before the fault keeps it; nobody hangs.
    failed = [a for a in answers if isinstance(a, RuntimeError)]
    assert len(failed) >= 4 and all(str(a) == "out of memory" for a in failed)
    monkeypatch.undo()
    requests = some_requests(5, 100)
    assert serve(engine, requests) == serve(make_engine(folder), requests)


def test_an_engine_answers_again_after_memory_ran_out_while_its_cache_grew(folder, make_engine, monkeypatch):
    engine, make, made = make_engine(folder), torch.zeros, []
    serve(engine, some_requests(3, 100, longest=40))

    def short_of_memory(*size, **how):
        made.extend([size] * (len(size) == 4))
        if len(size) == 4 and len(made) == 2:  # in the second layer
            raise torch.OutOfMemoryError("CUDA out of memory")
        return make(*size, **how)

    requests = some_requests(30, 100, longest=200)
    with monkeypatch.context() as patch, pytest.raises(torch.OutOfMemoryError, match="CUDA out of memory"):
        patch.setattr(torch, "zeros", short_of_memory)
        serve(engine, requests)
    assert serve(engine, requests) == serve(make_engine(folder), requests)


def test_a_cancelled_request_leaves_no_trace(folder, make_engine):
    engine = make_engine(folder)
    asked = some_requests(6, 100)

    async def cancel_one():
        for i in range(2):
            engine.attach(str(i))
        first = asyncio.ensure_future(
            engine.generate(asked[0].prompt_ids, asked[0].sampling, session="0", key=asked[0].key)
        )
        await asyncio.sleep(0.01)  # the engine waits for the other episode
        first.cancel()
        engine.release("0")
        answer = await asyncio.wait_for(
            engine.generate(asked[1].prompt_ids, asked[1].sampling, session="1", key=asked[1].key), 20
        )
        engine.release("1")
        return answer

    assert asyncio.run(cancel_one()) == serve(make_engine(folder), [asked[1]])[0]
    assert serve(engine, asked) == serve(make_engine(folder), asked)


def test_an_event_loop_that_ends_early_leaves_the_engine_usable(folder, make_engine):
    engine = make_engine(folder)
    asked = some_requests(4, 100)

    async def one_episode_fails():
        engine.attach("slow")  # never asks, so the others wait
        engine.attach("0")
        try:
            await asyncio.wait_for(engine.generate((5, 6), Sampling(1.0, 4), session="0", key=KEY), 0.05)
        finally:
            engine.release("0")
            engine.release("slow")

    with pytest.raises(TimeoutError):
        asyncio.run(one_episode_fails())
    assert serve(engine, asked) == serve(make_engine(folder), asked)


def test_in_low_precision_nothing_is_padded_and_answers_are_the_same_but_for_rounding(folder, make_engine, engine):
    requests = some_requests(21, len(engine.tokens))
    mixing, fed = make_engine(folder), []
    assert not mixing._mixes and make_engine(folder, dtype="bfloat16")._mixes
    mixing._mixes = True
    hook = mixing.model.base_model.register_forward_pre_hook(
        lambda _, __, given: fed.append(tuple(given["input_ids"].shape)), with_kwargs=True
    )
    answers = serve(mixing, requests)
    hook.remove()
    whole = serve(engine, requests)
    assert [a.token_ids for a in answers] == [a.token_ids for a in whole]
    for answer, other in zip(answers, whole, strict=True):
        assert answer.logprobs == pytest.approx(other.logprobs, abs=1e-4)
    needed = sum(len(r.prompt_ids) + len(a.token_ids) - 1 for r, a in zip(requests, answers, strict=True))
    assert {rows for rows, _ in fed} == {1} and sum(tokens for _, tokens in fed) == needed


def test_a_family_that_hands_no_packing_on_has_no_rows_of_padding_in_low_precision(
    folder, make_engine, monkeypatch
):
    """A prompt alone would cost eight, and a token sixteen."""
    monkeypatch.setattr(hf, "takes_packing", lambda model: False)
    engine, fed = make_engine(folder, dtype="bfloat16"), []
    assert not engine._mixes
    hook = engine.model.base_model.register_forward_pre_hook(
        lambda _, __, given: fed.append(tuple(given["input_ids"].shape)), with_kwargs=True
    )
    serve(engine, some_requests(3, len(engine.tokens)))
    hook.remove()
    assert max(rows for rows, _ in fed) == 3 and [rows for rows, width in fed if width > 1] == [1, 1, 1]


def test_a_window_that_no_prompt_reaches_hinders_no_pass_of_pieces(folder, make_engine, engine):
    windowed = make_engine(folder, dtype="bfloat16")
    windowed.model.config.sliding_window, windowed.model.config.use_sliding_window = 4096, True
    assert hf.HFPolicy(windowed.model, windowed.tokens)._mixes


def test_what_is_asked_anew_passes_with_the_tokens_of_running_answers(folder, make_engine, monkeypatch):
    """A pass of its own for each new prompt would read all weights once more."""
    engine, passes = make_engine(folder), []
    engine._mixes = True
    forward = engine._forward_pieces
    monkeypatch.setattr(
        engine, "_forward_pieces", lambda fed: passes.append([len(i) for *_, i in fed]) or forward(fed)
    )

    async def play(session, lengths):
        prompt = (5, 6, 7)
        for turn, length in enumerate(lengths):
            key = RandomKey(0, 0, int(session), 0, 0, turn)
            answer = await engine.generate(prompt, Sampling(1.0, length), session=session, key=key)
            prompt += (*answer.token_ids, 8, 9)
        engine.release(session)

    async def both():
        for session in "01":
            engine.attach(session)
        await asyncio.gather(play("0", (6,)), play("1", (2, 2)))

    engine._end_ids = frozenset()
    asyncio.run(both())
    # The first prompt once for both; then "1" asks again while "0" still writes: its last token and the two new ones.
    assert passes == [[3], [1, 1], [1, 3], [1, 1], [1], [1]]


def test_a_shared_prompt_in_low_precision_is_fed_once_and_long_ones_pass_by_pass(folder, make_engine, monkeypatch):
    engine, plain = make_engine(folder), make_engine(folder)
    engine._mixes = True
    asked = [replace(r, prompt_ids=tuple(range(5, 45))) for r in some_requests(6, len(engine.tokens))]
    asked += some_requests(7, len(engine.tokens))[6:]
    monkeypatch.setattr(hf, "PASS_TOKENS", 16)
    answers, expected = serve(engine, asked), serve(plain, asked)
    assert [a.token_ids for a in answers] == [a.token_ids for a in expected]


def test_the_cache_has_room_for_live_episodes_only(folder, make_engine):
    engine = make_engine(folder, rows=64)
    for number, held in ((3, 16), (20, 24), (5, 24)):
        serve(engine, some_requests(number, 100))
        assert engine.cache.held == engine.cache.keys[0].shape[0] == held


def test_a_growing_cache_holds_one_layer_twice_at_most(monkeypatch):
    """Views of what a layer held before it grew would keep all layers twice."""
    cache, stores = RowCache(3, 1, 4, torch.float32, torch.device("cpu")), []
    make, most = torch.zeros, []

    def noted(*size, **how):
        if len(size) == 4:
            most.append(sum(not store.expired() for store in stores))
        return make(*size, **how)

    def pass_over(width):
        cache.reserve(width, 8)
        stores[:] = [StorageWeakRef(store.untyped_storage()) for store in (*cache.keys, *cache.values)]
        cache.aim(None, 8, torch.zeros(8, 1, dtype=torch.long), width)
        for layer in range(3):
            cache.update(*(torch.ones(8, 1, 1, 4) for _ in range(2)), layer)

    pass_over(64)
    monkeypatch.setattr(torch, "zeros", noted)
    pass_over(128)
    assert most == [6, 5, 4, 3, 2, 1]


def test_the_cache_grows_in_few_steps_and_keeps_what_it_holds():
    cache, widths = RowCache(1, 2, 4, torch.float32, torch.device("cpu")), set()
    cache.reserve(64, 8)
    cache.keys[0][:, :, :64] = kept = torch.randn(8, 2, 64, 4)
    for width in range(64, 4096, 64):
        cache.reserve(width, 8 if width < 1000 else 16)
        assert cache.slots >= width
        widths.add(cache.slots)
    assert len(widths) < 20 and cache.slots < 1.3 * 4096
    assert torch.equal(cache.keys[0][:8, :, :64], kept) and not cache.keys[0][8:].any()


def test_long_prompts_are_fed_in_parts_and_answered_the_same(folder, make_engine, engine, monkeypatch):
    requests = some_requests(60, len(engine.tokens))
    whole = serve(engine, requests)
    fed, small = [], make_engine(folder)
    base = small.model.base_model
    monkeypatch.setattr(hf, "PASS_TOKENS", 1024)
    hook = base.register_forward_pre_hook(
        lambda _, __, given: fed.append(given["input_ids"].shape), with_kwargs=True
    )
    assert serve(small, requests) == whole
    hook.remove()
    assert max(rows * width for rows, width in fed) <= 8 * 152  # 1024, or eight of the longest rows
    assert min(rows * width for rows, width in fed) >= hf.LEAST_ROWS
    assert sum(width > 1 for _, width in fed) > 4


@given(st.lists(st.integers(1, 300), min_size=1, max_size=60), st.integers(1, 5000))
def test_parts_of_a_prefill_keep_the_budget_and_lose_nothing(lengths, budget):
    parts = hf.prefill_parts(lengths, budget, hf.PASS_COST)
    assert sorted(i for part in parts for i in part) == list(range(len(lengths)))
    for part in parts:
        width = max(lengths[i] for i in part)
        padded = hf.round_up(len(part), hf.ROW_MULTIPLE) * (1 if width == 1 else hf.round_up(width, 8))
        assert padded <= budget or len(part) <= hf.ROW_MULTIPLE


@given(st.lists(st.integers(1, 60), min_size=1, max_size=60), st.integers(0, 500))
def test_a_pass_of_its_own_for_shorter_pieces_saves_more_than_it_costs(lengths, cost):
    def padded(part):
        width = max(lengths[i] for i in part)
        return hf.round_up(len(part), hf.ROW_MULTIPLE) * (1 if width == 1 else hf.round_up(width, 8))

    parts = hf.prefill_parts(lengths, 10_000, cost)
    assert sum(map(padded, parts)) + cost * (len(parts) - 1) <= padded(range(len(lengths)))
    assert len(hf.prefill_parts(lengths, 10_000, math.inf)) == 1


def test_pieces_are_cut_where_it_saves_most():
    # 8 rows of 24 tokens, 16 of 8 and 8 of 1, together 32 x 24: the cut after the first 8 saves 24 x 16 = 384 tokens,
    # that after 24 rows 8 x 23 = 184. Another cut of the rest saves 8 x 7 = 56.
    lengths = [1] * 8 + [24] * 8 + [5] * 16
    assert hf.prefill_parts(lengths, 10_000, 100) == [list(range(8, 16)), [*range(8), *range(16, 32)]]
    assert [len(hf.prefill_parts(lengths, 10_000, cost)) for cost in (50, 400)] == [3, 1]


def test_idle_rows_count_towards_a_pass(folder, make_engine, monkeypatch):
    engine, seen = make_engine(folder), []
    aim = engine.cache.aim
    monkeypatch.setattr(engine.cache, "aim", lambda rows, *rest: seen.append(rows is None) or aim(rows, *rest))
    for limit in (16 * 8, 16 * 8 - 1):  # rows up to 15 take part: sixteen rows in place, or twelve gathered
        monkeypatch.setattr(hf, "PASS_TOKENS", limit)
        engine._forward(list(range(4, 16)), [0] * 12, [(5, 6, 7)] * 12)
    assert seen == [True, False]


def test_a_resting_engine_holds_no_cache_and_answers_the_same(folder, make_engine):
    engine = make_engine(folder)
    requests = some_requests(9, 100)
    before = serve(engine, requests)
    assert engine.cache.slots > 0
    engine.rest()
    assert engine.cache.slots == 0 and sum(t.numel() for t in (*engine.cache.keys, *engine.cache.values)) == 0
    assert serve(engine, requests) == before
    prompt = requests[0].prompt_ids
    _, rested = converse(engine, [prompt, prompt], change=engine.rest)  # in a live session
    assert rested == converse(make_engine(folder), [(5,), prompt])[1]
