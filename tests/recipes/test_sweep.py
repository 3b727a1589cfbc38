"""Sweeps: what is planned, what is passed over, what a failure costs, and how a signal stops one."""

import json
import os
import signal
import subprocess
import sys
import textwrap
from dataclasses import replace
from pathlib import Path

import pytest

from skill1.cli import main
from skill1.cli.compare import _comparisons
from skill1.config import LibraryConfig
from skill1.config.load import load_config
from skill1.errors import ConfigError, StorageError
from skill1.evaluate.provenance import library_hash
from skill1.library import Library
from skill1.recipes.sweep import Sweep, _Relay, config_slug, needs_work, plan_sweep, run_sweep
from skill1.run.directory import mark_finished, prepare_run_dir
from skill1.run.process import python_module
from skill1.schema import Skill
from tests.evaluate.evals import record, write
from tests.limits import HANG_S

ARMS = ["household/skill1", "household/grpo"]
OVERRIDES = ["--train.steps=1"]


def plan(folder, seeds=(0, 1), **options):
    return plan_sweep(ARMS, seeds, runs_dir=folder, **({"overrides": OVERRIDES} | options))


def with_script(sweep, script):
    """Each job runs this Python with its run directory as argument, instead of hours of training."""
    jobs = [replace(job, command=(sys.executable, "-c", script, job.run_dir)) for job in sweep.jobs]
    return replace(sweep, jobs=tuple(jobs))


def finish(job, *overrides):
    config = load_config(job.config, [*OVERRIDES, f"--seed={job.seed}", f"--run_dir={job.run_dir}", *overrides])
    prepare_run_dir(job.run_dir, config)
    mark_finished(Path(job.run_dir))
    return config


def test_the_plan_is_seed_by_seed_then_the_evaluations(tmp_path):
    jobs = plan(tmp_path, evaluations=["heldout:frozen"]).jobs
    assert [(job.kind, Path(job.run_dir).name) for job in jobs[:5]] == [
        ("train", "household-skill1-s0"),
        ("train", "household-grpo-s0"),
        ("train", "household-skill1-s1"),
        ("train", "household-grpo-s1"),
        ("eval", "household-skill1-s0"),
    ]
    run = str(tmp_path / "household-skill1-s0")
    train = ("train", "--config", "household/skill1", "--seed", "0", "--run-dir", run, *OVERRIDES)
    assert jobs[0].command == (*python_module("skill1"), *train)
    assert jobs[4].command[len(python_module("skill1")) :] == (
        "eval",
        run,
        "--split",
        "heldout",
        "--library",
        "frozen",
    )


@pytest.mark.parametrize(
    "name", ["household/skill1", "configs/household/skill1.yaml", "./configs/household/skill1.yaml"]
)
def test_one_configuration_has_one_slug(name):
    assert config_slug(name) == "household-skill1"


def test_names_in_any_script_have_slugs_of_their_own():
    names = ("实验/甲 组.yaml", "实验/乙.yaml", "दिन.yaml", "दीन.yaml", "Cafe\u0301 (1).yaml", "🚪.yaml")
    assert list(map(config_slug, names)) == ["实验-甲-组", "实验-乙", "दिन", "दीन", "café-1", "unnamed"]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"seeds": (0, 0)}, "--seeds names 0 twice"),
        ({"evaluations": ["heldout"]}, "expected SPLIT:LIBRARY"),
        ({"evaluations": ["heldout:warm"]}, "expected SPLIT:LIBRARY"),
        ({"evaluations": ["helout:frozen"]}, "--eval helout: .*expected one of train, seen, heldout"),
        ({"overrides": ["--train.stps=1"]}, "train.steps"),
        ({"overrides": ["--seed", "7"]}, "got --seed 7. --seeds names them"),
    ],
)
def test_mistakes_are_found_before_any_work(tmp_path, changes, message):
    with pytest.raises(ConfigError, match=message):
        plan(tmp_path / "runs", **changes)
    assert not (tmp_path / "runs").exists()


