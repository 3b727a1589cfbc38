"""`skill1 eval` from end to end: what it prints, where it writes, what it refuses, and policies behind a server."""

import io
import json
import shlex
import shutil
import sys
import time
from pathlib import Path

import pytest
from rich.console import Console

from skill1.cli import main
from skill1.config import LibraryConfig
from skill1.errors import DataError, StorageError
from skill1.evaluate import evaluate
from skill1.evaluate.arms import results_of
from skill1.evaluate.command import Command, _without_comments, run_command
from skill1.library import Library
from skill1.models.files import file_hash
from skill1.policy.endpoint_tokens import TextTokens
from skill1.policy.scripted import ScriptedPolicy
from skill1.run.directory import update_manifest
from skill1.schema import Observation, Skill, Task
from tests.evaluate.sample_results import sample_result
from tests.rollout.tiny_world import household


def read_result(path):
    return json.loads(path.read_text(encoding="utf-8"))


def files(run):
    return sorted(path.name for path in (run / "eval").iterdir())


def test_a_run_keeps_its_results_and_shows_them(run, capsys):
    assert main(["eval", str(run)]) == 0
    shown = capsys.readouterr()
    assert files(run) == ["seen-frozen-step40.json", "seen-frozen-step40.md"]
    assert "my-run at step 40 on household seen (only its first 3 tasks), library frozen" in shown.out
    assert "act answers" in shown.out and "seen-frozen-step40.json" in shown.err
    got = read_result(run / "eval" / "seen-frozen-step40.json")
    facts = {"name": "my-run", "checkpoint_step": 40, "method": "skill1", "profile": "compact"}
    assert got.items() >= facts.items()
    assert got["card"]["policy_sha256"] and got["card"]["library_sha256"] and got["card"]["prompts"]["act.txt"]
    assert "eval.batch_size" not in got["card"]["config"] and "run_dir" not in got["card"]["config"]
    words = ["eval", str(run), "--batch-size", "1", "--workers", "1", "--eval.errors_in_a_row=3", "--json"]
    assert main(words) == 0
    assert json.loads(capsys.readouterr().out) == got == read_result(run / "eval" / "seen-frozen-step40.json")


def test_a_library_of_another_environment_is_told(run, tmp_path, capsys):
    def told(*envs):
        bank = tmp_path / f"{len(envs)}.sqlite"
        with Library.open(bank, LibraryConfig(encoder="hashing"), create=True) as library:
            skills = [Skill(f"sk_{n}", f"heat {n}", f"oven {n}", 0.5, env=env) for n, env in enumerate(envs)]
            library.add_skills(skills)
        words = ["--library", "frozen", "--library-file", str(bank), "--library.encoder=hashing", "--json"]
        assert main(["eval", str(run), *words]) == 0
        shown = capsys.readouterr()
        (said,) = json.loads(shown.out)["warnings"] or [""]
        assert f"warning: {said}" in shown.err or not said
        return said

    assert told() == ""
    assert "no skill of household, which was played: all are of elsewhere" in told("elsewhere")
    assert told("elsewhere", "household") == ""
    assert told("elsewhere", "elsewhere", "") == ""  # one from outside may be of any environment
    assert (
        told("elsewhere", "household,elsewhere", "elsewhere", "elsewhere") == ""
    )  # imported into a run of several


def test_other_prompts_than_those_of_the_training_are_told(run, capsys):
    update_manifest(run, prompts={"act.txt": "0" * 64})
    told = "other prompt texts than the run was trained with"
    assert main(["eval", str(run)]) == 0 and told in capsys.readouterr().err
    assert main(["eval", str(run), "--config", str(run / "config.yaml")]) == 0
    assert told not in capsys.readouterr().err, "what is typed is meant"
    (run / "eval" / "._seen-frozen-step40.json").write_bytes(b"\0\xb0")  # macOS leaves such on a foreign disk
    assert len(results_of(run)) == 1


def test_another_evaluation_has_another_name(run, monkeypatch, capsys):
    assert main(["eval", str(run), "--temperature", "0", "--repeats", "2", "--library", "random"]) == 0
    words = ["eval", str(run / "checkpoints" / "step_000040"), "--library", "none", "--eval.limit", "2"]
    monkeypatch.setattr("sys.argv", ["skill1", *words])  # the card says what was typed
    assert main(words) == 0
    assert files(run) == [
        *("seen-none-step40-first2.json", "seen-none-step40-first2.md"),
        *("seen-random-step40-t0-x2.json", "seen-random-step40-t0-x2.md"),
    ]
    card = (run / "eval" / "seen-none-step40-first2.md").read_text(encoding="utf-8")
    assert shlex.join(["skill1", *words]) in card


