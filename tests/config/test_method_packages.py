"""A method that another package brings: its name, its section, its ranges, its help, and its saved configuration."""

import re
import sys
import tomllib
from functools import partial
from pathlib import Path

import pytest

from skill1.agent.profile import load_profile
from skill1.cli import main
from skill1.config import Skill1Config, values
from skill1.config.configuration import method_sections
from skill1.config.keys import config_keys, config_sections
from skill1.config.load import foreign_note, load_config, load_run_config
from skill1.config.method import _fault_of, declarations
from skill1.config.registry import METHODS, METRICS, PROFILES
from skill1.config.save import config_to_yaml
from skill1.credit.credit import StepFacts
from skill1.credit.rules import DISTILLATION, SELECTION, UTILISATION
from skill1.errors import ConfigError, LibraryError, MissingExtraError, PromptError
from skill1.library.encoder import ENCODERS, HashingEncoder, make_encoder
from skill1.methods import make_recipe, skill1
from skill1.methods.teacher.question import load_prompt
from skill1.run.directory import save_config
from skill1.run.metric_guide import metrics
from skill1.train.border import sound
from skill1.train.preflight import check_before_a_run

PAGE = Path(__file__).parents[2] / "docs" / "how-to" / "add-a-method.md"
MODULE, ENTRY_POINT = re.findall(r"```(?:python|toml)\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
ANNOUNCED = "[skill1.methods]\nmine = mine:Mine\n"


def forget():
    """What was found among the installed packages, so that the next look finds others."""
    for family in (METHODS, UTILISATION, SELECTION, DISTILLATION, ENCODERS, PROFILES, METRICS):
        vars(family).pop("targets", None)
    for found in (declarations, method_sections, config_keys, config_sections, values._adapter, metrics):
        found.cache_clear()
    sys.modules.pop("mine", None)


def install(folder, module=MODULE, announced=ANNOUNCED):
    (folder / "mine.py").write_text(module, encoding="utf-8")
    info = folder / "mine-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: mine\nVersion: 1.0\n", encoding="utf-8")
    (info / "entry_points.txt").write_text(announced, encoding="utf-8")


@pytest.fixture
def site(tmp_path, monkeypatch):
    folder = tmp_path / "site"
    folder.mkdir()
    with monkeypatch.context() as patch:
        patch.syspath_prepend(folder)
        forget()
        yield folder
    forget()


@pytest.fixture
def mine(site):
    install(site)
    return site


def test_its_keys_come_from_the_command_line_and_from_files(mine, tmp_path):
    file = tmp_path / "own.yaml"
    file.write_text("inherits: household/base\nmethod: mine\nmine:\n  depth: 5\n", encoding="utf-8")
    config = load_config(str(file))
    assert (config.method, config.mine.depth, config.skillrl.top_k) == ("mine", 5, 6)
    assert load_config(str(file), ["--mine.depth", "3"]).mine.depth == 3
    assert make_recipe(config).credit.args == (config.credit,)
    assert load_config("household/skill1").mine.depth == 2


def test_the_page_announces_what_is_tested():
    project = tomllib.loads(ENTRY_POINT)["project"]
    assert project["entry-points"] == {"skill1.methods": {"mine": "mine:Mine"}}


@pytest.mark.parametrize("family", [PROFILES, METRICS, SELECTION, ENCODERS], ids=lambda family: family.group)
def test_the_page_names_the_groups_of_what_else_a_package_brings(family):
    assert f"`{family.group}`" in PAGE.read_text(encoding="utf-8")


def test_it_has_no_files_of_its_own_and_begins_from_the_environments(mine, capsys):
    assert main(["train", "--env", "household", "--method", "mine", "--mine.depth", "3", "--dry-run"]) == 0
    printed = capsys.readouterr().out
    assert printed.startswith("method: mine\n") and "\nmine:\n  depth: 3\n" in printed
    assert f"max_steps: {load_config('household/base').env.max_steps}\n" in printed