def test_a_server_that_is_not_up_yet_is_not_asked_for_its_splits(tmp_path):
    behind = [*OVERRIDES, "--env.url=http://127.0.0.1:9"]
    assert plan(tmp_path, evaluations=["helout:frozen"], overrides=behind).jobs


def test_finished_runs_are_passed_over_but_not_those_of_another_configuration(tmp_path):
    first, second, third, _ = plan(tmp_path).jobs
    finish(first)
    finish(second, "--train.learning_rate=1")
    assert [needs_work(job, OVERRIDES) for job in (first, second, third)] == [False, True, True]


def test_an_evaluation_is_done_once_for_each_checkpoint(tmp_path):
    job = plan(tmp_path, seeds=(0,), evaluations=["heldout:frozen"]).jobs[2]
    run = Path(job.run_dir)
    finish(replace(job, config="household/skill1"))
    for step in (10, 20):
        mark = run / "checkpoints" / f"step_{step:06d}" / "MANIFEST.json"
        write(mark, {})
    assert needs_work(job, OVERRIDES)
    settings = {
        "method": "skill1",
        "model": {"path": "runs/household-cold-start"},
        "env": {},
        "eval": {"split": "heldout", "library": "frozen"},
    }
    write(run / "eval" / "a.json", record([True], step=10, config=settings))
    write(run / "eval" / "b.json", record([[True, True]], step=20, config=settings))
    hot = {**settings, "eval": {**settings["eval"], "temperature": 1.7}}
    write(run / "eval" / "c.json", record([True], step=20, config=hot))
    assert needs_work(job, OVERRIDES)  # an older checkpoint, other repeats, another temperature
    write(run / "eval" / "d.json", record([True], step=20, config=settings))
    assert not needs_work(job, OVERRIDES)
    fresh = replace(job, evaluation="heldout:fresh")
    assert needs_work(fresh, OVERRIDES)
    write(run / "eval" / "d.json", record([True], step=20, config=settings, library="none", uses_library=False))
    assert not needs_work(fresh, OVERRIDES)  # a method without a library has one evaluation for all modes


def test_another_setting_of_evaluations_makes_new_evaluations_of_the_same_runs(tmp_path):
    def planned(*more):
        overrides = [*OVERRIDES, *more]
        train, _, job, _ = plan(tmp_path, seeds=(0,), evaluations=["heldout:frozen"], overrides=overrides).jobs
        return (
            needs_work(train, overrides),
            needs_work(job, overrides),
            job.command[len(python_module("skill1")) + 6 :],
        )

    train, *_ = plan(tmp_path, seeds=(0,)).jobs
    finish(train, "--eval.limit=3")
    write(Path(train.run_dir) / "checkpoints" / "step_000001" / "MANIFEST.json", {})
    settings = {"method": "skill1", "model": {}, "env": {}, "eval": {"split": "heldout"}}

    def stored(tasks, **fields):
        return record([True] * tasks, step=1, config=settings, **fields)

    write(Path(train.run_dir) / "eval" / "heldout-frozen-step1.json", stored(3, is_whole_split=False))
    assert planned("--eval.limit=3") == (False, False, ())
    assert planned("--eval.limit=2") == (False, True, ("--eval.limit=2",))
    assert planned() == (False, True, ("--eval.limit=null",))
    assert planned("--eval.split=seen")[0]  # a method may learn from its tasks
    write(Path(train.run_dir) / "eval" / "heldout-frozen-step1-first2.json", stored(2, is_whole_split=False))
    assert not planned("--eval.limit=2")[1]
    write(Path(train.run_dir) / "eval" / "heldout-frozen-step1-all.json", stored(4))
    assert not planned()[1] and not planned("--eval.limit=3")[1]


