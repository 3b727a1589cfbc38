"""An evaluation that is killed resumes after the episodes that had ended, and ends as one in one piece."""

import gzip
import io
import json
import os
import time
from dataclasses import replace
from pathlib import Path

import pytest
from rich.console import Console

from skill1.cli import main
from skill1.config import EnvConfig, Skill1Config
from skill1.evaluate import evaluation as evaluation_module
from skill1.evaluate import under_way as kept_module
from skill1.evaluate.evaluation import evaluate
from skill1.evaluate.storage import Contestant, evaluate_once
from skill1.evaluate.token_cost import Count, TokenCost
from skill1.evaluate.under_way import Kept, data_files, is_known
from skill1.rollout.group import Roller
from skill1.schema import Episode, EpisodeKey, Task
from tests.rollout.tiny_world import household

GAMES = Path(__file__).resolve().parents[2] / "data" / "alfworld"
EPISODES = 18  # of 9 tasks, in three rounds of 3


class Cut(BaseException):
    """Nothing catches it, as nothing catches a kill."""


@pytest.fixture
def begun(monkeypatch):
    """The episodes that began."""
    ids, real = [], Roller._play_once

    async def play(self, task, key, library):
        ids.append(key.id)
        return await real(self, task, key, library)

    monkeypatch.setattr(Roller, "_play_once", play)
    monkeypatch.setattr(kept_module, "QUICK_SECONDS", 0.0)
    return ids


def configured(model, mode, *overrides):
    small = ("--eval.limit=9", "--eval.round_tasks=3", "--eval.batch_size=4", "--eval.split=seen")
    return household(model, f"--eval.library={mode}", *small, *overrides)


def cut(monkeypatch, number, play):
    """Play until so many episodes have ended, or a few more: others may end in the same moment."""
    real = Kept.note

    def note(self, *ended):
        nonlocal number
        real(self, *ended)
        number -= 1
        if not number:
            raise Cut

    with monkeypatch.context() as patch, pytest.raises(Cut):
        patch.setattr(Kept, "note", note)
        play()


@pytest.mark.parametrize("mode", ["fresh", "online", "frozen"])
def test_a_killed_evaluation_ends_as_one_in_one_piece(warm, library_file, mode, tmp_path, monkeypatch, begun):
    def played(kept):
        config = configured(warm, mode, "--eval.temperature=0.7")
        return json.dumps(evaluate(config, model=str(warm), library_path=str(library_file), repeats=2, kept=kept))

    unbroken = played(None)
    assert len(begun) == EPISODES
    for number in (1, 9):  # in the first round, then in the second
        cut(monkeypatch, number, lambda: played(Kept(tmp_path / "kept")))
    begun.clear()
    assert played(Kept(tmp_path / "kept")) == unbroken
    assert 0 < len(begun) <= EPISODES - 10
    begun.clear()
    assert played(Kept(tmp_path / "kept")) == unbroken and not begun  # killed before the result was written


@pytest.mark.parametrize("mode", ["fresh", "frozen"])
def test_what_was_in_error_is_played_again_with_what_a_library_took_in_since(
    warm, library_file, mode, tmp_path, monkeypatch, begun
):
    def played(kept=None):
        config = configured(warm, mode, "--eval.temperature=0.7")
        return json.dumps(evaluate(config, model=str(warm), library_path=str(library_file), repeats=2, kept=kept))

    def again():
        return played(Kept(tmp_path / "kept"))

    unbroken, broken, real = played(), begun[1], Roller._play_once

    async def play(self, task, key, library):
        is_broken = key.id == broken
        return (
            Episode(key, task, status="error", error="gone") if is_broken else await real(self, task, key, library)
        )

    with monkeypatch.context() as patch:
        patch.setattr(Roller, "_play_once", play)
        cut(monkeypatch, 9, again)  # five of the first round, four of the second
    begun.clear()
    cut(monkeypatch, 2, again)
    assert broken in begun and len(begun) == len(set(begun))
    assert again() == unbroken
    # What was played after the error counts only where no library stood between.
    assert len(set(begun)) == EPISODES - 5 if mode == "fresh" else len(set(begun)) <= EPISODES - 9


CHANGES = [
    {"repeats": 2},
    {"seed": 1},
    {"overrides": ["--eval.round_tasks=4"]},
    {"overrides": ["--eval.split=heldout"]},
    {"overrides": ["--eval.limit=8"]},
]


def test_what_was_kept_of_another_evaluation_is_not_used(warm, folder, tmp_path, monkeypatch, begun):
    file = tmp_path / "kept"

    def played(*, overrides=(), model=warm, repeats=1, seed=0):
        config = replace(configured(warm, "fresh", *overrides), seed=seed)
        begun.clear()
        return evaluate(config, model=str(model), repeats=repeats, kept=Kept(file))

    cut(monkeypatch, 5, played)
    whole = file.read_bytes()
    for change in [*CHANGES, {"model": folder}]:
        file.write_bytes(whole)
        assert played(**change)["episodes"] == len(begun), change
    file.write_bytes(b"\0" + whole[1:])  # a damaged disk
    played()
    assert len(begun) == 9
    (tmp_path / "changed.py").touch()
    for module, name, other in [
        (kept_module, "FORMAT", "skill1-eval-episodes-0"),
        (kept_module, "_sources", lambda _: [tmp_path / "changed.py"]),
        (evaluation_module, "data_files", lambda _: [("corpus.jsonl", 1, 1)]),
    ]:
        with monkeypatch.context() as patch:
            patch.setattr(module, name, other)
            file.write_bytes(whole)
            played()
        assert len(begun) == 9, name


