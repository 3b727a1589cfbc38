"""TextArena's games through our contract. Skipped without the package."""

import random

import pytest

pytest.importorskip("textarena")

from skill1.config import EnvConfig
from skill1.env.check import check_suite
from skill1.env.loading import load_suite
from skill1.env.registry import opened_suite
from skill1.env.remote import BlockingSuite
from skill1.errors import ConfigError, DataError, EnvironmentFault
from skill1_envs.textarena.games import Game
from skill1_envs.textarena.suite import SEEDS
from tests.env.toys import process_ids

# A few words are enough for Hangman; the real lists are NLTK's to give.
WORDS = ("apple", "bridge", "cat", "garden", "winter", "yellow")


@pytest.fixture(scope="session")
def word_lists(tmp_path_factory):
    """A folder in the layout of NLTK's data with word lists of our own, and nothing else; NLTK keeps what it opened."""
    nltk = pytest.importorskip("nltk")
    root = tmp_path_factory.mktemp("nltk")
    folder = root / "corpora" / "words"
    folder.mkdir(parents=True)
    for name in ("en", "en-basic"):
        (folder / name).write_text("\n".join(WORDS) + "\n", encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(nltk.data, "path", [str(root)])
        yield WORDS


def suite(game, **settings):
    return load_suite(EnvConfig(name=f"textarena:{game}", **settings))


def code_of(seed):
    """Mastermind-v0's secret, drawn as the game does after ``random.seed(seed)``."""
    return random.Random(seed).sample(range(1, 7), k=4)


def guess(digits):
    return " ".join(map(str, digits))


@pytest.mark.parametrize(
    "game",
    [
        *("Mastermind-v0", "FrozenLake-v0", "Minesweeper-v0", "Bandit-v0", "Set-v0"),
        # These hand over the parts of a message in another order.
        *("Countdown-v0", "Cryptarithm-v0", "ThreeCardMonte-v0"),
    ],
)
def test_contract(game):
    assert check_suite(suite(game), split="eval") == []


def test_hangman_needs_only_word_lists(word_lists):
    hangman = suite("Hangman-v0")
    assert check_suite(hangman, split="eval") == []
    env = hangman.make("test")
    shown = env.reset(task_index=0)
    length = shown.text.split("\n")[1].count("C") or shown.text.count("_")
    word = next(word for word in word_lists if word == random.Random(SEEDS["test"][0]).choice(word_lists))
    assert length == len(word)
    _, reward, terminated, truncated, info = env.step(f"[{word}]")
    assert (reward, terminated, truncated, info["won"]) == (1.0, True, False, True)


def test_missing_word_lists_name_the_command(word_lists, monkeypatch):
    nltk = pytest.importorskip("nltk")
    asked = []
    monkeypatch.setattr(nltk, "download", lambda *names, **_: asked.append(names))
    with pytest.raises(DataError, match="python -m nltk.downloader words"):
        Game("Wordle-v0")
    assert asked == []  # nothing was fetched


def test_splits_are_fixed_ranges_of_seeds():
    mastermind = suite("Mastermind-v0")
    assert dict(mastermind.splits()) == {"train": 500, "eval": 100, "test": 200}
    tasks = mastermind.tasks("test")
    assert tasks[0].id == "textarena/Mastermind-v0/test/20000"
    assert (tasks[199].id, tasks[199].env) == ("textarena/Mastermind-v0/test/20199", "textarena:Mastermind-v0")
    assert tasks[0].instruction.startswith("You are playing Mastermind.")
    seeds = [seed for split in SEEDS.values() for seed in split]
    assert len(set(seeds)) == len(seeds)
    with pytest.raises(DataError, match="train, eval, test"):
        mastermind.tasks("valid")
    assert mastermind.split_source("test") == ("seeds 20000 to 20199 of TextArena's Mastermind-v0", "")


def test_winning_pays_one_and_history_is_not_repeated():
    env = suite("Mastermind-v0").make("test")
    assert env.reset(task_index=5).text == "The game begins."
    code = code_of(20005)
    wrong = [code[1], code[0], *code[2:]]
    shown, reward, terminated, truncated, info = env.step(guess(wrong))  # brackets are added
    assert shown.text == f"Submitted [{guess(wrong)}]. Feedback: 2 black peg(s), 2 white peg(s)."
    assert (reward, terminated, truncated, info["won"], info["task_score"]) == (0.0, False, False, False, 0.0)
    shown, reward, terminated, truncated, info = env.step(f"I say [{guess(code)}]")
    assert "cracked the code" in shown.text and "Submitted" not in shown.text
    assert (reward, terminated, truncated, info["won"]) == (1.0, True, False, True)
    with pytest.raises(EnvironmentFault, match="Call reset first"):
        env.step(guess(code))


def test_second_invalid_move_ends_with_the_progress_made():
    env = suite("Mastermind-v0").make("test")
    env.reset(task_index=0)
    code = code_of(20000)
    env.step(guess([code[1], code[0], *code[2:]]))  # 2 black, 2 white: (2 + 2/2) / 4 = 0.75
    _, reward, terminated, _, info = env.step("no numbers")
    assert (reward, terminated, info["invalid_move"]) == (0.0, False, False)
    _, reward, terminated, truncated, info = env.step("again none")
    assert (reward, terminated, truncated) == (0.75, True, False)
    assert (info["won"], info["invalid_move"], info["task_score"]) == (False, True, 0.75)


def test_step_limit_truncates_and_pays_nothing():
    env = suite("Mastermind-v0", max_steps=2).make("test")
    env.reset(task_index=0)
    code = code_of(20000)
    env.step(guess([code[1], code[0], *code[2:]]))
    _, reward, terminated, truncated, info = env.step(guess([code[0], code[1], code[3], code[2]]))
    assert (reward, terminated, truncated, info["won"]) == (0.0, False, True, False)


def test_interleaved_games_do_not_disturb_each_other():
    minesweeper = suite("Minesweeper-v0")  # lays its mines at the first step, with the global generator

    def start():
        env = minesweeper.make("train")
        env.reset(task_index=7)
        return env

    alone = start().step("[reveal 3 3]")
    env, other = start(), minesweeper.make("train")
    other.reset(task_index=8)
    other.step("[reveal 0 0]")
    random.seed(99)
    assert env.step("[reveal 3 3]") == alone


def test_copies_are_used_again_after_closing():
    mastermind = suite("Mastermind-v0")
    first = mastermind.make("train")
    first.reset(task_index=0)
    copy = first._game
    first.close()
    first.close()
    second, third = mastermind.make("train"), mastermind.make("train")
    second.reset(task_index=1)
    third.reset(task_index=1)
    assert second._game is copy
    assert third._game is not copy


@pytest.mark.parametrize(
    ("game", "words"),
    [
        ("Mastermnd-v0", "Did you mean textarena:Mastermind-v0"),
        ("Nim-v0", "needs several players"),
        ("TicTacToe-v0", "needs several players"),
        ("TwentyQuestions-v0", "hosted language model"),
    ],
)
def test_other_games_are_refused(game, words):
    with pytest.raises(ConfigError, match=words):
        suite(game).tasks("test")


@pytest.mark.parametrize("game", ["Countdown-v0", "Cryptarithm-v0", "PegJump-v0", "TowerOfHanoi-v0"])
def test_same_puzzle_for_every_seed_is_warned_of(game):
    puzzle = Game(game)
    assert puzzle.start(0) == puzzle.start(20_000)
    assert "same puzzle" in suite(game).split_source("test")[1]


def test_rules_that_differ_by_seed_are_each_tasks_own(monkeypatch):
    mastermind = suite("Mastermind-v0")
    started = []

    def start(self, seed):
        started.append(seed)
        return f"reach {seed}", None

    monkeypatch.setattr(Game, "start", start)
    assert [task.instruction for task in mastermind.tasks("eval")[:2]] == ["reach 10000", "reach 10001"]
    assert len(started) == 4 + 100


def test_a_failing_game_is_a_fault_of_the_episode(monkeypatch):
    env = suite("Mastermind-v0").make("test")
    env.reset(task_index=0)
    monkeypatch.setattr(env._game._game, "step", lambda action: 1 // 0)
    with pytest.raises(EnvironmentFault, match="Mastermind-v0 failed at '1 2': ZeroDivisionError"):
        env.step("1 2")


@pytest.mark.parametrize("stage", ["start", "play"])
def test_a_copy_that_failed_is_played_by_nobody_again(monkeypatch, stage):
    env = suite("Mastermind-v0").make("test")
    env.reset(task_index=0)
    failed = env._game
    monkeypatch.setattr(failed, stage, lambda _: 1 // 0)
    with pytest.raises(ZeroDivisionError):
        env.reset(task_index=1) if stage == "start" else env.step("1 2 3 4")
    with pytest.raises(EnvironmentFault, match="Call reset first"):
        env.step("1 2 3 4")
    env.close()
    assert failed not in env._games._idle
    assert env.reset(task_index=0) and env._game is not failed


def test_it_plays_in_a_worker_unasked():
    with opened_suite(EnvConfig(name="textarena:Mastermind-v0")) as remote:
        assert len(process_ids(remote)) == 1
        env = BlockingSuite(remote).make("test")
        env.reset(task_index=5)
        _, reward, terminated, _, info = env.step(guess(code_of(20005)))
        assert (reward, terminated, info["won"]) == (1.0, True, True)