def test_an_evaluation_with_another_library_is_not_the_runs_own(tmp_path):
    job = plan(tmp_path, seeds=(0,), evaluations=["heldout:frozen"]).jobs[2]
    finish(replace(job, config="household/skill1"))
    checkpoint = Path(job.run_dir) / "checkpoints" / "step_000020"
    write(checkpoint / "MANIFEST.json", {})
    with Library.open(checkpoint / "library.sqlite", LibraryConfig(encoder="hashing"), create=True) as library:
        library.add_skills([Skill("sk_egg", "heat an egg", "use the microwave", 0.5)])
        own = library_hash(library)
    settings = {"method": "skill1", "model": {"path": "runs/household-cold-start"}, "env": {}}
    for sha256, is_left in (("f" * 64, True), (own, False)):
        content = record([True], step=20, config=settings | {"eval": {"split": "heldout"}})
        content["card"]["library_sha256"] = sha256
        write(Path(job.run_dir) / "eval" / f"{sha256[0]}.json", content)
        assert needs_work(job, OVERRIDES) == is_left


def test_one_crash_costs_one_run_and_its_evaluation(tmp_path):
    script = "import sys; sys.exit(3 * ('skill1-s0' in sys.argv[1]))"
    sweep = with_script(plan(tmp_path, seeds=(0,), evaluations=["heldout:frozen"]), script)
    seen = []
    outcome = run_sweep(sweep, report=lambda job: seen.append((job.kind, job.state)))
    assert [(job.state, job.exit_code) for job in outcome.jobs] == [
        ("failed", 3),
        ("finished", 0),
        ("failed", None),
        ("finished", 0),
    ]
    assert seen == [
        ("train", "running"),
        ("train", "failed"),
        ("train", "running"),
        ("train", "finished"),
        ("eval", "failed"),
        ("eval", "running"),
        ("eval", "finished"),
    ]
    stored = json.loads((tmp_path / "sweep.json").read_text())
    assert [job["state"] for job in stored["jobs"]] == ["failed", "finished", "failed", "finished"]
    assert (stored["arms"], stored["seeds"]) == (ARMS, [0])


CHILD = """
import pathlib, signal, sys
def leave(number, _frame):
    pathlib.Path(sys.argv[1] + ".signal").write_text(str(number))
    sys.exit(128 + number)
for number in (signal.SIGTERM, signal.SIGINT):
    signal.signal(number, leave)
print("ready", flush=True)
signal.pause()
"""


def sweeping(folder, heard=("SIGINT", "SIGTERM", "SIGHUP")):
    """A sweep in a process of its own; its first job is at work."""
    parent = textwrap.dedent(
        f"""
        import signal
        from pathlib import Path
        for name in {heard!r}:  # whatever pytest was started with, such as nohup
            signal.signal(getattr(signal, name), signal.SIG_DFL if name != "SIGINT" else signal.default_int_handler)
        from tests.recipes.test_sweep import CHILD, plan, with_script
        from skill1.recipes.sweep import run_sweep
        outcome = run_sweep(with_script(plan(Path({str(folder)!r})), CHILD), report=lambda job: None)
        print([job.state for job in outcome.jobs], outcome.stopped_by)
        """
    )
    process = subprocess.Popen([sys.executable, "-c", parent], stdout=subprocess.PIPE, text=True)
    assert process.stdout.readline() == "ready\n"
    return process


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
@pytest.mark.parametrize(("name", "sent"), [("SIGTERM", "SIGTERM"), ("SIGINT", "SIGINT"), ("SIGHUP", "SIGTERM")])
def test_a_signal_is_passed_on_and_stops_the_sweep(tmp_path, name, sent):
    process, number = sweeping(tmp_path), getattr(signal, name)
    process.send_signal(number)
    rest = process.communicate(timeout=HANG_S)[0]
    assert rest == f"['stopped', 'waiting', 'waiting', 'waiting'] {int(number)}\n" and process.returncode == 0
    assert (tmp_path / "household-skill1-s0.signal").read_text() == str(int(getattr(signal, sent)))
    states = [job["state"] for job in json.loads((tmp_path / "sweep.json").read_text())["jobs"]]
    assert states == ["stopped", "waiting", "waiting", "waiting"]


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
def test_a_hangup_that_is_ignored_as_under_nohup_stops_nothing(tmp_path):
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        process = sweeping(tmp_path, heard=("SIGINT", "SIGTERM"))
    finally:
        signal.signal(signal.SIGHUP, before)
    process.send_signal(signal.SIGHUP)
    process.send_signal(signal.SIGTERM)
    assert process.communicate(timeout=HANG_S)[0].endswith(f"] {int(signal.SIGTERM)}\n")
    assert (tmp_path / "household-skill1-s0.signal").read_text() == str(int(signal.SIGTERM))