def test_data_is_told_by_its_files_names_sizes_and_times(tmp_path, monkeypatch):
    def seen(name="search", data=str(tmp_path)):
        return data_files(EnvConfig(name=name, data=data))

    (tmp_path / "questions").mkdir()
    (tmp_path / "questions" / "test.jsonl").write_text("one")
    (tmp_path / "corpus.jsonl").symlink_to("nowhere")
    (path, size, _), *more = before = seen()
    assert (Path(path).name, size, more) == ("test.jsonl", 3, [])
    os.utime(path, ns=(0, 0))
    assert seen() != before and seen(name="household") == []
    monkeypatch.setenv("SEARCH_DATA", str(tmp_path))
    assert seen(data=None) == seen()
    with monkeypatch.context() as patch:
        patch.setattr(os.path, "isfile", lambda path: True)  # and removed right after it was looked at
        assert [Path(path).name for path, *_ in seen()] == ["test.jsonl"]
    monkeypatch.setattr(kept_module, "MOST_FILES", 0)
    assert seen() == []


@pytest.mark.parametrize("key, value", [("retriever", "http://127.0.0.1:1/retrieve"), ("python", "python3")])
def test_nothing_is_kept_of_what_stands_elsewhere(key, value):
    config = Skill1Config(env=EnvConfig(name="search"))
    assert is_known(config) and not is_known(replace(config, env=replace(config.env, **{key: value})))


def test_nothing_is_kept_where_nobody_knows_what_was_changed(warm, tmp_path, begun):
    kept = Kept(tmp_path / "kept")
    foreign = "--env.name=skill1_envs.household:HouseholdSuite"
    evaluate(configured(warm, "none", "--eval.limit=1", foreign), model=str(warm), kept=kept)
    assert begun and not list(tmp_path.iterdir())


def test_episodes_go_once_the_result_is_kept_and_the_seconds_of_all_count(warm, tmp_path, monkeypatch, begun):
    contestant = Contestant(configured(warm, "fresh"), str(warm), tmp_path / "run", "weights")
    unbroken = evaluate_once(replace(contestant, folder=tmp_path / "other"), "seen", "fresh")
    begun.clear()
    cut(monkeypatch, 4, lambda: evaluate_once(contestant, "seen", "fresh"))
    file = tmp_path / "run" / "eval" / "seen-fresh.episodes.gz"
    begun.clear()
    head, *rest = gzip.decompress(file.read_bytes()).splitlines()
    rest = [line for line in rest if line.startswith(b"[")]
    head = json.loads(head) | {"wall_s": 1000.0, "cpu_s": 500.0}
    file.write_bytes(gzip.compress(b"\n".join([json.dumps(head).encode(), *rest])))
    console = Console(file=io.StringIO(), width=200)
    got = evaluate_once(contestant, "seen", "fresh", console)
    assert f"{len(rest)} of 9 episodes had been played when this was cut off" in console.file.getvalue()
    assert 4 <= len(rest) < 9 == len(rest) + len(begun)
    assert 1000 < got["wall_s"] < 2000 and 500 < got["cpu_s"] < 1500
    seconds = dict.fromkeys(("wall_s", "cpu_s"))
    assert got | seconds == unbroken | seconds
    assert [path.name for path in file.parent.iterdir()] == ["seen-fresh.json"]


def test_the_command_typed_again_resumes(warm, tmp_path, monkeypatch, begun):
    words = ["--env=household", "--library=fresh", "--limit=9", "--eval.round_tasks=3", "--batch-size=4"]

    def typed(folder):
        assert main(["eval", str(warm), *words, "--output", str(folder / "got.json")]) == 0
        return (folder / "got.json").read_text()

    unbroken = typed(tmp_path / "one")
    cut(monkeypatch, 4, lambda: typed(tmp_path / "two"))
    (left,) = (tmp_path / "two").iterdir()
    assert left.name.startswith("played-")
    begun.clear()
    assert typed(tmp_path / "two") == unbroken and 0 < len(begun) < 6
    assert sorted(path.name for path in (tmp_path / "two").iterdir()) == ["got.json", "got.md"]


