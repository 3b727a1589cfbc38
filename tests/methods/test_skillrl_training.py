"""SkillRL from nothing: the stages and RL in one command, each by itself, and resumed."""

import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from skill1 import Skill1Trainer
from skill1.cli import main
from skill1.config import LibraryConfig
from skill1.config.load import load_config
from skill1.errors import ConfigError, DataError, Terminated
from skill1.library import Library
from skill1.methods.skillrl import method, stages
from skill1.methods.skillrl.memories import read_memories
from skill1.methods.teacher.analyst import Analyst
from skill1.methods.teacher.question import Answer
from skill1.policy.account import Account
from skill1.policy.tokens import Tokens
from skill1.rollout.settings import spread
from skill1.run.directory import STAGES_FOLDER
from skill1.run.locate import newest_checkpoint
from skill1.run.process import python_module
from skill1.schema import SkillDraft
from skill1.train import trainer
from skill1.train.demos import read_demos, write_demos
from skill1.train.records import read_metrics
from skill1.train.run import Run
from skill1.train.verl.library_actor import ActorLibrary, LibraryServer
from skill1_envs.household.tasks import load_split
from tests.methods.skillrl.test_memories import PUBLISHED
from tests.rollout.tiny_world import household
from tests.train.runs import rows_of, train_until

ROOT = Path(__file__).parents[2]
BANK = ROOT / "tests" / "golden" / "skillrl" / "alfworld_skills.json"
SHORT = (
    *("--train.steps=4", "--train.tasks_per_step=2", "--train.group_size=2", "--train.checkpoint_every=2"),
    *("--skillrl.collect_episodes=12", "--skillrl.evolve_every=2", "--env.max_steps=4"),
)


def config(tiny, *overrides):
    return household(tiny, *SHORT, *overrides, method="skillrl")


@pytest.fixture(scope="module", autouse=True)
def a_talkative_analyst():
    """A random policy finds nothing that the household's expert would note: here every episode teaches something."""

    def lesson(self, episode):
        words = episode.task.instruction.split()
        return SkillDraft(f"{words[1]} {words[2]} {episode.task.type} egg", f"egg in {len(episode.turns)}")

    def evolve(analyst, evidence):
        known = len(evidence["skills"])
        first = evidence["failures"][0]
        entry = {
            "title": f"oak hill egg {known}",
            "principle": "egg in box",
            "when_to_apply": f"oak hill egg {known}",
        }
        return {"skills": [entry | {"category": first.category}]}

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Analyst, "lesson", lesson)
        patch.setattr(method, "RULES", {**method.RULES, "skillrl/evolve": evolve})
        yield


def skills_of(path):
    with Library.open(path, LibraryConfig(encoder="hashing"), read_only=True) as library:
        return library.skills(None)


@pytest.fixture(scope="module")
def whole(tiny, tmp_path_factory):
    """A run that was never stopped."""
    run = tmp_path_factory.mktemp("skillrl-runs") / "whole"
    Skill1Trainer(config(tiny), run).train()
    return run


def test_one_command_collects_distils_and_trains(whole):
    folder = whole / STAGES_FOLDER
    assert len(read_memories(folder / "memories.jsonl")) == 12
    bank = json.loads((folder / "bank.json").read_text(encoding="utf-8"))
    assert bank["metadata"]["total_memories_analyzed"] == 12
    skills = skills_of(whole)
    assert sum(map(len, bank["task_specific_skills"].values())) >= 6
    assert sum(s.id.startswith("dyn_") for s in skills) == 2  # at steps 2 and 4
    rows = read_metrics(whole)
    assert [row.get("bank/new_skills") for row in rows] == [None, 1, None, 1]
    assert rows[0]["teacher/calls"] == 0 and rows[3]["teacher/calls"] == 2
    assert all(row["policy/loss"] is not None for row in rows)
    assert not any(row.get("distill/tokens") for row in rows)


@pytest.mark.parametrize("last", [3, 4], ids=["after a quiet step", "between an evolution and its checkpoint"])
def test_a_killed_run_ends_as_an_uninterrupted_one(whole, tiny, tmp_path, last):
    train_until(Skill1Trainer(config(tiny), tmp_path / "cut"), last)
    stamp = (tmp_path / "cut" / STAGES_FOLDER / "collect.json").stat().st_mtime_ns
    Skill1Trainer(config(tiny), tmp_path / "cut").train()
    assert (tmp_path / "cut" / STAGES_FOLDER / "collect.json").stat().st_mtime_ns == stamp
    assert rows_of(whole, "teacher/") == rows_of(tmp_path / "cut", "teacher/")
    assert skills_of(whole) == skills_of(tmp_path / "cut")
    states = [
        json.loads((newest_checkpoint(run) / "trainer_state.json").read_text())
        for run in (whole, tmp_path / "cut")
    ]
    assert states[0]["writer"] == states[1]["writer"]


