"""What a stranger's environment may offer besides being played: own commands with own options, findings, prompts."""

import importlib.metadata
import json
import sys

import pytest

from skill1 import doctor
from skill1.agent.profile import load_profile
from skill1.cli import env_commands, main
from skill1.config import AgentConfig
from skill1.config.load import load_config
from skill1.config.registry import Family
from skill1.env import loading
from skill1.env.loading import wording_of
from skill1.env.protocol import INSIGHT, SERVICE, offered
from skill1.env.service import Command
from skill1.errors import ConfigError
from skill1.schema import Observation
from tests.rollout.fakes import RecordingPolicy, ToyEnv, ends, play, settings

MODULE = """
import argparse
from skill1.env.service import Command, DataFolder, Finding, Outcome, Table, counted
from skill1.env.wording import Blocks, Brief, Wording
from skill1_envs.household import HouseholdSuite

def configure(parser):
    parser.add_argument("--rooms", type=int, default=1, help="rooms of each game")

def run(arguments, report):
    if arguments.rooms < 1:
        raise argparse.ArgumentTypeError("--rooms 0 leaves nowhere to play")
    done = counted(report, "rooms", arguments.rooms)
    for _ in range(arguments.rooms):
        done()
    warnings = ["rooms are small"] if arguments.rooms > 5 else []
    table = Table("made", ("what", "number"), [("rooms", arguments.rooms)])
    data = {"rooms": arguments.rooms, "seed": arguments.seed}
    return Outcome(data, [table], ["all done"], warnings, "--env.data HERE")

class Suite(HouseholdSuite):
    name = "cellar"
    commands = {"make-games": Command(run, configure, note="Cellars only.")}
    data_folder = DataFolder("CELLAR_DATA", "dig one")

    @staticmethod
    def doctor(config):
        yield Finding("shovel", "missing", "there is none", "buy one")

WORDING = Wording(brief=Brief(lambda text, task: "dark", str.lower, frozenset({"dark"}), "0" * 64))
NOTHING = 3

def parse(answer):
    return {"raise": 1 // 0} if "raise" in answer else 7 if "seven" in answer else (answer, True)

PAGE = lambda text, task: None if "dark" in text else text
BLOCKS = Wording(blocks=Blocks(parse, (), str, PAGE, "(free)", str, str))
"""


@pytest.fixture
def announced(tmp_path, monkeypatch):
    """The environment ``cellar`` of a package, and a wording of its own."""
    (tmp_path / "a_cellar_world.py").write_text(MODULE)
    monkeypatch.syspath_prepend(tmp_path)
    told = {
        "skill1.envs": {"cellar": "a_cellar_world:Suite"},
        "skill1.wordings": {
            "cellar": "a_cellar_world:WORDING",
            "broken": "a_cellar_world:NOTHING",
            "pit": "a_cellar_world:BLOCKS",
        },
    }

    def entry_points(group):
        return [importlib.metadata.EntryPoint(*pair, group) for pair in told.get(group, {}).items()]

    monkeypatch.setattr(importlib.metadata, "entry_points", entry_points)
    for name in ("ENVIRONMENTS", "ENV_WORDINGS"):  # which have not looked yet
        family = getattr(loading, name)
        monkeypatch.setattr(loading, name, Family(family.group, family.built_in))
    wording_of.cache_clear()
    yield tmp_path
    wording_of.cache_clear()
    sys.modules.pop("a_cellar_world", None)


def test_abilities_are_listed_once():
    assert {"judge", "vocabulary", "expert", "demo_worlds", "split_source"} <= set(INSIGHT)
    assert {"commands", "data_folder", "needs", "doctor", "browser_app", "close"} <= set(SERVICE)
    assert not set(INSIGHT) & set(SERVICE)
    with pytest.raises(AssertionError):
        offered(object(), "jugde")


def test_a_command_has_the_environments_own_options(announced, capsys):
    words = ["envs", "make-games", "cellar", "OUT", "--rooms", "3", "--seed", "7"]
    assert main([*words, "--json"]) == 0
    said = capsys.readouterr()
    assert json.loads(said.out) == {"out": "OUT", "rooms": 3, "seed": 7}
    assert "rooms 100 %" in said.err
    assert main(words) == 0
    shown = capsys.readouterr().out
    assert "rooms" in shown and "all done" in shown and "to play: --env.data HERE" in shown


