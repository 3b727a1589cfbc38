"""The policy over any engine: who gets which answer, and what happens when somebody goes away. Needs no vLLM."""

import asyncio
import sys
from types import SimpleNamespace

import pytest

from skill1.config import Skill1Config
from skill1.errors import MissingExtraError, PolicyError, Skill1Error
from skill1.policy.load import open_policy
from skill1.policy.protocol import Sampling
from skill1.policy.vllm import VLLMPolicy
from skill1.policy.vllm_engine import Answer, VLLMEngine
from skill1.schema import RandomKey

END = 9
SOME = Sampling(1.0, 4)
TOKENS = SimpleNamespace(decode=lambda ids: " ".join(map(str, ids)))


class StepwiseEngine:
    """Answers a request with its prompt's last id, that id plus one … and the end, one token a step."""

    end_ids, max_positions = frozenset({END}), 20

    def __init__(self, *, reason: str | None = "stop", dies_at: int | None = None) -> None:
        self.reason, self.dies_at = reason, dies_at
        self.live: dict[str, tuple[int, int]] = {}  # request → prompt's last id, steps to go
        self.seeds: list[int] = []
        self.together: list[int] = []
        self.aborted: list[str] = []
        self.loaded: list[object] = []

    def add(self, request, prompt_ids, sampling, seed) -> None:
        self.live[request] = (prompt_ids[-1], prompt_ids[-1])
        self.seeds.append(seed)

    def step(self) -> list[Answer]:
        self.together.append(len(self.live))
        if self.dies_at == len(self.together):
            raise MemoryError("no room")
        self.live = {request: (last, left - 1) for request, (last, left) in self.live.items()}
        ended = [request for request, (_, left) in self.live.items() if not left]
        return [self._answer(request, self.live.pop(request)[0]) for request in ended]

    def _answer(self, request: str, last: int) -> Answer:
        ids = (*range(last, 2 * last), END) if self.reason == "stop" else tuple(range(last, 2 * last))
        return Answer(request, ids, (-0.5,) * len(ids), self.reason)

    def abort(self, requests) -> None:
        self.aborted += requests
        for request in requests:
            del self.live[request]

    def load(self, model) -> None:
        if model is None:
            raise RuntimeError("device lost")
        self.loaded.append(model)

    def rest(self) -> None: ...

    def close(self) -> None: ...


def ask(policy: VLLMPolicy, last: int, sampling: Sampling = SOME):
    """An answer that takes as many steps as ``last`` says."""
    return policy.generate((1, last), sampling, session=f"episode {last}", key=RandomKey(0, 1, last, 0, 2, 0))


def run(coroutine):
    return asyncio.run(asyncio.wait_for(coroutine, 10))


async def all_of(*coroutines):
    return await asyncio.gather(*coroutines)


def test_everybody_gets_his_own_answer_whoever_ends_first():
    engine = StepwiseEngine()
    policy = VLLMPolicy(engine, TOKENS, rows=8)
    answers = run(all_of(*(ask(policy, last) for last in (3, 1, 2))))
    assert [answer.token_ids for answer in answers] == [(3, 4, 5, END), (1, END), (2, 3, END)]
    assert [answer.text for answer in answers] == ["3 4 5", "1", "2 3"]  # without the end token
    assert [(answer.finish_reason, answer.logprobs) for answer in answers[1:2]] == [("stop", (-0.5, -0.5))]
    assert engine.together == [3, 2, 1] and policy.tokens_generated == 9


def test_who_ends_early_asks_again_while_the_others_go_on():
    engine = StepwiseEngine()
    policy = VLLMPolicy(engine, TOKENS, rows=8)

    async def twice():
        await ask(policy, 1)
        await ask(policy, 1)

    run(all_of(ask(policy, 4), twice()))
    assert engine.together == [2, 2, 1, 1]  # the second question joined at once


def test_a_length_stop_keeps_all_tokens():
    answer = run(ask(VLLMPolicy(StepwiseEngine(reason="length"), TOKENS, rows=8), 2))
    assert (answer.token_ids, answer.finish_reason, answer.text) == ((2, 3), "length", "2 3")


def test_seeds_come_from_the_key_alone():
    engines = StepwiseEngine(), StepwiseEngine()
    for engine, order in zip(engines, ((1, 2, 3), (3, 1, 2)), strict=True):
        policy = VLLMPolicy(engine, TOKENS, rows=8)
        run(all_of(*(ask(policy, last) for last in order)))
    assert len(set(engines[0].seeds)) == 3
    assert engines[1].seeds == [engines[0].seeds[i] for i in (2, 0, 1)]


