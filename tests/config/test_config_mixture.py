"""Several environments in one configuration: the list, its keys, who wins over whom, and one environment of it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skill1.config import EnvConfig, Skill1Config
from skill1.config.load import load_config, load_run_config
from skill1.config.mixture import is_mixture, listed, member_config, members, settled, turn_limit
from skill1.env.registry import make_suite
from skill1.errors import ConfigError
from skill1.run.directory import is_operational, run_differences, save_config

LISTED = """
env:
  - household
  - name: alfworld
    weight: 2
    data: games
    max_steps: 20
  - webshop
"""


def written(folder, text):
    path = folder / "several.yaml"
    path.write_text(text, encoding="utf-8")
    return str(path)


@pytest.fixture
def several(tmp_path):
    return written(tmp_path, LISTED)


def test_a_list_names_the_environments_and_each_begins_from_its_own_configuration(several):
    config = load_config(several)
    household, alfworld, webshop = members(config.env)
    assert config.env.name == "household,alfworld,webshop" and is_mixture(config.env)
    assert (household.env.max_steps, household.env.task_order, household.eval_split) == (12, "stream", "heldout")
    assert (alfworld.env.max_steps, alfworld.env.data, alfworld.weight) == (20, "games", 2.0)
    assert (alfworld.env.invalid_action_penalty, alfworld.eval_split) == (0.1, "valid_seen")
    assert (webshop.env.max_steps, webshop.env.goals, webshop.env.invalid_action_penalty) == (15, "synthetic", 0.5)
    assert (webshop.env.data, webshop.weight, webshop.eval_split) == (None, 1.0, "test")
    assert turn_limit(config.env) == 20


def test_a_list_replaces_what_an_inherited_file_says_of_its_one_environment(tmp_path):
    config = load_config(written(tmp_path, "inherits: household/base\nenv: [alfworld, webshop]\n"))
    alfworld, webshop = members(config.env)
    assert (alfworld.env.max_steps, alfworld.env.task_order) == (50, "shuffle")
    assert (alfworld.eval_split, webshop.eval_split) == ("valid_seen", "test")  # eval.split is heldout there
    assert config.agent.profile == "compact"  # only the section env is another


def test_a_shared_key_that_is_set_later_holds_for_all(several):
    config = load_config(several, ["--env.max_steps", "7", "--env.mixture.webshop.max_steps", "9"])
    assert [m.env.max_steps for m in members(config.env)] == [7, 7, 9]
    other = load_config(several, ["--eval.split=x"])
    assert {member_config(other, name).eval.split for name in ("household", "alfworld", "webshop")} == {"x"}


def test_a_shared_key_beside_the_list_holds_for_all_that_do_not_set_their_own(tmp_path):
    shared = "eval.split: custom\ntrain.validate_split: mine\nenv.max_steps: 5\n"
    entries = "env:\n  - household\n  - {name: webshop, max_steps: 9, eval_split: test}\n"
    config = load_config(written(tmp_path, entries + shared))
    household, webshop = (member_config(config, name) for name in ("household", "webshop"))
    assert (household.env.max_steps, household.eval.split, household.train.validate_split) == (5, "custom", "mine")
    assert (webshop.env.max_steps, webshop.eval.split, webshop.train.validate_split) == (9, "test", "mine")
    assert webshop.env.goals == "synthetic", "of its own configuration, as nothing else sets it"
    alone = load_config(written(tmp_path, "env: [household]\n" + shared))
    assert (alone.env.max_steps, alone.eval.split, alone.env.task_order) == (5, "custom", "stream")


def test_what_is_written_is_read_back_equal(several, tmp_path):
    config = load_config(several, ["--env.mixture.household.profile=compact", "--env.mixture.webshop.weight=0.5"])
    save_config(config, tmp_path / "config.yaml")
    assert load_run_config(tmp_path / "config.yaml") == config == load_config(str(tmp_path / "config.yaml"))


@given(
    st.permutations(["household", "alfworld", "webshop"]), st.lists(st.floats(0.01, 100), min_size=3, max_size=3)
)
def test_order_and_weights_stay_whatever_they_are(names, weights):
    entries = [{"name": name, "weight": weight} for name, weight in zip(names, weights, strict=True)]
    flat = settled(listed(entries, "", lambda name: {}))
    found = members(EnvConfig(name=flat["env.name"], mixture=flat["env.mixture"]))
    assert [(m.name, m.weight) for m in found] == list(zip(names, weights, strict=True))


def test_one_environment_alone_has_its_own_settings_as_plain_keys(several):
    config = load_config(several, ["--env.mixture.alfworld.profile=alfworld"])
    alone = member_config(config, "alfworld")
    assert alone == load_config(several, ["--env.mixture.alfworld.profile=alfworld", "--env.name=alfworld"])
    assert (alone.env.name, alone.env.data, alone.env.max_steps, alone.env.mixture) == (
        "alfworld",
        "games",
        20,
        {},
    )
    assert (alone.agent.profile, alone.eval.split) == ("alfworld", "valid_seen")
    with pytest.raises(ConfigError, match="no environment 'chess'.*household,alfworld,webshop"):
        member_config(config, "chess")


def test_some_environments_of_a_list_are_selected_by_their_names(several):
    config = load_config(several, ["--env.name=webshop,alfworld"])
    assert [(m.name, m.env.max_steps, m.weight) for m in members(config.env)] == [
        ("webshop", 15, 1.0),
        ("alfworld", 20, 2.0),
    ]


def test_a_key_of_an_environment_that_is_not_played_is_refused():
    with pytest.raises(
        ConfigError, match=r"`env.mixture.alfworld.max_steps` has no effect here.*which is household"
    ):
        load_config("household/skill1", ["--env.mixture.alfworld.max_steps=3"])


def test_a_configuration_of_one_environment_is_as_before():
    config = load_config("household/skill1")
    assert members(config.env)[0].env == config.env and not is_mixture(config.env)
    assert member_config(config, "household") == config
    assert Skill1Config().env.mixture == {}


def test_where_one_of_several_plays_is_no_other_run(several):
    before = load_config(several)
    moved = load_config(several, ["--env.mixture.webshop.workers=4", "--env.mixture.alfworld.python=/opt/python"])
    assert run_differences(before, moved) == []
    heavier = load_config(several, ["--env.mixture.webshop.weight=4"])
    assert run_differences(before, heavier) == ["env.mixture.webshop.weight: the shared value → 4.0"]


@pytest.mark.parametrize("name", ["my.url:Suite", "my.url.suite:Suite", "my.python.workers"])
def test_a_name_that_holds_such_a_key_is_none(name):
    assert not is_operational(f"env.mixture.{name}.max_steps: 30 → 40")
    # As train.validate_split, which one environment alone has: it changes no weight.
    assert is_operational(f"env.mixture.{name}.validate_split: 'seen' → 'unseen'")
    assert is_operational(f"env.mixture.{name}.url: null → 'http://h'") and is_operational(
        f"env.mixture.{name}.url"
    )


@pytest.mark.parametrize(
    ("override", "message"),
    [
        ("--env.mixture.webshop.wieght=3", "did you mean `env.mixture.webshop.weight`"),
        ("--env.mixture.webshop.weight=often", "got 'often'; expected a number"),
        (
            "--env.mixture.webshop.weight=0",
            "webshop.weight = 0.0 cannot be used; expected above 0: leave out what",
        ),
        ("--env.mixture.chess.max_steps=1", "`env.mixture.chess.max_steps` has no effect here: expected only env"),
        ("--env.mixture.webshop.profile=tiny", "expected one of alfworld"),
        ("--env.data=games", "null with several environments"),
        ("--env.name=household,household", "different names"),
        ("--env.name=household,", "different names"),
        ("--backend=verl", "local with several environments"),
    ],
)
def test_a_slip_is_refused_with_what_is_expected(several, override, message):
    with pytest.raises(ConfigError) as refused:
        load_config(several, [override])
    assert message in str(refused.value)


@pytest.mark.parametrize(
    ("mixture", "message"),
    [
        ({"household": {"wrokers": 1}}, "unknown key `env.mixture.household.wrokers`; did you mean"),
        (
            {"household": {"max_steps": -3}},
            "env.mixture.household.max_steps = -3 cannot be used; expected at least 1",
        ),
        ({"household": {"weight": "x"}}, "`env.mixture.household.weight` got 'x'; expected a number"),
        ({"household": 3}, "env.mixture.household = 3 cannot be used; expected a mapping of keys"),
        (3, "env.mixture = 3 cannot be used; expected a mapping of environments"),
    ],
)
def test_a_slip_in_python_is_refused_as_one_in_a_file(mixture, message):
    env = EnvConfig(name="household,webshop", mixture=mixture)
    for make in (lambda: Skill1Config(env=env), lambda: make_suite(env)):
        with pytest.raises(ConfigError) as refused:
            make()
        assert message in str(refused.value)


@pytest.mark.parametrize("entries", ["[household, 3]", "[{weight: 2}]", "[[household]]"])
def test_a_list_of_something_else_is_refused(tmp_path, entries):
    with pytest.raises(ConfigError, match="expected an environment's name, or a mapping"):
        load_config(written(tmp_path, f"env: {entries}\n"))