@pytest.mark.parametrize(
    ("overrides", "message"),
    [
        (["--mine.depth=0"], "mine.depth = 0 cannot be used; expected at least 1"),
        (["--mine.depth=deep"], "`mine.depth` got 'deep'; expected a whole number"),
        (["--mine.dept=1"], "did you mean `mine.depth`?"),
        (["--mine.depth=99"], "mine.depth = 99 cannot be used; expected at most env.max_steps"),
        (["--method=mime"], "expected one of skill1, .*, mine. Did you mean mine?"),
    ],
)
def test_a_slip_is_refused_like_any_other(mine, overrides, message):
    with pytest.raises(ConfigError, match=message.replace("?", r"\?")):
        load_config(None, overrides)


def test_its_keys_are_in_the_help(mine, capsys):
    main(["train", "--help"])
    out = " ".join(capsys.readouterr().out.split())
    assert "configuration, mine: Method mine: GRPO, said otherwise." in out
    assert "--mine.depth V How deep it looks. (a whole number; default: 2)" in out


def test_its_section_and_what_it_does_not_have_are_refused_or_told(mine, capsys):
    words = ["train", "--env", "household", "--dry-run"]
    assert main([*words, "--mine.depth=3"]) == 1
    assert "the method is skill1. Type --method mine, or leave it out." in " ".join(
        capsys.readouterr().err.split()
    )
    assert main([*words, "--method", "mine", "--teacher.kind=policy"]) == 1
    assert "method mine has no teacher" in " ".join(capsys.readouterr().err.split())
    assert main([*words, "--method", "mine", "--library.alpha=0.2"]) == 0
    assert "method mine has no library" in " ".join(capsys.readouterr().err.split())


def test_a_saved_configuration_opens_with_and_without_the_package(mine, tmp_path):
    path = tmp_path / "config.yaml"
    config = load_config(None, ["--mine.depth=7", "--seed=3"])
    save_config(config, path)
    assert load_run_config(path) == config and foreign_note(path) == ""
    (mine / "mine-1.0.dist-info" / "entry_points.txt").unlink()
    forget()
    assert load_run_config(path).seed == 3 and "mine.depth = 7" in foreign_note(path)
    assert "mine" not in config_to_yaml(Skill1Config())


def test_a_run_of_a_method_that_is_not_installed_is_told_what_lacks(mine, tmp_path):
    path = tmp_path / "config.yaml"
    save_config(load_config(None, ["--method=mine"]), path)
    (mine / "mine-1.0.dist-info" / "entry_points.txt").unlink()
    forget()
    with pytest.raises(ConfigError, match="got 'mine'; .* come from an installed package .*skill1.methods"):
        load_run_config(path)


def test_a_method_without_settings_of_its_own_is_enough(site):
    lines = ("from skill1.config.method import Method", "class Mine(Method):", "    made_by = 'builtins:id'")
    install(site, "\n".join(lines), "[skill1.methods]\nmine = mine:Mine\n")
    config = load_config(None, ["--method=mine"])
    assert make_recipe(config) == id(config) and "mine:" not in config_to_yaml(config)


def test_a_method_that_makes_no_recipe_is_refused_before_a_run(site, tmp_path):
    lines = ("from skill1.config.method import Method", "class Mine(Method):", "    made_by = 'mine:make'")
    install(site, "\n".join([*lines, "def make(config):", "    pass"]), ANNOUNCED)
    with pytest.raises(ConfigError, match="method mine makes a NoneType; expected a skill1.agent.player.Recipe"):
        check_before_a_run(load_config(None, ["--method=mine"]), tmp_path)


HEAD = """
from dataclasses import dataclass, field
from typing import ClassVar, Literal
from skill1.config.method import Method
from skill1.config.values import Positive
from skill1.methods.skillrl.settings import SkillRLConfig
"""
CLASS = "@dataclass(frozen=True)\nclass Mine(Method):\n    "
MADE = "    made_by = 'builtins:id'\n"


def test_settings_without_a_docstring_and_inherited_ones_are_in_the_help(site, capsys):
    fields = "depth: Positive = 2\n    known: ClassVar[int] = 1\n    kind: Literal['a', 'b'] | None = None\n"
    install(site, HEAD + CLASS.replace("Method)", "SkillRLConfig)") + fields)
    assert main(["train", "--help"]) == 0
    out = " ".join(capsys.readouterr().out.split())
    assert "--mine.depth V (a whole number; default: 2)" in out and "--mine.top_k V " in out