def test_a_finished_run_that_cannot_be_read_costs_itself_alone(tmp_path):
    config, manifest, whole = jobs = plan(tmp_path).jobs[:3]
    for job in jobs:
        finish(job)
    Path(config.run_dir, "config.yaml").write_text("train: [")
    Path(manifest.run_dir, "manifest.json").write_text("{")
    outcome = run_sweep(with_script(Sweep(tmp_path, tuple(OVERRIDES), jobs), "exit(1)"), report=lambda job: None)
    assert [job.state for job in outcome.jobs] == ["failed", "failed", "finished"]


def test_a_record_that_cannot_be_written_says_so(tmp_path):
    (tmp_path / "runs").touch()
    with pytest.raises(StorageError, match="sweep.json could not be written"):
        run_sweep(plan(tmp_path / "runs"), report=lambda job: None)


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not end children with their parent")
def test_a_killed_sweep_takes_its_process_along(tmp_path):
    process = sweeping(tmp_path)
    process.kill()
    process.communicate(timeout=30)  # its output ends when nobody is left who could write to it
    assert process.returncode == -signal.SIGKILL


def evaluated(folder):
    """A sweep whose four runs are trained and evaluated; every task is won by the first arm alone."""
    sweep = plan(folder, evaluations=["heldout:frozen"])
    for job in sweep.jobs[:4]:
        config = finish(job)
        write(Path(job.run_dir) / "checkpoints" / "step_000001" / "MANIFEST.json", {})
        settings = {"method": config.method, "model": {}, "env": {}, "eval": {"split": "heldout"}}
        settings["eval"]["library"] = "frozen"
        values = [True] * 8 if config.method == "skill1" else [False] * 8
        content = record(values, seed=job.seed, method=config.method, step=1, config=settings)
        write(Path(job.run_dir) / "eval" / "heldout-frozen-step1.json", content)
    return sweep


@pytest.mark.parametrize("failed", [{0}, {0, 1}])
def test_the_first_configuration_is_the_baseline_whichever_of_its_evaluations_failed(tmp_path, failed):
    lost = [("eval", ARMS[0], seed) for seed in failed]
    jobs = [
        replace(job, state="failed" if (job.kind, job.config, job.seed) in lost else "finished")
        for job in evaluated(tmp_path).jobs
    ]
    (content,) = _comparisons(jobs)
    if failed == {0}:
        assert content["pairs"][0]["difference"] == -1.0 and "skill1" in content["baseline"]
    else:
        assert content["error"] == "household/skill1, the baseline, does not have this evaluation"
    (nothing,) = _comparisons([replace(job, state="failed") for job in jobs])
    assert nothing["error"] == "no run has this evaluation"


def test_the_command_passes_over_what_is_done_and_compares(tmp_path, capsys):
    evaluations = ["heldout:frozen"]
    evaluated(tmp_path)
    words = ["sweep", "--config", ARMS[0], "--config", ARMS[1], "--seeds", "0,1", "--runs-dir", str(tmp_path)]
    assert main([*words, "--eval", evaluations[0], *OVERRIDES, "--json"]) == 0
    summary = json.loads(capsys.readouterr().out)
    assert {job["state"] for job in summary["jobs"]} == {"finished"}
    assert summary["comparisons"][0]["pairs"][0]["difference"] == -1.0
    assert main([*words, "--eval", evaluations[0], *OVERRIDES]) == 0
    assert "100.0 points worse on these tasks" in capsys.readouterr().out