def test_a_model_writes_nothing_unless_told(run, folder, tmp_path, capsys):
    before = sorted(tmp_path.rglob("*"))
    words = ["eval", str(folder), "--config", str(run / "config.yaml"), "--library", "none"]
    assert main(words) == 0
    assert sorted(tmp_path.rglob("*")) == before
    assert "tiny on household seen" in capsys.readouterr().out
    assert main([*words, "--output", "out/mine.json"]) == 0
    assert sorted(path.name for path in Path("out").iterdir()) == ["mine.json", "mine.md"]
    assert main([*words, "--output", "mine.txt"]) == 1
    assert "ends in .json" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--limit", "0"), "eval.limit = 0 cannot be used; expected at least 1"),
        (("--limit", "-1"), "eval.limit = -1 cannot be used"),
        (("--split", "nope"), "nope"),
        (("--endpoint.url", "http://127.0.0.1:1/v1"), "--endpoint.model NAME"),
        (("--endpoint.url", "command: "), "endpoint.url = 'command: ' names no program"),
    ],
)
def test_what_cannot_be_evaluated_is_refused(run, capsys, words, said):
    assert main(["eval", str(run), *words]) == 1
    assert said in capsys.readouterr().err and not (run / "eval").exists()


def test_a_place_that_takes_no_result_is_refused_before_anything_is_played(run, tmp_path, monkeypatch, capsys):
    (tmp_path / "file").write_text("")
    monkeypatch.setattr("skill1.evaluate.evaluate", None)  # never called
    assert main(["eval", str(run), "--output", str(tmp_path / "file" / "it.json")]) == 1
    assert "is not a folder. Type another --output." in capsys.readouterr().err
    (tmp_path / "it.json").mkdir()
    assert main(["eval", str(run), "--output", str(tmp_path / "it.json")]) == 1
    assert "it.json is a folder, but a result is one file" in capsys.readouterr().err


@pytest.mark.parametrize("form", [(), ("--json",)])
def test_what_was_played_is_shown_also_where_it_cannot_be_written(run, monkeypatch, capsys, form):
    def full(*_):
        raise StorageError("the disk is full")

    monkeypatch.setattr("skill1.evaluate.storage.write_result", full)
    assert main(["eval", str(run), "--limit", "1", *form]) == 1
    told = capsys.readouterr()
    assert "success" in told.out and "the disk is full" in told.err