def test_a_class_with_slots_is_as_good_as_one_without(site, capsys):
    install(site, HEAD + CLASS.replace("frozen=True", "frozen=True, slots=True") + "depth: Positive = 2\n" + MADE)
    assert load_config(None, ["--method=mine"]).mine.depth == 2
    assert load_config(None, ["--method=mine", "--mine.depth=3"]).mine.depth == 3
    assert main(["train", "--help"]) == 0
    assert "--mine.depth V (a whole number; default: 2)" in " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize(
    ("module", "message"),
    [
        (CLASS + "depth: int", "has the field depth without a plain default"),
        (CLASS + "names: list = field(default_factory=list)", "has the field names without a plain default"),
        (CLASS + "size: Literal[1, 2] = 1", "has the field size .*of a type that no setting has"),
        (
            CLASS + "depth: Positive = 0",
            "mine.depth = 0 .its default in mine. cannot be used; expected at least 1",
        ),
        (CLASS + "on: bool = None", "`mine.on` .its default in mine. got null; expected true or false"),
        (CLASS + "depth: int = 2", "has no recipe of its own, and made_by = ''; expected made_by"),
        (CLASS + "made_by = 'mine.make'", "made_by = 'mine.make'; expected made_by = 'module:function'"),
    ],
)
def test_settings_that_cannot_be_are_refused_with_what_is_wrong(site, module, message):
    install(site, HEAD + module + "\n")
    with pytest.raises(ConfigError, match=message):
        load_config(None)


@pytest.mark.parametrize("name", METHODS.built_in)
def test_what_is_asked_of_a_packages_method_holds_for_ours(name):
    assert _fault_of(name, METHODS.load(name)) == ""


def test_names_that_are_taken_stay_what_they_are(site):
    install(site, announced=ANNOUNCED.replace("mine = ", "skillrl = "))
    assert load_config(None, ["--method=skillrl"]).skillrl.top_k == 6


@pytest.mark.parametrize(
    ("module", "announced", "message"),
    [
        (
            MODULE,
            ANNOUNCED.replace("mine =", "train ="),
            "announces settings named train, a section of skill1's own",
        ),
        (
            "import nonsense_that_is_not_there\n",
            ANNOUNCED,
            "'mine' of skill1.methods is mine:Mine.*No module named",
        ),
        ("Mine = 3\n", ANNOUNCED, "method 'mine' is 3; expected a class derived from"),
    ],
)
def test_a_package_that_cannot_be_used_is_named(site, module, announced, message):
    install(site, module, announced)
    with pytest.raises(ConfigError, match=message):
        load_config(None)


def test_a_name_that_no_package_brings_is_refused_with_the_nearest():
    with pytest.raises(ConfigError, match="there is no 'skilrl' in skill1.methods. Did you mean 'skillrl'"):
        METHODS.load("skilrl")


def test_a_package_brings_a_credit_rule(site):
    install(site, "def luck(facts, config):\n    return []\n", "[skill1.credit.selection]\nluck = mine:luck\n")
    assert SELECTION.load(load_config(None, ["--credit.selection=luck"]).credit.selection)(None, None) == []
    with pytest.raises(
        ConfigError, match="expected one of ndcg, .*, trend, matched, uplift, none, luck. Did you mean luck"
    ):
        load_config(None, ["--credit.selection=luc"])


@pytest.mark.parametrize(
    ("key", "rule", "message"),
    [
        (
            "utilisation",
            "def odd(facts, config): ...",
            "is a function; expected a skill1.credit.rules.Utilisation",
        ),
        ("selection", "odd = 3", "is a int; expected a function of facts and config"),
        ("distillation", "odd = None", "is a NoneType; expected a function of facts and config"),
    ],
)
def test_what_cannot_be_a_credit_rule_is_refused_before_a_run(site, tmp_path, key, rule, message):
    install(site, f"{rule}\n", f"[skill1.credit.{key}]\nodd = mine:odd\n")
    config = load_config(
        "household/skill1", [f"--credit.{key}=odd", "--model.path=tiny", "--agent.profile=compact"]
    )
    with pytest.raises(ConfigError, match=f"'odd' of skill1.credit.{key} {message}"):
        check_before_a_run(config, tmp_path / "run")


