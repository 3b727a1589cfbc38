"""`skill1 eval URL` needs no torch: the base, openai, and faiss where skills are read."""

import json
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.policy.chat_server import Raw, chat, serving

ROOT = Path(__file__).parents[2]
BANK = ROOT / "tests" / "golden" / "skillrl" / "alfworld_skills.json"
EXTRAS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
WITHOUT = """
import importlib.abc, sys
missing = sys.argv[1].split(",")
class Missing(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in missing:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
sys.meta_path.insert(0, Missing())
from skill1.cli import main
sys.argv[1:] = sys.argv[2:]
sys.exit(main())
"""
INTERRUPTED = """
import sys
class CtrlC:
    def find_spec(self, name, path=None, target=None):
        if name == "torch._C":
            raise KeyboardInterrupt
sys.meta_path.insert(0, CtrlC())
try:
    import torch
except KeyboardInterrupt:
    del sys.meta_path[0]
from skill1.cli import main
sys.exit(main(sys.argv[1:]))
"""
LOCAL = "torch,transformers,tokenizers,safetensors,sentence_transformers"


def run(missing, *words):
    command = [sys.executable, "-c", WITHOUT, missing, *words]
    return subprocess.run(command, capture_output=True, text=True)


def evaluated(missing, output, *words, answers=()):
    with serving(*answers or [chat("<action>look</action>")]) as stub:
        common = ["--endpoint.model=small", "--env.data", str(ROOT / "data" / "alfworld"), "--env.max_steps=2"]
        done = run(missing, "eval", stub.url, *common, "--limit=2", "--output", str(output), *words)
    return done, stub.requests


@pytest.mark.parametrize("method", ["zero_shot", "react"])
def test_prompting_needs_the_base_and_openai(method, tmp_path):
    done, requests = evaluated(f"{LOCAL},faiss", tmp_path / "r.json", "--env", "alfworld", "--method", method)
    assert done.returncode == 0, done.stderr
    assert json.loads((tmp_path / "r.json").read_text(encoding="utf-8"))["tasks"] == 2 and len(requests) >= 2


def test_a_bank_needs_faiss_besides(tmp_path):
    pytest.importorskip("faiss")
    library = tmp_path / "bank.sqlite"
    words = ["library", "import", str(library), str(BANK), "--format", "skillrl"]
    assert run(LOCAL, *words).returncode == 0
    words = ["--config", "alfworld/skillrl", "--teacher.kind=analyst", "--library-file", str(library)]
    done, requests = evaluated(LOCAL, tmp_path / "r.json", *words)
    assert done.returncode == 0, done.stderr
    assert "Systematic Exploration" in requests[-1]["messages"][0]["content"]


@pytest.mark.parametrize("missing", ["openai", "faiss"])
def test_who_asks_a_server_is_told_the_small_extra(missing, tmp_path):
    library = tmp_path / "bank.sqlite"
    run("none", "library", "import", str(library), str(BANK), "--format", "skillrl")
    words = ["--config", "alfworld/skillrl", "--library-file", str(library)]
    done, _ = evaluated(missing, tmp_path / "r.json", *words)
    assert done.returncode == 1 and "pip install 'skill1[api]'" in done.stderr


def test_that_extra_holds_what_is_asked_for_and_no_torch():
    packages = sorted(requirement.partition(">")[0] for requirement in EXTRAS["api"])
    assert packages == ["faiss-cpu", "httpx2", "openai"]
    assert set(EXTRAS["api"]) <= set(EXTRAS["local"])


def test_an_evaluation_that_was_cut_off_pays_for_no_answer_twice(tmp_path):
    good, bad = chat("<action>look</action>"), Raw(401, "no such key")
    results = []
    for name, given in (("whole", [good]), ("cut", [good, good, bad]), ("cut", [good])):
        words = ["--env", "alfworld", "--method", "zero_shot", "--repeats", "2", "--endpoint.concurrency=1"]
        done, requests = evaluated("none", tmp_path / name / "r.json", *words, answers=given)
        if bad in given:
            assert done.returncode == 1 and len(list((tmp_path / name).glob("endpoint-*.sqlite"))) == 1
            continue
        result = json.loads((tmp_path / name / "r.json").read_text(encoding="utf-8"))
        results.append((result["tokens"], result["warnings"], len(requests)))
        assert {path.suffix for path in (tmp_path / name).iterdir()} == {".json", ".md"}
    (tokens, warned, asked), (again, told, rest) = results
    assert again == tokens and rest == asked - 2 and "2 of 8 answers were kept" in (set(told) - set(warned)).pop()


@pytest.mark.parametrize("words", [["train", "--model.path=tiny"], ["eval", "tiny"]])
def test_an_import_of_torch_that_was_interrupted_asks_for_another_process(tmp_path, words):
    """As in a notebook, whose cell was stopped and is run again: a second import ends in any error, or kills Python."""
    (tmp_path / "tiny").mkdir()
    (tmp_path / "tiny" / "config.json").write_text("{}")
    command = [sys.executable, "-c", INTERRUPTED, *words, "--env=household", "--agent.profile=compact"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 1 and "Restart the kernel" in done.stderr, done.stderr