def counted(monkeypatch):
    """Counts how often each stage is carried out."""
    calls = []
    for name in ("collect", "distil_file", "traces_and_model"):
        real = getattr(stages, name)
        monkeypatch.setattr(stages, name, lambda *a, _n=name, _r=real, **k: (calls.append(_n), _r(*a, **k))[1])
    return calls


def test_a_stage_is_carried_out_again_only_if_its_inputs_changed(tiny, tmp_path, monkeypatch):
    long = ("--env.max_steps=12", "--sft.batch_size=4")
    calls, own = counted(monkeypatch), config(tiny, "--skillrl.sft_episodes=20", *long)
    run = tmp_path / "run"
    begun = stages.staged(own, run)
    assert calls == ["collect", "distil_file", "traces_and_model"]
    assert (begun.library.init, begun.model.path) == (
        str(run / "stages" / "bank.json"),
        str(run / "stages" / "model"),
    )
    assert stages.staged(own, run) == begun and len(calls) == 3
    stages.staged(own, Path("run"))  # the same folder, typed in another way
    assert len(calls) == 3
    (run / "stages" / "bank.json").unlink()
    stages.staged(own, run)
    assert calls[3:] == ["distil_file"]  # it comes out as before, so sft stays
    (run / "stages" / "memories.jsonl").unlink()
    stages.staged(own, run)
    assert calls[4:] == ["collect"]  # which gives the same memories
    other = config(tiny, "--skillrl.sft_episodes=21", *long)
    stages.staged(other, run)
    assert calls[5:] == ["traces_and_model"]
    stages.staged(config(tiny, "--skillrl.sft_episodes=21", "--teacher.url=http://two/v1", *long), run)
    assert len(calls) == 6  # a teacher that moved would write the same
    stamp = run / "stages" / "distil.json"
    older = json.loads(stamp.read_text(encoding="utf-8"))
    older["settings"]["teacher.url"] = "http://one/v1"  # which older stamps have
    stamp.write_text(json.dumps(older), encoding="utf-8")
    stages.staged(other, run)
    assert len(calls) == 6


def test_a_stage_is_carried_out_again_when_a_prompt_of_its_own_was_edited(tiny, tmp_path, monkeypatch):
    prompts = tmp_path / "prompts"
    edited = prompts / "teacher" / "skillrl" / "mistakes.txt"
    edited.parent.mkdir(parents=True)
    shutil.copy(Path(stages.__file__).with_name("prompts") / "mistakes.txt", edited)
    calls, own = counted(monkeypatch), config(tiny, f"--agent.prompts={prompts}")
    stages.staged(own, tmp_path / "run")
    stages.staged(own, tmp_path / "run")
    assert calls == ["collect", "distil_file"]
    edited.write_text(edited.read_text(encoding="utf-8") + "\nBe brief.\n", encoding="utf-8")
    stages.staged(own, tmp_path / "run")
    assert calls[2:] == ["distil_file"]


def test_a_bank_edited_by_hand_is_kept_and_told(tiny, tmp_path, monkeypatch, caplog):
    calls, own, bank = counted(monkeypatch), config(tiny), tmp_path / "stages" / "bank.json"
    stages.staged(own, tmp_path)
    edited = bank.read_text(encoding="utf-8").replace("egg in", "egg not in")
    bank.write_text(edited, encoding="utf-8")
    caplog.set_level("INFO")
    stages.staged(own, tmp_path)
    assert calls == ["collect", "distil_file"] and bank.read_text(encoding="utf-8") == edited
    assert (
        f"stage distil: kept, though changed after the stage made it: {bank}. To run the stage again,"
        in caplog.text
    )


def test_after_rl_has_begun_the_stages_files_are_needed(whole, tiny, tmp_path):
    run = shutil.copytree(whole, tmp_path / "run", ignore=shutil.ignore_patterns(STAGES_FOLDER))
    with pytest.raises(DataError, match="is gone"):
        stages.staged(config(tiny), run)


def test_with_a_bank_or_without_stages_nothing_is_done(tiny, tmp_path):
    for own in (
        config(tiny, f"--library.init={BANK}"),
        config(tiny, "--skillrl.collect_episodes=0"),
    ):
        assert stages.staged(own, tmp_path) is own
    assert not list(tmp_path.iterdir())


