"""Skill-Pro's commands in docs/how-to/come-from-another-project.md, run as they are typed there.

What a test cannot have is replaced: weights by a tiny random chat model, the service by a scripted one on this machine,
the encoder by `hashing`, many steps by two, and a game by a toy where TextArena is not installed.
"""

import importlib.util
import json
import re
import shlex
from pathlib import Path

import pytest

pytest.importorskip("torch")
from skill1.cli import main  # noqa: E402
from skill1.train.records import read_metrics  # noqa: E402
from tests.alfworld.test_planner_demos import chat_model  # noqa: E402, F401
from tests.policy.chat_server import chat, serving  # noqa: E402

DOCUMENT = (Path(__file__).parents[2] / "docs" / "how-to" / "come-from-another-project.md").read_text(
    encoding="utf-8"
)
SECTION = DOCUMENT.partition("## From Skill-Pro")[2].partition("\n## ")[0]
COMMANDS = [
    code for code in re.findall(r"`([^`\n]+)`", SECTION) if code.startswith("skill1 ") and "textarena:" in code
]
TOY = "tests.env.toys:ToySuite"
SKILL = {"skill_name": "Narrow", "initiation": "at the start", "policy": ["guess"], "termination": "it is over"}
SMALL = (
    *("--library.encoder=hashing", "--model.device=cpu", "--train.threads=1", "--env.max_steps=3", "--seed=1"),
    *("--sampling.act_tokens=4", "--sampling.rerank_tokens=4", "--model.max_prompt_tokens=8000"),
)


def as_typed(command):
    """The words of a command; without TextArena a toy plays in place of its games."""
    words = shlex.split(command)[1:]
    if importlib.util.find_spec("textarena") is not None:
        return [word.replace("Hangman-v0", "Mastermind-v0") for word in words]  # Hangman's words are a download
    if "," in words[words.index("--env") + 1]:
        pytest.skip("needs textarena")
    return [TOY if word.startswith("textarena:") else word for word in words]


def scripted(request):
    asked = request["messages"][-1]["content"]
    return chat(json.dumps({"is_related": True, "policy": "be brief"} if "is_related" in asked else SKILL))


def test_the_document_has_them():
    assert sorted(command.split()[1] for command in COMMANDS) == ["eval", "train", "train"]


@pytest.mark.parametrize("command", [command for command in COMMANDS if command.startswith("skill1 train")])
def test_training_writes_skills_with_the_named_teacher(command, chat_model, tmp_path):  # noqa: F811
    words, run = as_typed(command), tmp_path / "run"
    more = ["--train.steps=2", "--train.checkpoint_every=2", "--skillpro.evolve_after=2", "--skillpro.epsilon=1"]
    more += ["--train.tasks_per_step=2"] if "--train.tasks_per_step" not in words else []
    with serving(scripted) as stub:
        more += [f"--teacher.url={stub.url}"] if "service" in words else ["--teacher.max_tokens=8"]
        assert main([*words, *SMALL, *more, "--model.path", str(chat_model), "--run-dir", str(run)]) == 0
    last = read_metrics(run)[-1]
    assert last["skillpro/activations"] > 0 and last["teacher/calls"] > 0
    assert bool(stub.requests) == ("service" in words)


@pytest.mark.parametrize("command", [command for command in COMMANDS if command.startswith("skill1 eval")])
def test_a_pool_is_evaluated(command, chat_model, tmp_path):  # noqa: F811
    log = tmp_path / "training_logs.json"
    entry = {"name": "Narrow", "freq": 0, "maturity": 0, "avg_gain": 0.0, **SKILL}
    log.write_text(json.dumps([{"iteration": 1, "pool_snapshot": [entry]}]), encoding="utf-8")
    places = {"MODEL": str(chat_model), "F.json": str(log)}
    words = [places.get(word, word) for word in as_typed(command)]
    result = tmp_path / "result.json"
    assert main([*words, *SMALL, "--limit", "2", "--output", str(result)]) == 0
    assert json.loads(result.read_text(encoding="utf-8"))["tasks"] == 2