@pytest.mark.parametrize("name", ["cellar", "a_cellar_world:Suite"])
def test_options_may_stand_before_the_name(announced, capsys, name):
    words = ["--seed", "3", "--rooms", "2", name, "OUT", "--json"]
    assert main(["envs", "make-games", *words]) == 0
    assert json.loads(capsys.readouterr().out) == {"out": "OUT", "rooms": 2, "seed": 3}


def test_a_warning_is_an_exit_code_and_a_wrong_argument_another(announced, capsys):
    assert main(["envs", "make-games", "cellar", "OUT", "--rooms", "6"]) == 1
    assert "warning: rooms are small" in capsys.readouterr().out
    assert main(["envs", "make-games", "cellar", "OUT", "--rooms", "0"]) == 2
    assert "nowhere to play" in capsys.readouterr().err
    assert main(["envs", "make-games", "cellar", "OUT", "--roams", "1"]) == 2
    assert "did you mean --rooms" in capsys.readouterr().err


def test_interrupted_it_says_what_is_left(tmp_path, monkeypatch, capsys):
    def run(arguments, report):
        raise KeyboardInterrupt

    monkeypatch.setattr(env_commands, "command_of", lambda *_: Command(run, lambda parser: None))
    assert main(["envs", "make-games", "cellar", str(tmp_path / "OUT")]) == 130
    assert "OUT so far is incomplete" in (said := capsys.readouterr().err) and "saved so far" not in said
    assert main(["envs", "fetch", "cellar"]) == 130
    assert "everything saved so far is kept" in capsys.readouterr().err


def test_the_help_names_environments_and_then_their_options(announced, capsys):
    assert main(["envs", "make-games", "--help"]) == 0
    general = capsys.readouterr().out
    assert "Environments: alfworld, cellar." in " ".join(general.split()) and "--rooms" not in general
    assert main(["envs", "make-games", "cellar", "--help"]) == 0
    own = capsys.readouterr().out
    assert "--rooms" in own and "Cellars only." in own


def test_who_has_no_such_command_is_told_who_has(announced, capsys):
    assert main(["envs", "make-games", "household", "OUT"]) == 1
    assert "household cannot make games; environments that do: alfworld, cellar." in capsys.readouterr().err
    assert main(["envs", "fetch", "cellar"]) == 1
    assert "cellar has nothing to fetch" in capsys.readouterr().err
    assert main(["envs", "make-games", "celar", "OUT"]) == 1
    assert "Did you mean 'cellar'" in capsys.readouterr().err


def test_the_doctor_asks_it(announced):
    config = load_config("household/skill1", ["--env.name=cellar"])
    found = {finding.name: finding for finding in doctor.diagnose(config)}
    assert (
        found["environment cellar"].command == "dig one" and "$CELLAR_DATA" in found["environment cellar"].detail
    )
    assert found["shovel"].command == "buy one"
    elsewhere = load_config("household/skill1", ["--env.name=cellar", "--env.python=python3"])
    assert "shovel" not in {finding.name for finding in doctor.diagnose(elsewhere)}


@pytest.mark.parametrize(
    ("act", "seen", "told"),
    [
        ("raise", "light", "parse of Blocks of environment 'pit' failed: ZeroDivisionError"),
        ("seven", "light", "parse of Blocks of environment 'pit' failed: TypeError"),
        ("look", "dark", "page of Blocks of environment 'pit' failed: its answer is NoneType; expected a text"),
    ],
)
def test_a_fault_in_its_words_costs_one_episode(announced, act, seen, told):
    env, policy = ToyEnv([ends()], start=Observation(seen, (), {})), RecordingPolicy(act=act)
    episode = play(env, policy, None, settings(AgentConfig()), profile=load_profile("skill1", env="pit"))
    assert episode.status == "error" and told in episode.error


def test_its_short_forms_are_those_of_compact_prompts(announced):
    profile = load_profile("compact", env="cellar")
    assert profile.own_words() == {"dark"} and profile.prompt_hashes()["brief"] == "0" * 64
    assert load_profile("skill1", env="cellar").prompt_hashes() == load_profile("generic").prompt_hashes()


def test_what_is_no_wording_is_named(announced):
    with pytest.raises(ConfigError, match=r"'broken' \(a_cellar_world:NOTHING\) are a int; expected"):
        load_profile("compact", env="broken")