def test_the_stages_by_themselves(tiny, tmp_path, capsys):
    chosen = ["--config", "household/skillrl", "--model.path", str(tiny), "--env.max_steps", "4", "--json"]
    memories, bank, traces = tmp_path / "m.jsonl", tmp_path / "bank.json", tmp_path / "traces.jsonl.gz"
    assert main(["collect", *chosen, "--episodes", "9", "--output", str(memories)]) == 0
    assert json.loads(capsys.readouterr().out)["episodes"] == 9
    assert main(["distill", *chosen, "--trajectories", str(memories), "--output", str(bank)]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["memories"] == 9 and told["specific"] >= 4 and told["unanswered"] == 0
    with_bank = ["--library.init", str(bank), "--env.max_steps", "12"]
    assert main(["demos", *chosen, *with_bank, "--n", "8", "--output", str(traces)]) == 0
    assert json.loads(capsys.readouterr().out)["with_skill"] >= 1
    model = tmp_path / "model"
    assert main(["sft", *chosen, "--data", str(traces), "--output", str(model), "--sft.batch_size", "4"]) == 0
    capsys.readouterr()
    run = tmp_path / "run"
    rl = [*chosen, *SHORT, "--train.steps", "1", "--model.path", str(model), "--library.init", str(bank)]
    assert main(["train", *rl, "--run-dir", str(run)]) == 0
    assert not (run / STAGES_FOLDER).exists() and len(skills_of(run)) >= told["specific"]


def test_traces_show_the_bank(tiny, tmp_path):
    home, request = load_split("train").chores[0]
    fact, when = f"{request.kind} in {home.spots[request.kind]}", f"{home.name} {request.type} {request.kind}"
    entry = {"skill_id": "a", "title": str(home.name), "principle": fact, "when_to_apply": when}
    bank = {"task_specific_skills": {f"{request.type}, {home.name}": [entry]}}
    (tmp_path / "bank.json").write_text(json.dumps(bank), encoding="utf-8")
    own = household(tiny, f"--library.init={tmp_path / 'bank.json'}", method="skillrl")
    figures = write_demos(own, episodes=30, kind="oracle", seed=0, output=tmp_path / "t.jsonl.gz")
    tokens = Tokens.load(tiny)
    texts = [tokens.decode(row.ids) for demo in read_demos(tmp_path / "t.jsonl.gz", tokens) for row in demo.rows]
    shown = [text for text in texts if f"when {when} do {fact}" in text]
    assert figures["with_skill"] == len(shown) >= 1
    assert all(f"house {home.name}" in text for text in shown)
    assert "cut_answers" not in figures


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
def test_sigterm_ends_a_run_after_the_stage_under_way_and_keeps_it(tiny, tmp_path, monkeypatch):
    real, before = stages.collect, signal.getsignal(signal.SIGTERM)

    def interrupted(*given, **named):
        os.kill(os.getpid(), signal.SIGTERM)
        return real(*given, **named)

    monkeypatch.setattr(stages, "collect", interrupted)
    with pytest.raises(Terminated, match=f"after stage collect, .*--run-dir {tmp_path}/run --resume"):
        Skill1Trainer(config(tiny), tmp_path / "run").train()
    made = {path.name for path in (tmp_path / "run" / STAGES_FOLDER).iterdir()}
    assert made == {"memories.jsonl", "collect.json"} and signal.getsignal(signal.SIGTERM) == before


def test_an_environment_without_an_expert_is_told_before_anything_is_collected(tiny, tmp_path):
    own = config(tiny, "--skillrl.sft_episodes=20", "--env.name=tests.env.toys:ToySuite")
    with pytest.raises(ConfigError, match="no scripted expert .* --skillrl.sft_episodes 0"):
        stages.staged(own, tmp_path)
    assert not list(tmp_path.iterdir())


def test_memories_of_others_take_the_place_of_collecting(tiny, tmp_path):
    (tmp_path / "theirs.json").write_text(json.dumps([PUBLISHED] * 3), encoding="utf-8")
    own = config(tiny, f"--skillrl.memories={tmp_path / 'theirs.json'}")
    stages.staged(own, tmp_path / "run")
    bank = json.loads((tmp_path / "run" / "stages" / "bank.json").read_text(encoding="utf-8"))
    assert [m["description"] for m in bank["common_mistakes"]] == ["buying anyway"]
    assert not (tmp_path / "run" / "stages" / "memories.jsonl").exists()


def test_a_service_distils_memories_of_an_environment_that_is_not_here(tiny, tmp_path, monkeypatch):
    class Service:
        name, account = "service", Account()

        def ask(self, asked):
            return [Answer({"skills": [], "mistakes": []}) for _ in asked]

    monkeypatch.setattr(stages, "open_teacher", lambda *a, **k: Service())
    (tmp_path / "theirs.json").write_text(json.dumps([PUBLISHED]), encoding="utf-8")
    own = config(tiny, "--env.name=elsewhere", "--teacher.kind=service", "--teacher.model=m")
    stages.distil_file(own, trajectories=tmp_path / "theirs.json", output=tmp_path / "bank.json")
    assert (tmp_path / "bank.json").is_file()


def test_prompts_that_do_not_fit_are_not_laid_to_the_environment(tiny, tmp_path):
    own = config(tiny, "--model.max_prompt_tokens=8")
    with pytest.raises(DataError, match="PromptError: .* or library.top_k.$"):
        stages.collect(own, episodes=2, output=tmp_path / "memories.jsonl")


def test_tasks_are_spread_over_the_split():
    tasks = [object() for _ in range(10)]
    assert [key.task for _, key in spread(tasks, 4, 0)] == [0, 2, 5, 7]
    plan = spread(tasks, 23, 7)
    assert [key.rollout for _, key in plan].count(1) == 10 and len({key for _, key in plan}) == 23
    assert all(task is tasks[key.task] and key.seed == 7 and key.step == 0 for task, key in plan)


def test_a_published_bank_drives_an_alfworld_run(tmp_path):
    """Two steps of a tiny random policy on the games of the repository; the bank's words are mostly new to it."""
    own = load_config(
        "alfworld/tiny",
        ["--method=skillrl", f"--library.init={BANK}", "--library.encoder=hashing", "--teacher.kind=analyst",
         f"--env.data={ROOT / 'data' / 'alfworld'}", "--agent.max_skill_chars=2000", "--env.max_steps=3",
         "--train.threads=1", "--train.steps=2", "--train.tasks_per_step=3", "--train.group_size=2",
         "--skillrl.evolve_every=2"],
    )  # fmt: skip
    Skill1Trainer(own, tmp_path / "run").train()
    rows = read_metrics(tmp_path / "run")
    assert [row["library/size"] for row in rows] == [55, 56]  # the evolution of step 2 adds one
    assert len(skills_of(tmp_path / "run")) == 56
    assert all(row["select/none_share"] == 0 and row["errors/episodes"] == 0 for row in rows)
    used = [s for s in skills_of(tmp_path / "run") if s.selected]
    assert used and all(s.extra["skillrl"]["section"] == "task_specific_skills" for s in used)


class Called:
    """A method of an actor; the answer is there at once."""

    def __init__(self, method):
        self.remote = method

    def options(self, **_):
        return self


class InThisProcess(LibraryServer):
    """An actor without Ray."""

    def __getattribute__(self, name):
        found = super().__getattribute__(name)
        return found if name.startswith("_") else Called(found)


class RunOnActor(Run):
    """A local run whose library has one writer elsewhere, as a cluster's."""

    def __init__(self, *about):
        super().__init__(*about)
        play = self.roller.play_groups
        self.roller = SimpleNamespace(
            play_groups=lambda tasks, library, **key: play(tasks, library._reader, **key)
        )

    def _open_library(self, folder):
        with super()._open_library(folder) as library:
            path = library.path
        reader = Library.open(path, self.config.library, read_only=True, max_skill_chars=160)
        return ActorLibrary(InThisProcess(self.config, str(self.run_dir)), reader)


def test_a_clusters_library_grows_by_the_teacher_as_one_of_this_process(tiny, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", SimpleNamespace(get=lambda answer: answer))
    own = config(tiny, "--skillrl.collect_episodes=0", "--skillrl.sft_episodes=0", f"--library.init={BANK}")
    for name, kind in (("here", Run), ("there", RunOnActor)):
        monkeypatch.setattr(trainer, "Run", kind)
        Skill1Trainer(own, tmp_path / name).train()
    here, there = (skills_of(tmp_path / name) for name in ("here", "there"))
    assert here == there and any(skill.source_episode.startswith("evolution-") for skill in here)
    for one, other in zip(rows_of(tmp_path / "here"), rows_of(tmp_path / "there"), strict=True):
        assert one == {key: other[key] for key in one}


def test_before_a_cluster_run_memories_are_collected_in_a_process_of_its_own(tmp_path, monkeypatch):
    own = load_config(
        "alfworld/skillrl", ["--backend=verl", "--model.lora_rank=8", "--verl.trainer.balance_batch=false"]
    )
    asked = []

    def collected(command, **_):
        words = command[len(python_module("skill1")) :]
        asked.append((words, load_config(words[2])))
        return SimpleNamespace(returncode=len(asked) - 1, stdout='{"episodes": 3}')

    monkeypatch.setattr(stages.subprocess, "run", collected)
    output = tmp_path / "stages" / "memories.jsonl"
    assert stages.collect_apart(own, episodes=3, output=output) == {"episodes": 3}
    (words, alone) = asked[0]
    assert words[:2] == ["collect", "--config"]
    assert words[3:] == ["--episodes", "3", "--output", str(output), "--json"]
    assert (alone.backend, alone.policy.engine, alone.model.lora_rank) == ("local", "vllm", 0)
    with pytest.raises(DataError, match="stage collect ended with exit code 1.*skill1 collect --config"):
        stages.collect_apart(own, episodes=3, output=output)


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not end children with their parent")
def test_that_process_ends_with_a_run_that_is_killed(tmp_path):
    (tmp_path / "vllm").write_text("#!/bin/sh\necho ready >&2\nexec sleep 600\n")
    (tmp_path / "vllm").chmod(0o755)
    script = (
        "import sys; from pathlib import Path; from skill1.config.load import load_config\n"
        "from skill1.methods.skillrl.stages import collect_apart\n"
        "own = load_config('alfworld/skillrl', ['--backend=verl']); sys.executable = sys.argv[1]\n"
        "collect_apart(own, episodes=3, output=Path(sys.argv[2]))\n"
    )
    command = [sys.executable, "-c", script, str(tmp_path / "vllm"), str(tmp_path / "memories.jsonl")]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, cwd=ROOT) as process:
        assert "ready\n" in iter(process.stderr.readline, "")
        process.kill()
        process.communicate(timeout=30)  # its error output ends when nobody is left who could write to it


def test_a_fork_takes_the_stages_along(whole, tiny, tmp_path):
    chosen = ["--run-dir", str(tmp_path / "fork"), "--train.steps", "5", "--json"]
    assert main(["train", "--fork", f"{whole}@4", *chosen]) == 0
    assert (tmp_path / "fork" / STAGES_FOLDER / "bank.json").is_file()
    assert [row["step"] for row in read_metrics(tmp_path / "fork")] == [1, 2, 3, 4, 5]


def test_a_fork_of_a_run_without_stages_keeps_its_library(tiny, tmp_path):
    Skill1Trainer(config(tiny, "--train.steps=2", f"--library.init={BANK}"), tmp_path / "run").train()
    chosen = ["--run-dir", str(tmp_path / "fork"), "--train.steps", "3", "--library.init", "null", "--json"]
    assert main(["train", "--fork", f"{tmp_path / 'run'}@2", *chosen]) == 0
    assert len(skills_of(tmp_path / "fork")) >= 55


def test_published_memories_need_no_configuration(tmp_path, capsys):
    (tmp_path / "theirs.json").write_text(json.dumps([PUBLISHED] * 3), encoding="utf-8")
    files = ["--trajectories", str(tmp_path / "theirs.json"), "--output", str(tmp_path / "bank.json")]
    files += ["--env.data", str(ROOT / "data" / "webshop")]  # the analyst asks the environment's expert
    assert main(["distill", *files, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["memories"], told["mistakes"], told["teacher_calls"]) == (3, 1, 3)
    assert main(["distill", *files, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["teacher_calls"] == 0  # all were answered before
    no_folder = ["--output", str(tmp_path / "bank.json" / "b.json")]
    assert main(["distill", *files, *no_folder]) == 1 and "is not a folder" in capsys.readouterr().err
    (tmp_path / "theirs.json").write_text("[]", encoding="utf-8")
    assert main(["distill", *files]) == 1 and "holds no memories" in capsys.readouterr().err


@pytest.mark.parametrize("start", ["null", str(BANK)], ids=["before the stages", "before the first step"])
def test_a_validation_split_that_is_not_there_is_told_before_anything_is_played(
    tiny, tmp_path, monkeypatch, start
):
    monkeypatch.setattr(Run, "advance", None)
    typed = ("--skillrl.evolve_from=validation", "--eval.split=nowhere", f"--library.init={start}")
    with pytest.raises(DataError, match="nowhere"):
        Skill1Trainer(config(tiny, *typed), tmp_path / "run").train()
    assert not list(tmp_path.rglob("memories.jsonl"))