def test_credit_of_a_rule_may_be_in_tuples_or_lists(site):
    body = (
        "def pick(facts, config):\n    return ()\n\n\ndef written(facts, config):\n    return [(), facts.buffer]\n"
    )
    install(
        site,
        body,
        "[skill1.credit.selection]\nodd = mine:pick\n[skill1.credit.distillation]\nodd = mine:written\n",
    )
    config = load_config(None, ["--credit.selection=odd", "--credit.distillation=odd"])
    facts = StepFacts((), 1, object(), {}, ())
    assert sound(partial(skill1.credit, config.credit), facts, "skill1") == ([], ())


LOWER = "from skill1.library.encoder import HashingEncoder\n\n\nclass Lower(HashingEncoder):\n    name = 'lower'\n"


def test_a_package_brings_an_encoder(site):
    install(site, LOWER, "[skill1.encoders]\nlower = mine:Lower\n")
    assert make_encoder("lower").encode(["a word"]).shape == (1, HashingEncoder.dimensions)


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("    name = 'other'", "calls itself 'other'; expected name = 'lower'"),
        (
            "    def encode(self, texts):\n        return super().encode(texts)[:, :3]",
            r"encode\(\) gave \[2, 3\], .*; expected \[2, 1024\]",
        ),
        (
            "    def encode(self, texts):\n        return super().encode(texts) * float('nan')",
            "rows of length nan",
        ),
        ("    def encode(self, texts):\n        return super().encode(texts) * 7", "rows of length 7 to 7;"),
    ],
)
def test_an_encoder_whose_rows_cannot_be_searched_is_refused(site, body, message):
    install(site, f"{LOWER}{body}\n", "[skill1.encoders]\nlower = mine:Lower\n")
    with pytest.raises(LibraryError, match=message):
        make_encoder("lower").encode(["a word", "another"])


def test_an_encoder_whose_package_is_gone_is_told_where_it_came_from(site, monkeypatch):
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(MissingExtraError, match="'lower', which no installed package brings"):
        make_encoder("lower").encode(["a word"])


def test_a_package_brings_a_profile_and_a_metric(site):
    lines = (
        "from skill1.agent.peers import Style",
        "from skill1.run.metric_guide import Metric",
        "STYLE, METRICS = Style(), (Metric(('mine/luck',), 'How often it was luck.'),)",
    )
    install(site, "\n".join(lines), "[skill1.profiles]\nown = mine:STYLE\n[skill1.metrics]\nmine = mine:METRICS\n")
    asked = load_profile(load_config(None, ["--agent.profile=own"]).agent.profile)
    assert asked.prompt_hashes() == load_profile("generic").prompt_hashes()
    assert any("mine/luck" in metric.keys for listed in metrics().values() for metric in listed)


def test_prompts_of_a_single_module_are_refused_with_what_to_do(mine):
    with pytest.raises(PromptError, match="method mine has no prompts: .* mine is in no package. Make it one"):
        load_prompt("mine/ask", {}, None)


def test_prompts_lie_beside_a_class_in_the_init_of_its_package(mine):
    """It was told that it is in no package."""
    (mine / "mine" / "prompts").mkdir(parents=True)
    (mine / "mine.py").rename(mine / "mine" / "__init__.py")
    (mine / "mine" / "prompts" / "ask.txt").write_text("Answer with {form}", encoding="utf-8")
    assert load_prompt("mine/ask", {}, None).fill({"form": "JSON"}.__getitem__) == "Answer with JSON"


def test_a_profile_of_a_single_module_is_told_where_its_files_lie(site):
    lines = "from skill1.agent.peers import Style\nSTYLE = Style('mine', {'act': 'act.txt'})\n"
    install(site, lines, "[skill1.profiles]\nown = mine:STYLE\n")
    with pytest.raises(PromptError, match="the package mine has no file prompts/act.txt. If it is yours, add it"):
        load_profile("own")
