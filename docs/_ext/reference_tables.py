"""Reference tables made from the code: configuration keys, command line, metrics, alarms, verl's settings, packages.

Each function returns Markdown. They import from skill1 only what they show, so that a rename is mended in one place.
"""

from __future__ import annotations

import argparse
import dataclasses
import importlib
import inspect
import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
PAGE = re.compile(r"\bdocs/([\w/-]+)\.md(#[\w-]+)?")
ROLE = re.compile(r":\w+:`~?([^`]+)`")
REQUIREMENT = re.compile(r'^\s+"([\w-]+)[^"]*",\s+# (.+)$')


def cell(value: object) -> str:
    """Text for a table cell: one line, bars escaped, and no tag outside of code that Markdown would take for HTML."""
    text = " ".join(str(value).replace("``", "`").split()).replace("|", "\\|")
    text = PAGE.sub(r"[\1](../\1.md\2)", text)
    parts = text.split("`")
    if len(parts) % 2 == 0:  # a lone backtick opens no code
        return text.replace("<", "&lt;")
    return "`".join(part if index % 2 else part.replace("<", "&lt;") for index, part in enumerate(parts))


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A table; every row has as many cells as the head."""
    lines = [list(head), ["---"] * len(head), *([cell(value) for value in row] for row in rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines) + "\n"


def code(value: object) -> str:
    """A value as inline code."""
    return f"`{value}`"


def configuration() -> str:
    """Every key of the configuration by section, with its type, default and meaning."""
    from skill1.config.keys import config_keys, config_sections

    rows: dict[str, list[list[str]]] = {"": [], **{name: [] for name in config_sections()}}
    for key in config_keys().values():
        section = key.name.rpartition(".")[0].partition(".")[0]
        rows[section].append([code(key.name), key.expected, code(shown(key.default)), key.doc])
    parts = [f"## The run\n\n{table(('key', 'value', 'default', 'meaning'), rows.pop(''))}"]
    for name, cls in config_sections().items():
        about = cell(inspect.getdoc(cls) or "")
        parts.append(f"## {name}\n\n{about}\n\n{table(('key', 'value', 'default', 'meaning'), rows[name])}")
    return "\n".join(parts)


def shown(default: object) -> str:
    """A default as YAML writes it."""
    words = {None: "null", True: "true", False: "false", "": '""'}
    return (
        words[default] if default is None or default is True or default is False or default == "" else str(default)
    )


def commands() -> str:
    """Every command with its usage, arguments and options, without the configuration keys that all of them take."""
    from skill1.cli import COMMANDS
    from skill1.cli.arguments import CommandParser

    parts = []
    for name, command in COMMANDS.items():
        parser = CommandParser(prog=f"skill1 {name}")
        getattr(importlib.import_module(command.module), f"configure_{name}")(parser)
        parts.append(f"## skill1 {name}\n\n{cell(command.summary.capitalize())}.\n\n{of_parser(parser, 3)}")
    return "\n".join(parts)


def of_parser(parser: Any, level: int) -> str:
    """Usage and options of a parser, then its subcommands one heading lower."""
    own = set(getattr(parser, "help_only", ()))
    actions = [
        action for action in parser._actions if not own & {name.lstrip("-") for name in action.option_strings}
    ]
    actions = [action for action in actions if "-h" not in action.option_strings]
    subcommands = next((action for action in actions if isinstance(action, argparse._SubParsersAction)), None)
    rows = [row_of(parser, action) for action in actions if action is not subcommands]
    usage = argparse.ArgumentParser(prog=parser.prog, add_help=False)
    usage._actions = actions
    parts = [f"```text\n{usage.format_usage().removeprefix('usage: ').rstrip()}\n```\n"]
    parts += [table(("option", "meaning"), rows)] if rows else []
    parts += [f"{cell(parser.epilog)}\n"] if parser.epilog else []
    helps = {choice.dest: choice.help for choice in subcommands._choices_actions} if subcommands else {}
    for name, inner in (subcommands.choices if subcommands else {}).items():
        summary = f"{cell(helps[name].capitalize())}.\n\n" if helps.get(name) else ""
        parts.append(f"{'#' * level} {parser.prog} {name}\n\n{summary}{of_parser(inner, level + 1)}")
    return "\n".join(parts)


def row_of(parser: argparse.ArgumentParser, action: argparse.Action) -> tuple[str, str]:
    """(names and value, help with its default) of an option or argument."""
    formatter = parser._get_formatter()
    value = "" if action.nargs == 0 else formatter._format_args(action, action.dest.upper())
    names = ", ".join(action.option_strings)
    text = formatter._expand_help(action) if action.help else ""
    has_default = action.default not in (None, False, argparse.SUPPRESS, "", [], ()) and "default" not in text
    return code(f"{names} {value}".strip()), f"{text} (default: {code(action.default)})" if has_default else text


def metrics() -> str:
    """Every metric, with what it means and what to watch."""
    from skill1.run import metric_guide

    parts = []
    for title, listed in metric_guide.metrics().items():
        rows = [(" ".join(map(code, metric.keys)), metric.meaning, metric.watch) for metric in listed]
        parts.append(f"## {title}\n\n{table(('key', 'meaning', 'what to watch'), rows)}")
    return "\n".join(parts)


def alarms() -> str:
    """Every rule of ``skill1 health``."""
    from skill1.run.health_rules import DUPLICATES, RULES

    rows = []
    for rule in (*RULES, DUPLICATES):
        knobs = "; ".join(f"{code(key.replace('{stage}', '<stage>'))}: {advice}" for key, advice in rule.knobs)
        watched = " ".join(map(code, rule.metrics))
        rows.append((f"**{rule.name}**: {rule.explanation}", f"{watched} {rule.expected}", knobs))
    return table(("alarm", "raised unless", "what to change"), rows)


def verl_settings() -> str:
    """What skill1 sets in verl's configuration for ``alfworld/cluster``; paths decided alike share a row."""
    import yaml

    from skill1.config.load import load_config
    from skill1.train.verl.settings import ABSENT, SETTINGS

    config = load_config("alfworld/cluster")
    rows: dict[tuple[str, str], list[str]] = {}
    for setting in SETTINGS:
        value = setting.value(config, ROOT / "RUN")
        text = "(not set)" if value is ABSENT else yaml.safe_dump(value, default_flow_style=True).split("\n...")[0]
        decided = setting.decided_by if " " in setting.decided_by else code(setting.decided_by)
        rows.setdefault((decided, text.strip().replace(f"{ROOT}/", "")), []).append(code(setting.path))
    head = ("path in verl", "decided by", "value")
    return table(head, ((", ".join(paths), by, value) for (by, value), paths in rows.items()))


