"""The tutorial's environment keeps the contract and trains; code and configuration come from the pages themselves."""

import json
import re
import sys
from pathlib import Path

import pytest

from skill1.cli import main
from skill1.config import EnvConfig
from skill1.env.check import check_suite
from skill1.env.registry import make_suite
from skill1.errors import ConfigError

DOCS = Path(__file__).resolve().parents[2] / "docs"
TUTORIAL, ADAPTERS = (
    (DOCS / name).read_text(encoding="utf-8")
    for name in ("tutorials/your-own-environment.md", "how-to/use-gymnasium-and-trl.md")
)
FENCE = re.compile(r"^```(\w+)\n(.*?)^```", re.MULTILINE | re.DOTALL)
LONGEST_EXAMPLE = 72


def block(language, holding, page=TUTORIAL):
    """The one fenced block of a page that is in this language and holds this text."""
    (found,) = [body for name, body in FENCE.findall(page) if name == language and holding in body]
    return found


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder with the two files that a reader would write, as working directory."""
    (tmp_path / "my_env.py").write_text(block("python", "class MySuite"), encoding="utf-8")
    (tmp_path / "mine.yaml").write_text(block("yaml", "my_env:MySuite"), encoding="utf-8")
    monkeypatch.setattr(sys, "path", [*sys.path, str(tmp_path)])
    monkeypatch.delitem(sys.modules, "my_env", raising=False)
    yield tmp_path
    sys.modules.pop("my_env", None)


def test_the_example_is_short():
    assert block("python", "class MySuite").count("\n") <= LONGEST_EXAMPLE


@pytest.mark.parametrize("max_steps", [1, 2, 50])
def test_the_example_keeps_the_contract(folder, max_steps):
    assert check_suite(make_suite(EnvConfig(name="my_env:MySuite", max_steps=max_steps))) == []


def test_a_note_about_the_town_wins_every_task_at_once(folder):
    """The regularity that a skill can hold: one door per town, whatever is sought."""
    suite = make_suite(EnvConfig(name="my_env:MySuite", max_steps=1))
    wins = {}
    for split in suite.splits():
        env = suite.make(split)
        for task in suite.tasks(split):
            for door in env.reset(task_index=task.index).admissible:
                env.reset(task_index=task.index)
                if env.step(f"open {door}")[4]["won"]:
                    wins.setdefault(task.instruction.split()[1], []).append(door)
    assert set(map(len, wins.values())) == {3}  # three treasures in each town, one winning door each
    assert all(len(set(doors)) == 1 for doors in wins.values())


def test_the_vocabulary_holds_every_word_the_world_says(folder):
    suite = make_suite(EnvConfig(name="my_env:MySuite", max_steps=2))
    known = set(suite.vocabulary())
    env = suite.make("heldout")
    for task in suite.tasks("heldout"):
        said = [task.instruction, env.reset(task_index=task.index).text]
        said += [env.step(action)[0].text for action in ("nonsense", "open south")]
        assert set(" ".join(said).split()) <= known


def test_the_example_trains_for_five_steps(folder, capsys):
    pytest.importorskip("torch")
    few = ["--train.steps=5", "--train.tasks_per_step=2", "--train.group_size=4"]  # a sixth of its episodes
    assert main(["train", "--config", "mine.yaml", "--run-dir", "runs/short", *few]) == 0
    run = folder / "runs" / "short"
    rows = [json.loads(line) for line in (run / "metrics.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [row["step"] for row in rows] == [1, 2, 3, 4, 5]
    assert all(0 <= row["outcome/success_rate"] <= 1 and row["errors/episodes"] == 0 for row in rows)
    assert (run / "checkpoints" / "step_000005" / "MANIFEST.json").is_file()


def executed(holding):
    names = {"__name__": "page"}
    exec(compile(block("python", holding, ADAPTERS), "use-gymnasium-and-trl.md", "exec"), names)
    return names


def test_the_environment_made_for_trl_keeps_the_contract():
    suite = executed("class WordSuite")["WordSuite"](EnvConfig(max_steps=3))
    assert check_suite(suite) == []
    env = suite.make("train")
    env.reset(task_index=0)
    assert env.step("guess stone")[0].text == "wrong" and env.step("guess crane")[4] == {"won": True}


def test_ours_go_to_trl_as_the_page_says():
    names = executed("as_trl_environment")
    environment = names["options"]["environment_factory"]()
    assert "start" in environment.reset(**names["rows"][0]) and environment.get_reward() == 0.0


def test_ours_go_to_gymnasium_as_the_page_says():
    pytest.importorskip("gymnasium")
    names = executed("as_gymnasium")
    assert names["text"] and names["info"]["won"] is False
    with pytest.raises(ConfigError, match="my_package:Chop-v0"):  # all is declared but the made-up id
        executed("class ChopSuite")["ChopSuite"](EnvConfig())
