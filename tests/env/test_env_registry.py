"""Environments by name: the built-in ones, announced ones, misspelt ones."""

import importlib.metadata

import pytest

from skill1.config import EnvConfig
from skill1.env import registry
from skill1.env.registry import make_suite, suite_target, suite_targets
from skill1.errors import ConfigError


def announce(monkeypatch, **targets):
    points = [importlib.metadata.EntryPoint(name, value, "skill1.envs") for name, value in targets.items()]
    monkeypatch.setattr(registry.importlib.metadata, "entry_points", lambda group: points)


def test_built_in_names_need_no_installation(monkeypatch):
    announce(monkeypatch)
    assert set(suite_targets()) == {"household", "alfworld"}


def test_announced_suite_is_made_with_the_configuration(monkeypatch):
    announce(monkeypatch, recorder="types:SimpleNamespace")
    with pytest.raises(TypeError):  # SimpleNamespace(config): it was called with the one argument
        make_suite(EnvConfig(name="recorder", data="x"))
    announce(monkeypatch, recorder="builtins:repr")
    assert "data='x'" in make_suite(EnvConfig(name="recorder", data="x"))


def test_a_foreign_package_cannot_take_a_built_in_name(monkeypatch):
    announce(monkeypatch, household="evil:Suite")
    assert suite_target("household") == "skill1_envs.household:HouseholdSuite"


def test_unknown_name_lists_all_and_names_the_nearest(monkeypatch):
    announce(monkeypatch)
    with pytest.raises(
        ConfigError, match=r"no environment 'houshold'. Did you mean 'household'\? Known: household, alfworld"
    ):
        make_suite(EnvConfig(name="houshold"))


@pytest.mark.parametrize("target", ["no_such_module_here:Suite", "types:NoSuchClass"])
def test_a_suite_that_cannot_be_loaded_is_named(monkeypatch, target):
    announce(monkeypatch, broken=target)
    with pytest.raises(ConfigError, match="'broken'.*cannot be loaded"):
        make_suite(EnvConfig(name="broken"))
