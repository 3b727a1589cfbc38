"""``skill1 health`` on runs that are good, collapsed, just begun, still writing, or no runs."""

import gzip
import json
from pathlib import Path

import pytest

from skill1.cli import main
from skill1.config.load import load_config
from skill1.run.directory import save_config

GOLDEN = Path(__file__).resolve().parents[1] / "golden" / "health"


@pytest.fixture
def run(tmp_path):
    """A function that makes a run directory out of a recording's first rows."""

    def make(name, steps=110):
        folder = tmp_path / name
        folder.mkdir()
        save_config(load_config("household/skill1"), folder / "config.yaml")
        with gzip.open(GOLDEN / f"{name}.jsonl.gz", "rt", encoding="utf-8") as file:
            (folder / "metrics.jsonl").write_text("".join(file.readlines()[:steps]), encoding="utf-8")
        return folder

    return make


def test_a_good_run_is_healthy(run, capsys):
    assert main(["health", str(run("skill1"))]) == 0
    out = capsys.readouterr().out
    assert "healthy" in out and "after 110 steps" in out and "outcome/success_rate 0.8385" in out


def test_a_collapsed_run_names_metric_and_knob(run, capsys):
    assert main(["health", str(run("unstable"))]) == 1
    out = capsys.readouterr().out
    assert "writes nothing: distill/declined" in out and "since step 82" in out
    assert "credit.lambda_distill = 1.0: lower it" in out and "healthy" not in out


def test_json_has_the_alarms(run, capsys):
    folder = run("unstable")
    assert main(["health", str(folder), "--json"]) == 1
    report = json.loads(capsys.readouterr().out)
    alarm = next(alarm for alarm in report["alarms"] if alarm["name"] == "KL runs away")
    assert set(alarm) == {"name", "metric", "value", "expected", "since", "knob", "explanation"}
    assert (report["steps"], alarm["metric"], alarm["since"]) == (110, "policy/kl", 10)
    assert report["figures"]["outcome/success_rate"] == 0.0


def test_a_run_that_is_being_written(run, capsys):
    """Half a last line, as a reader beside the writer may see it."""
    folder = run("skill1", steps=30)
    with open(folder / "metrics.jsonl", "a", encoding="utf-8") as file:
        file.write('{"step": 31, "outcome/succ')
    assert main(["health", str(folder)]) == 0
    assert "after 30 steps" in capsys.readouterr().out


@pytest.mark.parametrize("steps", [0, 1, 9])
def test_too_few_steps_are_said_to_be_too_few(run, capsys, steps):
    assert main(["health", str(run("unstable", steps=steps))]) == 0
    out = capsys.readouterr().out
    assert f"{steps} steps are too few" in out and "healthy" not in out


def test_a_library_of_copies_is_an_alarm(run, capsys):
    from skill1 import Library
    from skill1.library.formats import import_into

    folder = run("skill1")
    skills = [{"description": f"put {i}", "strategy": f"egg {i} in bowl {i}", "utility": 0.5} for i in range(60)]
    (folder / "skills.jsonl").write_text("\n".join(map(json.dumps, skills)), encoding="utf-8")
    with Library.open(folder / "library.sqlite", load_config("household/skill1").library, create=True) as library:
        import_into(library, folder / "skills.jsonl", "jsonl")
        assert len(library) == 60
        assert main(["health", str(folder)]) == 1  # beside the open writer
    assert "library full of duplicates" in capsys.readouterr().out


def test_a_broken_library_does_not_hide_the_metrics(run, capsys):
    folder = run("skill1")
    (folder / "library.sqlite").write_bytes(b"no database")
    assert main(["health", str(folder)]) == 0


def test_a_run_of_another_version_is_judged_by_the_keys_known_here(run, capsys):
    folder = run("unstable")
    text = (folder / "config.yaml").read_text(encoding="utf-8")
    (folder / "config.yaml").write_text(text + "telepathy:\n  range: 3\n", encoding="utf-8")
    assert main(["health", str(folder), "--json"]) == 1
    printed = capsys.readouterr()
    assert "KL runs away" in {alarm["name"] for alarm in json.loads(printed.out)["alarms"]}
    assert "telepathy.range = 3" in printed.err
    (folder / "config.yaml").write_text(text.replace("seed: 0", "seed: many"), encoding="utf-8")
    assert main(["health", str(folder)]) == 1
    assert "`seed`" in capsys.readouterr().err


def test_a_run_whose_methods_package_is_gone_is_judged_by_its_metrics(run, capsys):
    folder = run("unstable")
    text = (folder / "config.yaml").read_text(encoding="utf-8")
    gone = text.replace("method: skill1", "method: gone").replace("profile: compact", "profile: lost")
    assert "gone" in gone and "lost" in gone
    (folder / "config.yaml").write_text(gone + "gone:\n  depth: 3\n", encoding="utf-8")
    assert main(["health", str(folder), "--json"]) == 1
    printed = capsys.readouterr()
    assert "KL runs away" in {alarm["name"] for alarm in json.loads(printed.out)["alarms"]}
    assert "names that this version of skill1 does not know" in printed.err
    assert "agent.profile = 'lost', gone.depth = 3, method = 'gone'" in printed.err


def test_no_run_and_keys_are_refused(tmp_path, run, capsys):
    assert main(["health", str(tmp_path)]) == 1
    assert "is not a run directory" in capsys.readouterr().err
    folder = run("skill1")
    assert main(["health", f"{folder}@40"]) == 1
    assert (
        f"is a checkpoint, but health judges a whole run. Type: skill1 health {folder}" in capsys.readouterr().err
    )
    assert main(["health", str(folder), "--train.steps", "3"]) == 2
    (folder / "config.yaml").unlink()
    assert main(["health", str(folder)]) == 1
    assert "no config.yaml" in capsys.readouterr().err
