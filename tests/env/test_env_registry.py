"""Environments by name: the built-in ones, announced ones, misspelt ones."""

import importlib.metadata
import sys

import pytest

from skill1.config import EnvConfig
from skill1.config.registry import SUITES, Family
from skill1.env import loading
from skill1.env.protocol import chosen
from skill1.env.registry import make_suite, opened_suite, suite_target, suite_targets
from skill1.errors import ConfigError, EnvironmentFault


def announce(monkeypatch, **targets):
    points = [importlib.metadata.EntryPoint(name, value, "skill1.envs") for name, value in targets.items()]
    monkeypatch.setattr(importlib.metadata, "entry_points", lambda group: points)
    monkeypatch.setattr(loading, "ENVIRONMENTS", Family("skill1.envs", SUITES))  # which has not looked yet


def test_built_in_names_need_no_installation(monkeypatch):
    announce(monkeypatch)
    assert set(suite_targets()) == set(SUITES) and "household" in SUITES


def test_announced_suite_is_made_with_the_configuration(monkeypatch):
    config = EnvConfig(name="recorder", data="x")
    announce(monkeypatch, recorder="skill1_envs.household:HouseholdSuite")
    assert make_suite(config)._config == config


def test_a_word_that_no_key_takes_is_refused_from_python_too():
    with pytest.raises(ConfigError, match="`env.goals` got 'people'; expected one of human, synthetic"):
        make_suite(EnvConfig(name="webshop", goals="people"))  # what ALFWorld's goal_text calls them


MINE = """
from skill1_envs.household import HouseholdSuite
class Suite(HouseholdSuite): pass
class NoConfig: pass
class NoSuite:
    def __init__(self, config): self.name = "x"
number = 3
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A working directory with a module, as a console script sees it: not on the search path."""
    (tmp_path / "my_toy_world.py").write_text(MINE)
    (tmp_path / "my_broken_world.py").write_text("import no_such_package_here")
    monkeypatch.setattr(sys, "path", [path for path in sys.path if path])
    yield tmp_path
    sys.modules.pop("my_toy_world", None)


@pytest.mark.parametrize("workers", [0, 1])
def test_a_suite_of_the_working_directory_is_found(folder, workers):
    with opened_suite(EnvConfig(name="my_toy_world:Suite", workers=workers)) as suite:
        assert suite.name == "household" and suite.splits()["train"] == 3600


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("my_toy_wurld:Suite", "No module named 'my_toy_wurld'.*module:Class with a module in"),
        ("my_toy_world:Siute", "no attribute 'Siute'"),
        ("my_toy_world:", "cannot be loaded"),
        (":Suite", "cannot be loaded"),
        ("my_toy_world:NoConfig", "could not be made: .*takes no arguments"),
        ("my_toy_world:NoSuite", "has no splits, tasks, make"),
        ("my_toy_world:number", "is a int; expected a class"),
        ("my_broken_world:Suite", "No module named 'no_such_package_here'"),
        ("my_toy_world", "there is no environment 'my_toy_world'.*typed as module:CLASS"),
        ("", "there is no environment"),
    ],
)
def test_what_is_wrong_with_a_module_of_the_working_directory(folder, name, message):
    with pytest.raises(ConfigError, match=message):
        make_suite(EnvConfig(name=name))


def test_a_split_without_tasks_says_so():
    for asked in ((0, None), (None, 7), (None, None)):
        with pytest.raises(EnvironmentFault, match="the split has no tasks"):
            chosen(0, *asked)


def test_a_foreign_package_cannot_take_a_built_in_name(monkeypatch):
    announce(monkeypatch, household="evil:Suite")
    assert suite_target("household") == "skill1_envs.household:HouseholdSuite"


def test_unknown_name_lists_all_and_names_the_nearest(monkeypatch):
    announce(monkeypatch)
    with pytest.raises(
        ConfigError, match=r"no environment 'houshold'. Did you mean 'household'\? Known: household, alfworld"
    ):
        make_suite(EnvConfig(name="houshold"))


def test_an_announced_suite_that_cannot_be_loaded_is_named(monkeypatch):
    announce(monkeypatch, broken="no_such_module_here:Suite")
    with pytest.raises(ConfigError, match="'broken'.*cannot be loaded.*the package that announces it"):
        make_suite(EnvConfig(name="broken"))