def test_a_model_that_is_not_there_is_told_once_before_the_first_job(tmp_path, capfd):
    runs, missing = tmp_path / "runs", tmp_path / "no-cold-start"
    words = ["sweep", "--config", ARMS[0], "--config", ARMS[1], "--seeds", "0,1", "--runs-dir", str(runs)]
    assert main([*words, "--eval", "heldout:frozen", *OVERRIDES, f"--model.path={missing}"]) == 1
    told = " ".join(capfd.readouterr().err.split())
    assert told.count("There is no model folder") == 1 and f"--config {ARMS[0]} cannot be trained" in told
    assert not runs.exists()


def test_dry_run_prints_commands_and_makes_nothing(tmp_path, capsys):
    runs = tmp_path / "runs"
    words = ["sweep", "--config", ARMS[0], "--seeds", "0,1", "--runs-dir", str(runs), "--dry-run", *OVERRIDES]
    assert main(words) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 2 and all("-m skill1 train --config household/skill1" in line for line in lines)
    assert not runs.exists()
    assert main(["sweep", "--config", ARMS[0], "--seeds", "0,x"]) == 2


def test_each_arm_gets_the_overrides_it_reads(tmp_path):
    arms, words = (
        ["household/skillrl", "household/skill1"],
        ["--skillrl.max_new_skills", "5", "--library.alpha=0.2"],
    )
    jobs = plan_sweep(arms, [0], runs_dir=tmp_path, overrides=words).jobs
    tails = [list(job.command[list(job.command).index("--run-dir") + 2 :]) for job in jobs]
    assert tails == [words, ["--library.alpha=0.2"]]
    with pytest.raises(ConfigError, match="`skillopt.epochs` has no effect here"):
        plan_sweep(arms, [0], runs_dir=tmp_path, overrides=["--skillopt.epochs=9"])


def test_evaluations_of_several_environments_are_refused(tmp_path):
    assert len(plan_sweep(["mixed/tiny"], [0], runs_dir=tmp_path).jobs) == 1
    with pytest.raises(ConfigError, match="skill1 compare --transfer"):
        plan_sweep(["mixed/tiny"], [0], runs_dir=tmp_path, evaluations=["heldout:frozen"])


def test_an_engine_that_verl_does_not_read_goes_to_the_evaluations(tmp_path):
    options = {"runs_dir": tmp_path, "overrides": ["--policy.engine", "vllm", "--eval.limit=8"]}
    train, check = plan_sweep(["alfworld/cluster"], [0], evaluations=["valid_seen:none"], **options).jobs
    assert train.command[-1] == "--eval.limit=8" and "--policy.engine" not in train.command
    assert check.command[-4:] == ("--library", "none", "--policy.engine", "vllm")
    with pytest.raises(ConfigError, match="verl always generates with vLLM"):
        plan_sweep(["alfworld/cluster"], [0], **options)
    prepare_run_dir(Path(train.run_dir), load_config("alfworld/cluster", ["--eval.limit=8"]))
    write(Path(train.run_dir) / "checkpoints" / "step_000001" / "MANIFEST.json", {})
    settings = {"model": {}, "env": {}, "policy": {"engine": "vllm"}, "eval": {"split": "valid_seen"}}
    write(Path(train.run_dir) / "eval" / "a.json", record([True], step=1, config=settings, library="none"))
    assert not needs_work(check, options["overrides"])


def test_no_file_of_the_working_directory_is_taken_for_a_package(tmp_path, monkeypatch):
    (tmp_path / "argparse.py").write_text("open('owned', 'w')", encoding="utf-8")
    with open(tmp_path / "log", "wb") as log:
        assert _Relay().run((*python_module("json.tool"), "--help"), log) == 0
        assert not (tmp_path / "owned").exists()
        # A module of the working directory that this process finds is found by the other, too.
        monkeypatch.syspath_prepend(tmp_path)
        (tmp_path / "argparse.py").rename(tmp_path / "mine.py")
        assert _Relay().run(python_module("mine"), log) == 0
    assert (tmp_path / "owned").exists()
