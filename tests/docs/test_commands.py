"""Every command and every piece of Python in the documents can be typed: options parse, names exist, examples run."""

import ast
import importlib
import re
import shlex
from pathlib import Path

import pytest

import skill1
from skill1.cli import COMMANDS
from skill1.cli.arguments import CommandParser, UsageError, split_overrides
from skill1.config.files import find_config
from skill1.config.load import load_config, parse_overrides
from skill1.env.registry import suite_target
from skill1.recipes.worlds import world_of

ROOT = Path(__file__).resolve().parents[2]
OF_ENVIRONMENTS = (ROOT / "envs" / "skill1_envs").glob("*/README.md")
DOCUMENTS = sorted(
    [ROOT / "README.md", *(ROOT / "docs").rglob("*.md"), ROOT / "launch_scripts" / "README.md", *OF_ENVIRONMENTS]
)
FENCE = re.compile(r"^```(\w*|\{\w+\}[^\n]*)\n(.*?)^```", re.MULTILINE | re.DOTALL)  # {toctree}: for the site
INLINE = re.compile(r"`([^`\n]+)`")
PLACEHOLDER = re.compile(r"[A-Z]+|mine|mine\.yaml")  # configurations and environments a reader makes up


def fenced(path, language):
    return [body for name, body in FENCE.findall(path.read_text(encoding="utf-8")) if name == language]


def shell_lines(path):
    """(command line, whether it stands alone in a block) of a document."""
    for block in fenced(path, ""):
        yield from ((line, True) for line in block.splitlines())
    prose = FENCE.sub("", path.read_text(encoding="utf-8"))
    yield from ((code, False) for code in INLINE.findall(prose))


def skill1_commands():
    for path in DOCUMENTS:
        for line, is_whole in shell_lines(path):
            for part in re.split(r"&&|\|", line) if "skill1 " in line else ():
                words = shlex.split(part, comments=True)
                if words[:1] == ["skill1"] and len(words) > 1:
                    yield pytest.param(words[1:], is_whole, id=f"{path.stem}: {' '.join(words)}")


def parse(words):
    """Arguments and configuration keys, as the command line reads them before a command runs."""
    name = words[0]
    assert name in COMMANDS, f"there is no command {name}"
    module = importlib.import_module(COMMANDS[name].module)
    parser = CommandParser(prog=f"skill1 {name}")
    getattr(module, f"configure_{name}")(parser)
    own, overrides = split_overrides(words[1:], parser.plain_option_names())
    parse_overrides(overrides)
    return parser.parse_strictly(own), overrides


@pytest.mark.parametrize(("words", "is_whole"), list(skill1_commands()))
def test_command_parses(words, is_whole, monkeypatch):
    monkeypatch.chdir(ROOT)  # where the documents say to type them
    if words[0].startswith("-"):
        return  # skill1 --help, --version
    try:
        arguments, _ = parse(words)
    except UsageError as error:  # prose may mention a command without what it needs
        assert not is_whole and "required" in str(error), error
        return
    except SystemExit as finished:  # --help
        assert finished.code == 0
        return
    config, env = getattr(arguments, "config", None), getattr(arguments, "env", None)
    if config and not PLACEHOLDER.fullmatch(config):
        find_config(config)
    if env and not PLACEHOLDER.fullmatch(env):
        for name in env.split(","):
            suite_target(name)


def test_commands_were_found():
    assert len(list(skill1_commands())) > 40


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_scripts_exist(path):
    for line, _ in shell_lines(path):
        for script in re.findall(r"bash (\S+)", line):
            assert (ROOT / script).is_file(), f"{path.name}: {line}"


OF_CLIENTS = ("openenv",)


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_python_compiles_and_public_names_exist(path):
    for source in fenced(path, "python"):
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.ImportFrom):
                if node.module.startswith(OF_CLIENTS):  # tests of clients have them in environments of their own
                    continue
                module = importlib.import_module(node.module)
                public = skill1.__all__ if node.module == "skill1" else dir(module)
                assert {alias.name for alias in node.names} <= set(public)


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_yaml_examples_load(path, tmp_path):
    for number, text in enumerate(fenced(path, "yaml")):
        file = tmp_path / f"{number}.yaml"
        file.write_text(text, encoding="utf-8")
        assert load_config(str(file)).env.name


def test_every_command_is_mentioned():
    documents = "".join(path.read_text(encoding="utf-8") for path in DOCUMENTS)
    assert [command for command in COMMANDS if f"skill1 {command}" not in documents] == []


def test_configurations_named_in_prose_exist():
    folders = "|".join(sorted(path.name for path in (ROOT / "configs").iterdir() if path.is_dir()))
    name = re.compile(rf"((?:{folders})(?:/[a-z_0-9]+)+)")
    for path in DOCUMENTS:
        for code in INLINE.findall(path.read_text(encoding="utf-8")):
            if found := name.fullmatch(code):
                assert find_config(found[1]), found[1]


def folders_left():
    """(folder or run directory, what makes it there) of the documents' commands, each of which refuses another's."""
    yield f"runs/{world_of('alfworld', 'smollm2-135m').games_folder}", "skill1 quickstart"
    for path in DOCUMENTS:
        for source in fenced(path, "python"):
            runs = re.findall(r'Trainer\(config, "([^"]+)"\)', source)
            yield from zip(runs, re.findall(r'load_config\("([^"]+)"', source), strict=False)
        for line, _ in shell_lines(path):
            if made := re.match(r"skill1 train .*--config (\S+).* --run-dir (\S+)", line):
                yield made[2], made[1]
            elif made := re.match(r"skill1 library export (\S+) (\S+) --format skill-md", line):
                yield made[2], made[1]
            elif made := re.match(r"skill1 (?:retriever build|envs make-games) \S+ (\S+)", line):
                yield made[1], "" if made[1] == "OUT" else line


def test_no_command_is_refused_for_what_another_page_left():
    makers = {}
    for folder, maker in folders_left():
        makers.setdefault(folder, set()).add(maker)
    assert len(makers) > 8
    assert {folder: found for folder, found in makers.items() if len(found) > 1} == {}


def test_the_page_about_validation_gives_the_figures_of_each_environment():
    page = (ROOT / "docs" / "how-to" / "evaluate.md").read_text(encoding="utf-8")
    assert "(64; WebShop: 128)" in page and "(greedy; ALFWorld and WebShop: 0.4)" in page
    settings = {env: load_config(f"{env}/skill1").train for env in ("household", "alfworld", "webshop")}
    assert [train.validate_tasks for train in settings.values()] == [64, 64, 128]
    assert [train.validate_temperature for train in settings.values()] == [0, 0.4, 0.4]
