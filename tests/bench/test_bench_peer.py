"""Other engines beside ours: what they are asked, how they take turns, and children that fail in their own words."""

import itertools
import json
import sys
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace

import pytest


@dataclass(frozen=True)
class Answer:
    token_ids: tuple[int, ...]


@dataclass(frozen=True)
class Asked:
    prompt_ids: tuple[int, ...]
    answer: Answer


def asked(prompt: int, new: int) -> Asked:
    return Asked(tuple(range(prompt)), Answer(tuple(range(new))))


EPISODES = {"a": [asked(3, 2), asked(6, 1)], "b": [asked(4, 5)]}


def test_the_nth_calls_of_all_episodes_are_one_batch():
    from peer import asked_of, most_held, turns

    first, second = turns(EPISODES)
    assert first == [EPISODES["a"][0], EPISODES["b"][0]] and second == [EPISODES["a"][1]]
    assert turns({}) == []
    plain = asked_of(turns(EPISODES))
    assert plain[1] == [{"prompt": [0, 1, 2, 3, 4, 5], "new": 1}]
    assert json.loads(json.dumps(plain)) == plain
    assert most_held(EPISODES) == [7, 9]  # 6 and 1, 4 and 5


def test_blocks_hold_every_conversation():
    import engine_peers

    # Longest conversations of 7 and 9 tokens: a block of 32 each; one of 33 takes two.
    assert engine_peers.blocks(EPISODES) == engine_peers.SPARE_BLOCKS + 2
    assert engine_peers.blocks({"a": [asked(30, 3)]}) == engine_peers.SPARE_BLOCKS + 2


def test_a_cache_has_room_for_all_episodes():
    """SmolLM2: 2·30 layers·3 heads·64 numbers·2 bytes = 23,040 for each token; twice 40,000 of them are held."""
    import torch
    from engine_peers import LEAST_CACHE, cache_bytes

    shape = {"num_hidden_layers": 30, "num_attention_heads": 9, "num_key_value_heads": 3, "hidden_size": 576}
    model = SimpleNamespace(config=SimpleNamespace(**shape), dtype=torch.bfloat16)
    assert cache_bytes(model, 40_000) == 2 * 40_000 * 23_040
    assert cache_bytes(model, 10) == LEAST_CACHE


def test_engines_take_turns_and_the_first_pass_does_not_count():
    from peer import against, take_turns

    order = []

    def engine(name, seconds):
        return lambda: order.append(name) or next(seconds)

    # The first pass of each, 9 s, is left out; of 2/1, 8/2 and 3/3 the median is 2.
    figures = take_turns({"ours": engine("o", iter([9, 1, 2, 3])), "x": engine("x", iter([9, 2, 8, 3]))}, 3)
    assert "".join(order) == "oxoxoxox" and figures.missing == {}
    assert against(figures, "x") == {"ours_s": 2, "other_s": 3, "ratio": 2, "ratios": [2.0, 4.0, 1.0]}


def test_an_engine_that_fails_is_a_sentence_in_the_record_and_the_others_go_on():
    from peer import PeerError, against, require_same, take_turns

    numbers = itertools.count()

    def failing():
        require_same("tokens", next(numbers), 0)
        return 1.0

    figures = take_turns({"ours": lambda: 1.0, "x": failing, "y": lambda: 2.0}, 3)
    assert against(figures, "x") == {"not_measured": "It computed 1 tokens; expected 0."}
    assert next(numbers) == 2  # not asked again
    assert against(figures, "y")["ratio"] == 2.0
    with pytest.raises(PeerError):
        require_same("rows", 1, 2)


def written(folder: Path, **config) -> Path:
    (folder / "config.json").write_text(json.dumps(config), encoding="utf-8")
    return folder


def test_small_heads_are_joined_to_larger_ones_of_the_same_cost(tmp_path):
    from peer import PeerError, with_larger_heads

    small = {"hidden_size": 96, "num_attention_heads": 4, "num_key_value_heads": 4}
    assert "3 heads of 32 numbers for 4 of 24" in with_larger_heads(written(tmp_path, **small))
    found = json.loads((tmp_path / "config.json").read_text("utf-8"))
    assert found == {"hidden_size": 96, "num_attention_heads": 3, "num_key_value_heads": 3}
    assert with_larger_heads(tmp_path) is None
    for change in ({"hidden_size": 72, "num_attention_heads": 3}, {"num_key_value_heads": 2}):
        with pytest.raises(PeerError, match="cannot be cut"):
            with_larger_heads(written(tmp_path, **small | change))


CHILD = """
import time

from serving import Bench

with Bench() as bench:
    print("noise of a library")
    bench.answer(doubled=2 * bench.job["number"])
    while bench.wants_more():
        if bench.job["number"] == 3:
            raise ValueError("first line\\nthree is not supported")
        if bench.job["number"] == 4:
            raise SystemExit("four ends it")
        if bench.job["number"] == 5:
            time.sleep(60)
        bench.answer(seconds=0.5)
"""


@pytest.fixture
def child(tmp_path, monkeypatch):
    """Opens a child that is asked about a number."""
    import peer

    (tmp_path / "child.py").write_text(CHILD, encoding="utf-8")
    (tmp_path / "serving.py").write_bytes((peer.SCRIPTS / "serving.py").read_bytes())
    monkeypatch.setattr(peer, "SCRIPTS", tmp_path)

    def open_child(number: int, python=sys.executable):
        return peer.opened(Path(python), "child.py", {"number": number}, tmp_path / f"job-{number}", threads=1)

    return open_child


def test_a_child_answers_once_for_each_pass_whatever_libraries_print(child):
    with child(2) as peer:
        assert peer.facts == {"doubled": 4}
        assert [peer.ask(), peer.ask()] == [{"seconds": 0.5}] * 2
    assert peer._process.returncode == 0


def test_a_child_that_fails_or_ends_says_why(child, tmp_path):
    from peer import PeerError

    with child(3) as peer, pytest.raises(PeerError, match="ValueError: three is not supported"):
        peer.ask()
    with child(4) as peer, pytest.raises(PeerError, match=r"ended with code 1: .*four ends it"):
        peer.ask()
    with pytest.raises(PeerError, match="no-such-python cannot be started"), child(5, tmp_path / "no-such-python"):
        pass


def test_a_child_that_hangs_is_ended(child, monkeypatch):
    import peer

    with child(5) as hung:
        monkeypatch.setattr(peer, "LIMIT_S", 0.1)
        with pytest.raises(peer.PeerError, match=r"no answer for 0.1 s and was ended: noise of a library"):
            hung.ask()


def test_a_child_has_its_own_packages_and_as_many_threads_as_asked_for(monkeypatch):
    from peer import environment

    monkeypatch.setenv("PYTHONPATH", "/ours")
    found = environment(Path("/elsewhere/bin/python"), 2)
    assert "PYTHONPATH" not in found and found["OMP_NUM_THREADS"] == "2"
    assert found["PATH"].startswith("/elsewhere/bin:")