def test_an_environment_broken_for_good_ends_the_evaluation_which_resumes(
    warm, tmp_path, monkeypatch, begun, capsys
):
    words = ["eval", str(warm), "--env=household", "--library=none", "--limit=9", "--batch-size=1"]
    monkeypatch.setattr(kept_module, "QUICK_SECONDS", 1000.0)  # what ended lately is written all the same

    def typed(folder, *more):
        code = main([*words, *more, "--output", str(folder / "got.json")])
        return code, (folder / "got.json").read_text() if code == 0 else capsys.readouterr().err

    unbroken, real = typed(tmp_path / "one"), Roller._play_once

    async def play(self, task, key, library):
        if key.task < 4:
            return await real(self, task, key, library)
        begun.append(key.id)
        return Episode(key, task, status="error", error="gone")

    begun.clear()
    with monkeypatch.context() as patch:
        patch.setattr(Roller, "_play_once", play)
        code, told = typed(tmp_path / "two", "--eval.errors_in_a_row=3")
    assert code == 1 and len(begun) == 4 + 3 * 2
    assert "3 episodes in a row" in told and "(eval.errors_in_a_row is 3). The last: gone" in told
    assert "What was played is kept: the same command resumes." in told
    begun.clear()
    assert typed(tmp_path / "two") == unbroken and len(begun) == 5
    assert sorted(path.name for path in (tmp_path / "two").iterdir()) == ["got.json", "got.md"]


def test_tasks_that_fail_here_and_there_are_no_errors_in_a_row_when_it_resumes(warm, tmp_path, monkeypatch, begun):
    real = Roller._play_once

    async def play(self, task, key, library):
        if key.task % 3:
            return await real(self, task, key, library)
        return Episode(key, task, status="error", error="does not fit")

    monkeypatch.setattr(Roller, "_play_once", play)
    few = configured(warm, "none", "--eval.errors_in_a_row=2", "--eval.batch_size=1")

    def played(file):
        return evaluate(few, model=str(warm), kept=Kept(file))

    unbroken = played(tmp_path / "one")
    cut(monkeypatch, 5, lambda: played(tmp_path / "two"))
    begun.clear()
    assert played(tmp_path / "two") == unbroken and unbroken["errors"] == 3
    assert len(begun) == 1  # of tasks 0, 3 and 6, which fail again, and 8


def test_of_several_environments_none_is_played_again_when_another_is_cut_off(warm, tmp_path, monkeypatch, begun):
    words = ["--config=mixed/tiny", "--env.name=household,alfworld", "--limit=2", "--library=none"]
    words += [f"--env.mixture.alfworld.data={GAMES}", "--env.mixture.alfworld.max_steps=2", "--batch-size=1"]

    def typed():
        assert main(["eval", str(warm), *words, "--output", str(tmp_path / "eval" / "got.json")]) == 0

    cut(monkeypatch, 3, typed)
    begun.clear()
    typed()
    assert len(begun) == 1
    assert len(list((tmp_path / "eval").iterdir())) == 4  # results and cards


def one(number):
    task = Task(f"a/{number}", "a", "seen", number, "go", "go")
    return Episode(EpisodeKey(0, 0, number, 0), task), TokenCost(*[Count(number, 1)] * 9, has_skill=False)


def test_quick_evaluations_leave_nothing_and_others_each_episode(tmp_path, monkeypatch):
    file = tmp_path / "kept"
    kept = Kept(file)
    kept.note(*one(0))
    assert not list(tmp_path.iterdir())
    real = time.monotonic
    monkeypatch.setattr(time, "monotonic", lambda: real() + kept_module.QUICK_SECONDS)
    kept.note(*one(1))
    assert Kept(file).find("") == [one(0), one(1)]
    before = file.read_bytes()
    kept.note(*one(2))
    assert Kept(file).find("") == [one(0), one(1), one(2)]
    assert file.read_bytes().startswith(before)  # what stands there is not written again


def test_a_file_that_was_cut_off_is_used_as_far_as_it_goes(tmp_path, monkeypatch):
    monkeypatch.setattr(kept_module, "QUICK_SECONDS", 0.0)
    kept = Kept(tmp_path / "kept")
    kept.note(*one(0))
    kept.note(*one(1))
    os.truncate(tmp_path / "kept", (tmp_path / "kept").stat().st_size - 5)
    again = Kept(tmp_path / "kept")
    assert again.find("") == [one(0)]
    again.note(*one(2))
    assert Kept(tmp_path / "kept").find("") == [one(0), one(2)]


def test_a_file_that_another_process_began_anew_is_begun_anew(tmp_path, monkeypatch):
    monkeypatch.setattr(kept_module, "QUICK_SECONDS", 0.0)
    kept, other = Kept(tmp_path / "kept"), Kept(tmp_path / "kept")
    kept.note(*one(0))
    kept.note(*one(1))
    other.note(*one(2))
    kept.note(*one(3))
    assert Kept(tmp_path / "kept").find("") == [one(3)]


def test_a_disk_that_takes_nothing_does_not_end_an_evaluation(tmp_path, monkeypatch, caplog):
    monkeypatch.setattr(kept_module, "QUICK_SECONDS", 0.0)
    (tmp_path / "file").touch()
    kept = Kept(tmp_path / "file" / "kept")
    kept.note(*one(0))
    assert "could not be kept" in caplog.text
    (tmp_path / "file").unlink()  # room again
    kept.note(*one(1))
    assert Kept(tmp_path / "file" / "kept").find("") == [one(0), one(1)]