def test_an_episode_that_went_away_is_forgotten():
    engine = StepwiseEngine()
    policy = VLLMPolicy(engine, TOKENS, rows=8)

    async def one_leaves():
        leaver = asyncio.create_task(ask(policy, 4))
        other = asyncio.create_task(ask(policy, 3))
        await asyncio.sleep(0)
        leaver.cancel()
        return await other

    assert run(one_leaves()).token_ids == (3, 4, 5, END)
    assert engine.aborted == ["episode 4/1"] and not engine.live


@pytest.mark.parametrize("turns", [2, 4], ids=["before the first step", "between two steps"])
def test_a_loop_that_ends_leaves_nothing_to_the_next(turns):
    engine = StepwiseEngine()
    policy = VLLMPolicy(engine, TOKENS, rows=8)

    async def asks_and_leaves():
        asyncio.create_task(ask(policy, 50))  # noqa: RUF006
        for _ in range(turns):
            await asyncio.sleep(0)

    run(asks_and_leaves())
    assert run(ask(policy, 2)).token_ids == (2, 3, END) and not engine.live
    assert engine.aborted == ["episode 50/1"]


def test_a_dead_engine_tells_everybody_now_and_later():
    policy = VLLMPolicy(StepwiseEngine(dies_at=2), TOKENS, rows=8)

    async def three():
        return await asyncio.gather(*(ask(policy, last) for last in (1, 3, 4)), return_exceptions=True)

    first, *others = run(three())
    assert first.token_ids == (1, END)
    for error in others:
        assert isinstance(error, PolicyError) and isinstance(error.__cause__, MemoryError)
        assert "no room" in str(error) and "--cluster.gpu_memory" in str(error) and "--resume" in str(error)
    with pytest.raises(PolicyError, match="no room"):
        run(ask(policy, 2))


@pytest.mark.parametrize("reason", ["abort", "error", None])
def test_an_answer_given_up_is_an_error(reason):
    with pytest.raises(PolicyError, match="gave up"):
        run(ask(VLLMPolicy(StepwiseEngine(reason=reason), TOKENS, rows=8), 2))


def test_positions_are_checked_before_the_engine_is_asked():
    engine = StepwiseEngine()
    policy = VLLMPolicy(engine, TOKENS, rows=8)
    assert run(ask(policy, 2, Sampling(1.0, 18))).finish_reason == "stop"  # 2 + 18 = 20 positions
    with pytest.raises(Skill1Error, match="20 positions"):
        run(ask(policy, 2, Sampling(1.0, 19)))
    assert len(engine.seeds) == 1


def test_new_weights_are_a_new_version():
    engine, model = StepwiseEngine(), object()
    policy = VLLMPolicy(engine, TOKENS, rows=8, version=6, model=model)
    policy.rest()
    policy.weights_changed()
    assert (policy.version, engine.loaded) == (7, [model])


def test_what_an_update_freed_is_given_back_before_the_engine_wakes(monkeypatch):
    """vLLM takes its memory from the device, and finds none that torch still holds."""
    done = []
    asleep = SimpleNamespace(
        sleep=lambda level: done.append("sleeps"),
        wake_up=lambda: done.append("wakes"),
        apply_model=lambda _: [[]],
        reset_prefix_cache=lambda: True,
    )
    monkeypatch.setattr("torch.cuda.empty_cache", lambda: done.append("given back"))
    engine = VLLMEngine(asleep, frozenset({END}), max_positions=20, sleeps=True)
    for _ in range(2):
        engine.rest()
        engine.load(SimpleNamespace(named_parameters=lambda: []))
    engine.load(SimpleNamespace(named_parameters=lambda: []))  # awake: it has what it needs
    assert done == ["sleeps", "given back", "wakes"] * 2


def test_weights_that_do_not_arrive_are_an_error_and_no_version():
    policy = VLLMPolicy(StepwiseEngine(), TOKENS, rows=8, version=6)
    with pytest.raises(PolicyError, match="device lost"):
        policy.weights_changed()
    assert policy.version == 6
    with pytest.raises(PolicyError, match="device lost"):
        run(ask(policy, 2))


def test_without_vllm_the_extra_is_named(monkeypatch, tmp_path):
    from skill1.config.load import load_config

    (tmp_path / "config.json").write_text("{}")
    for name in [name for name in sys.modules if name == "vllm" or name.startswith("vllm.")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "vllm", None)
    config: Skill1Config = load_config(
        "household/skill1", ["--policy.engine", "vllm", "--model.path", str(tmp_path)]
    )
    with pytest.raises(MissingExtraError, match=r"policy\.engine vllm.*'vllm'.*skill1\[verl\]"):
        open_policy(config, tmp_path, TOKENS, rows=8)