@pytest.mark.parametrize("name", ["model.safetensors", "library.sqlite"])
def test_a_damaged_checkpoint_is_refused(run, capsys, name):
    checkpoint = run / "checkpoints" / "step_000040"
    files = {
        file.name: {"sha256": file_hash(file)} for file in checkpoint.iterdir() if file.name != "MANIFEST.json"
    }
    (checkpoint / "MANIFEST.json").write_text(json.dumps({"files": files}))
    assert main(["eval", str(run), "--library", "frozen"]) == 0
    damaged = bytearray((checkpoint / name).read_bytes())
    damaged[len(damaged) // 2] ^= 1
    (checkpoint / name).write_bytes(damaged)
    for command in ("eval", "rollout"):
        assert main([command, str(run)]) == 1
        assert f"{name} was changed or cut off" in capsys.readouterr().err


class LonelySuite:
    """A split without tasks, one that always breaks, and one whose every second task does."""

    name = "lonely"
    closed = 0

    def __init__(self, config=None):
        self.config = config

    def splits(self):
        return {"empty": 0, "broken": 2, "half": 4}

    def tasks(self, split):
        count = self.splits()[split]
        return tuple(Task(f"lonely/{split}/{i}", "lonely", split, i, "take egg", "put") for i in range(count))

    def make(self, split):
        return LonelyEnv(self.tasks(split))

    def close(self):
        type(self).closed += 1


class LonelyEnv:
    def __init__(self, tasks):
        self.tasks, self.task = tasks, None

    def reset(self, *, task_index=None, seed=None):
        self.task = self.tasks[task_index]
        if self.task.split == "broken" or task_index % 2:
            raise RuntimeError(f"task {task_index} broke")
        return Observation("you see egg")

    def step(self, action):
        return Observation("done"), 1.0, True, False, {"won": True}

    def close(self):
        pass


def lonely(folder, split, *more):
    own = (f"--env.name={__name__}:LonelySuite", f"--eval.split={split}", "--eval.library=none")
    return household(folder, *own, *more)


def test_missing_data_is_not_blamed_on_the_split(folder, monkeypatch):
    def missing(suite):
        raise DataError("no folder was given")

    monkeypatch.setattr(LonelySuite, "splits", missing)
    with pytest.raises(DataError, match="^no folder was given$"):
        evaluate(lonely(folder, "half"), model=str(folder))


def test_nothing_to_evaluate_and_nothing_but_errors_are_errors(folder):
    before = LonelySuite.closed
    with pytest.raises(DataError, match="has no tasks.*empty 0, broken 2"):
        evaluate(lonely(folder, "empty"), model=str(folder))
    with pytest.raises(DataError, match="all 2 episodes .*task 0 broke"):
        evaluate(lonely(folder, "broken"), model=str(folder))
    # Nothing is kept of an environment that is not ours, so an outage must not cost what was played.
    with pytest.raises(DataError, match="all 2 episodes .*task 0 broke"):
        evaluate(lonely(folder, "broken", "--eval.errors_in_a_row=1"), model=str(folder))
    got = evaluate(lonely(folder, "half", "--eval.limit=9"), model=str(folder))
    assert (
        got["is_whole_split"]
        and not evaluate(lonely(folder, "half", "--eval.limit=3"), model=str(folder))["is_whole_split"]
    )
    assert (got["episodes"], got["errors"], got["success_rate"]) == (2, 2, 1.0)
    assert [row["status"] for row in got["results"]] == ["ok", "error"] * 2
    assert LonelySuite.closed == before + 5  # also after an error


def test_errors_are_told_while_the_rest_is_played(folder):
    told = io.StringIO()
    evaluate(lonely(folder, "half"), model=str(folder), console=Console(file=told, width=200))
    assert told.getvalue().strip().endswith("episode 4/4  success 1  errors 2")


class Server(ScriptedPolicy):
    """A policy behind a server, without the server."""

    def __init__(self, config, answer="<action>look</action>"):
        super().__init__(TextTokens(), lambda stage, view, rng: answer)
        self.config, self.is_closed = config, False

    def close(self):
        self.is_closed = True


def test_any_file_of_skills_is_a_library(folder, tmp_path, capsys):
    """A bank in SkillRL's format: the best skill stands in the prompt, and the file stays as it was."""
    bank = tmp_path / "bank.json"
    entry = {"skill_id": "gen_001", "title": "look", "principle": "look into the fridge", "when_to_apply": "cool"}
    bank.write_text(json.dumps({"general_skills": [entry], "task_specific_skills": {}, "common_mistakes": []}))
    before = bank.read_bytes()
    words = ["eval", str(folder), "--config", "household/grpo_bank", "--eval.split=seen", "--eval.limit=2"]
    words += ["--env.max_steps=2", "--library.similarity_threshold=-1", "--output", str(tmp_path / "result.json")]
    assert main([*words, "--library-file", str(bank), "--library", "frozen"]) == 0, capsys.readouterr().err
    got = read_result(tmp_path / "result.json")
    assert got["library_size"] == 1 and got["tokens"]["episodes_with_skill"] == 2 and bank.read_bytes() == before
    for mode in ("none", "fresh"):
        assert main([*words, "--library-file", str(bank), "--library", mode]) == 1
        assert f"--library-file names skills, but --library {mode} uses none" in capsys.readouterr().err
    shown = ["rollout", str(folder), "--config", "household/skill1", "--env.max_steps=1", "--json"]
    assert main([*shown, "--library-file", str(bank)]) == 0, capsys.readouterr().err
    without = [
        "--config",
        "household/grpo",
        "--library-file",
        str(tmp_path / "nowhere.sqlite"),
        "--env.max_steps=1",
    ]
    for command in (["eval", "--eval.split=seen", "--eval.limit=1"], ["rollout"]):
        assert main([command[0], str(folder), *without, *command[1:]]) == 1
        assert (
            "--library-file names skills, but method grpo as configured has no library" in capsys.readouterr().err
        )
    bank.write_text('{"general_skills": [{"title": "cut o')
    assert main([*words, "--library-file", str(bank), "--library", "frozen"]) == 1
    assert "bank.json" in capsys.readouterr().err


@pytest.mark.parametrize(("answer", "is_odd"), [("<action>look</action>", False), ("I would look around", True)])
def test_a_policy_behind_a_server(run, tmp_path, monkeypatch, capsys, answer, is_odd):
    opened = []

    def open_endpoint(config):
        opened.append(Server(config, answer))
        return opened[-1]

    monkeypatch.setattr("skill1.policy.endpoint.open_endpoint", open_endpoint)
    words = ["eval", "http://127.0.0.1:9/v1", "--config", str(run / "config.yaml"), "--profile", "generic"]
    words += ["--library-file", str(run / "checkpoints" / "step_000040" / "library.sqlite"), "--library", "random"]
    words += ["--sampling.act_tokens", "50", "--model.max_prompt_tokens", "4000"]
    output = tmp_path / "answer.json"
    assert main([*words, "--endpoint.model", "some/model", "--output", str(output)]) == 0
    shown = capsys.readouterr()
    got = read_result(output)
    facts = {"name": "model", "model": "some/model", "checkpoint_step": None, "profile": "generic"}
    assert got.items() >= facts.items()
    assert got["card"]["policy_sha256"] is None and got["tokens"]["episodes_with_skill"] == 3
    assert "127.0.0.1" not in output.read_text(encoding="utf-8")
    assert opened[0].is_closed and opened[0].config.url == "http://127.0.0.1:9/v1"
    assert ("warning: 100% of the actions" in shown.err) == is_odd == bool(got["warnings"])
    assert main([*words, "--endpoint.model", "m", "--eval.library", "frozen", "--json"]) == 0
    assert main(["rollout", *words[1:4], "--agent.profile", "generic"]) == 1
    assert "Name a run or a model" in capsys.readouterr().err


SERVED = ("--agent.profile", "generic", "--model.max_prompt_tokens", "4000")
SERVER = ("--endpoint.url", "http://127.0.0.1:9/v1", "--endpoint.model")


@pytest.fixture
def unplayed(monkeypatch):
    """Nothing is played: the result tells of a server's or an agent's model what a real one does."""

    def result(config, **_):
        model = config.endpoint.model or "command:agent"  # without the agent's arguments
        return sample_result(config=config, model=model, checkpoint_step=None, mode=config.eval.library)

    monkeypatch.setattr("skill1.evaluate.evaluate", result)


def number_kept(run, *commands):
    """How many results ``skill1 eval`` leaves that is called so."""
    shutil.rmtree(run / "eval", ignore_errors=True)
    for target, *words in commands:
        assert main(["eval", str(target), *words, *SERVED]) == 0
    return len(list((run / "eval").glob("*.json")))


def test_servers_agents_and_the_libraries_they_play_with_have_a_file_each(run, unplayed):
    assert number_kept(run, *((run, *SERVER, name) for name in ("a", "b"))) == 2
    agents = (f"command:agent --model {size}" for size in ("small", "large", "small"))
    assert number_kept(run, *((run, "--library", "none", "--endpoint.url", agent) for agent in agents)) == 2
    shutil.copytree(run / "checkpoints" / "step_000040", run / "checkpoints" / "step_000041")
    for mode, number in (("frozen", 2), ("none", 1)):  # without a library it is the same evaluation
        steps = ((f"{run}@{step}", "--library", mode, *SERVER, "a") for step in (40, 41, 40))
        assert number_kept(run, *steps) == number


def test_a_checkpoint_that_is_played_by_a_server_tells_what_its_run_was_trained_on(run, monkeypatch):
    monkeypatch.setattr("skill1.policy.endpoint.open_endpoint", Server)
    found = []
    for name in ("with_weights.json", "without.json"):  # without, the server's model is the run's own policy
        assert main(["eval", str(run), *SERVER, "a", *SERVED, "--output", str(run / name)]) == 0
        result = read_result(run / name)
        found.append((result["checkpoint_step"], result["trained_on"]))
        for file in (run / "checkpoints" / "step_000040").glob("[!M]*.*"):
            if file.suffix != ".sqlite":
                file.unlink()
    assert found == [(None, None), (40, "household")]


def test_comments_of_a_document_are_left_out_soon():
    assert _without_comments("<!-- a -->\nb<!--\nc-->d <!-- open") == "bd <!-- open"
    started = time.process_time()
    assert _without_comments("<!--" * 20_000) == "<!--" * 20_000
    assert time.process_time() - started < 2, "each opening was followed to the end of the text"


def test_a_task_that_begins_with_a_dash_is_no_option_of_the_agent():
    code = "import sys; print('result:', sys.argv[1:])"
    # Such as comes from a stranger's evals.json.
    assert (
        "[' --settings={}']"
        in run_command(Command((sys.executable, "-c", code, "{prompt}")), "--settings={}", "").text
    )
    assert "['--settings={}']" in run_command(Command((sys.executable, "-c", code, "--settings={}")), "x", "").text