def requirements(lines: Iterable[str]) -> Iterator[tuple[str, str, str]]:
    """(extra or empty, package, what it is for) of every commented requirement in pyproject.toml."""
    extra = ""
    for line in lines:
        if line.startswith("[tool."):  # comments there are not on packages
            return
        if opened := re.match(r"([\w-]+) = \[$", line):
            extra = "" if opened[1] == "dependencies" else opened[1]
        elif found := REQUIREMENT.match(line):
            yield extra, found[1].lower(), found[2]


def dependencies() -> str:
    """The packages of the base install and of every extra, from the comments in pyproject.toml."""
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    listed = list(requirements(text.splitlines()))
    base = [(code(package), reason) for extra, package, reason in listed if not extra]
    extras = [(code(extra), code(package), reason) for extra, package, reason in listed if extra]
    (everything,) = tomllib.loads(text)["project"]["optional-dependencies"]["all"]
    return "\n".join(
        (
            f"## Always installed; no torch\n\n{table(('package', 'what it is for'), base)}",
            f"## Extras\n\n{table(('extra', 'package', 'what it is for'), extras)}",
            f"`all` is {code(everything)}.\n",
        )
    )


def python() -> str:
    """The public names of the package with their signatures and docstrings."""
    import skill1

    parts = []
    for name in sorted(set(skill1.__all__) - {"__version__"}):
        target = getattr(skill1, name)
        # The package `evaluate` can be called; what is called, and documented, is in the module below it.
        if isinstance(target, ModuleType):
            target = importlib.import_module(f"{target.__name__}.evaluation").evaluate
        parts.append(f"## {name}\n\n{described(name, target)}")
        if name == "Library":
            rows = [
                (code(f"{method}{signature(value)}"), first_line(value))
                for method, value in public_methods(target)
            ]
            parts.append(table(("method", "what it does"), rows))
    return "\n".join(parts)


def described(name: str, target: Any) -> str:
    """Signature and docstring; the fields of a dataclass are configuration keys, which have a page of their own."""
    call = "" if dataclasses.is_dataclass(target) else f"```python\n{name}{signature(target)}\n```\n\n"
    text = ROLE.sub(r"\1", inspect.getdoc(target) or "")
    return f"{call}```text\n{text}\n```\n"


def signature(target: Any) -> str:
    """Parameters and their defaults, without annotations, which are long."""
    parameters = [
        p.replace(annotation=p.empty) for p in inspect.signature(target).parameters.values() if p.name != "self"
    ]
    return str(inspect.Signature(parameters))


def first_line(target: Any) -> str:
    """What a docstring begins with."""
    return ROLE.sub(r"`\1`", (inspect.getdoc(target) or "").partition("\n\n")[0])


def public_methods(cls: type) -> list[tuple[str, Any]]:
    """Documented methods that are no implementation detail, in the order of their names."""
    return [
        (name, getattr(cls, name))
        for name, value in inspect.getmembers(cls)
        if not name.startswith("_") and inspect.isroutine(value) and inspect.getdoc(value)
    ]


GENERATORS: Mapping[str, Callable[[], str]] = {
    "configuration": configuration,
    "commands": commands,
    "metrics": metrics,
    "alarms": alarms,
    "verl-settings": verl_settings,
    "dependencies": dependencies,
    "python": python,
}
