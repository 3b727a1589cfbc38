"""Come from another project: each command of ours resolves its configuration, each setting takes the value shown."""

import re
import shlex

import pytest

from skill1.cli import main
from skill1.cli.arguments import chosen_config
from skill1.config.load import load_config
from skill1.config.save import config_to_dict
from tests.docs.test_commands import INLINE, ROOT, parse

DOCUMENT = (ROOT / "docs" / "how-to" / "come-from-another-project.md").read_text(encoding="utf-8")
SOURCES = ("verl-agent", "SkillRL", "the paper's code", "Skill-Pro", "the PyPI package", "the Rust edition")
WITH_CONFIGURATION = ("train", "sft", "collect", "distill", "demos", "eval")
OF_COMMANDS = ("--method", "--env", "--run-dir")  # no keys of the configuration


def rows(section=""):
    """(there, here) of each table row."""
    text = DOCUMENT.partition(section)[2].partition("\n## ")[0] if section else DOCUMENT
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("|") and len(cells) == 2 and cells not in (["there", "here"], ["---", "---"]):
            yield cells


def ours():
    """Inline code of the right column and of the prose."""
    yield from (code for _, here in rows() for code in INLINE.findall(here))
    yield from (code for line in DOCUMENT.splitlines() if line[:1] != "|" for code in INLINE.findall(line))


COMMAND_LINES = sorted({code for code in ours() if code.startswith("skill1 ") and code != "skill1 train"})
SETTINGS = sorted({code for _, here in rows() for code in INLINE.findall(here) if re.match(r"--\S+ \S", code)})


def resolved(words):
    """The configuration of a command that has one; the command line is checked as strictly as when it runs."""
    arguments, overrides = parse(words)
    if words[0] in WITH_CONFIGURATION and (arguments.config or arguments.env):
        return chosen_config(arguments, overrides)
    return None


@pytest.mark.parametrize("line", COMMAND_LINES)
def test_command(line, capsys):
    words = shlex.split(line)[1:]
    if words[0] == "train":
        assert main([*words, "--dry-run"]) == 0, capsys.readouterr().err
        assert capsys.readouterr().out.startswith("method: ")
        return
    config = resolved(words)
    assert config is None or config.method


@pytest.mark.parametrize("setting", SETTINGS)
def test_setting(setting):
    words = shlex.split(setting)
    pairs = list(zip(words[::2], words[1::2], strict=True))
    if words[0] in OF_COMMANDS:
        assert resolved(["train", *([] if "--env" in words else ["--env", "alfworld"]), *words])
        return
    config = load_config("alfworld/skill1", words)
    for name, value in pairs:
        found = config_to_dict(config)
        for part in name[2:].split("."):
            found = found[part]
        assert found in (value, value == "true") or float(found) == float(value), setting


def test_every_source_has_a_table():
    for source in SOURCES:
        assert len(list(rows(f"## From {source}"))) >= 5, source


def test_every_row_says_what_to_do():
    for there, here in rows():
        assert there and here, there
        assert here.startswith("–") or INLINE.search(here) or "the same" in here or "not needed" in here, there


def test_most_lines_are_found():
    assert len(COMMAND_LINES) > 30
    assert len(SETTINGS) > 30
