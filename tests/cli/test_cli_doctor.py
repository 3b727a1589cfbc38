"""``skill1 doctor``: what it prints, its exit code, and that it is quick."""

import json
import os
import subprocess
import sys

import pytest

from skill1.cli import main
from skill1.config.load import load_config
from skill1.doctor import gpu
from skill1.run.directory import mark_finished, prepare_run_dir, save_config

PARTS = ["--library.encoder=hashing", "--eval.split=seen", "--model.path=tiny", "--agent.profile=compact"]
NOTHING_HEAVY = """
import sys
from skill1.cli import main
code = main(sys.argv[1:])
assert not {"torch", "transformers", "faiss", "sentence_transformers"} & set(sys.modules)
sys.exit(code)
"""


def test_json_holds_every_finding(capsys):
    main(["doctor", "--json"])
    findings = json.loads(capsys.readouterr().out)
    assert {"python", "gpu", "disk", "torch"} <= {finding["name"] for finding in findings}
    assert all(set(finding) == {"name", "status", "detail", "command"} for finding in findings)


def test_missing_things_are_one_line_each_with_the_command(capsys):
    arguments = ["doctor", "--missing", "--for", "alfworld/tiny", "--library.encoder=./no encoder"]
    assert main(arguments) == 1
    lines = capsys.readouterr().out.splitlines()
    assert all(line.startswith("missing  ") and " → " in line for line in lines)
    assert any("environment alfworld" in line and "skill1 envs fetch alfworld DIR" in line for line in lines)
    assert any("encoder: the folder ./no encoder does not exist" in line for line in lines)
    assert main([*arguments, "--json"]) == 1
    assert {finding["status"] for finding in json.loads(capsys.readouterr().out)} == {"missing"}


def run_finding(text):
    (found,) = (finding for finding in json.loads(text) if finding["name"] == "run directory")
    return found


def test_a_run_and_a_checkpoint_stand_for_their_configuration(tmp_path, capsys):
    run, file = tmp_path / "run", tmp_path / "c.yaml"
    prepare_run_dir(run, load_config(None, PARTS))
    save_config(load_config(None, PARTS), file)
    main(["doctor", "--for", str(run)])
    told = " ".join(capsys.readouterr().out.split("\n"))
    assert f"ok       run directory: {run}: started, no checkpoint yet" in told
    mark_finished(run)
    checkpoint = run / "checkpoints" / "step_000040"
    checkpoint.mkdir(parents=True)
    (checkpoint / "MANIFEST.json").write_text("{}")
    found = []
    for words in ([run], [f"{run}@40"], [file, "--run-dir", run]):
        main(["doctor", "--for", *map(str, words), "--json"])
        found.append(run_finding(capsys.readouterr().out))
    assert found[0] == found[1] == found[2]
    assert found[0]["status"] == "ok" and "finished" in found[0]["detail"]
    assert main(["doctor", "--for", f"{run}@7"]) == 1
    assert "no checkpoint of step 7. Its checkpoints: 40" in capsys.readouterr().err


@pytest.mark.parametrize("extra", [[], ["--for", "household/skill1", *PARTS]])
def test_exit_code_tells_whether_something_needed_is_missing(extra, capsys, monkeypatch):
    assert main(["doctor", *extra]) == 0
    monkeypatch.setitem(sys.modules, "torch", None)  # Python's mark for "not installed"
    assert main(["doctor", *extra]) == 1
    out = capsys.readouterr().out
    assert "missing  torch: not installed" in out and "→ pip install 'skill1[local]'" in out


def test_two_seconds_and_nothing_heavy_without_a_gpu():
    if not gpu.unusable()[0]:
        pytest.skip("torch is loaded here, to ask for the GPU")
    command = [sys.executable, "-c", NOTHING_HEAVY, "doctor", "--for", "household/skill1", *PARTS]
    before = os.times()
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    after = os.times()
    spent_s = after.children_user + after.children_system - before.children_user - before.children_system
    assert 0 < spent_s < 4, "about 0.8 s of processor time"
    assert after.elapsed - before.elapsed < max(6, 15 * spent_s), "it waits for something"
