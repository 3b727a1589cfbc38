"""Prints every documented command with how it is tested, as Markdown: python tests/documented/table.py [--counts]."""

import sys
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.documented.extract import commands
from tests.documented.manifest import RULES
from tests.documented.rules import HOWS


def rows():
    """(command, places, rule) in the order in which a reader meets them."""
    places = {}
    for found in commands():
        places.setdefault(found.text, []).append(found.where)
    for text, where in places.items():
        (rule,) = [rule for rule in RULES if rule.matches(text)]
        yield text, where, rule


def code(text):
    return f"`{text.replace('|', chr(92) + '|')}`"


def cell(text, rule):
    """What is typed where that is not the text itself, when, and why."""
    parts = [code(rule.typed(text))] if rule.is_run and rule.typed(text) != text else []
    parts += [f"after {code(rule.before)}"] if rule.before else []
    parts += [f"exit code {rule.code}"] if rule.code else []
    parts += [f"if `{rule.needs}` is installed"] if rule.needs else []
    parts += ["until Ctrl-C; its page is asked for"] if rule.serves else []
    parts += ["only with `test.sh --commands`"] if rule.is_slow else []
    return "; ".join(parts + [rule.reason] if rule.reason else parts)


def table():
    yield "| command | where | how tested | what is typed, and why |"
    yield "|---|---|---|---|"
    for text, where, rule in rows():
        yield f"| {code(text)} | {', '.join(where)} | {rule.how} | {cell(text, rule)} |"


def counts():
    """How many commands are tested in each way, and at how many places they stand."""
    found = list(rows())
    commands, places = Counter(), Counter()
    for _, where, rule in found:
        commands[rule.how] += 1
        places[rule.how] += len(where)
    yield "| how tested | commands | places |"
    yield "|---|---|---|"
    yield from (f"| {how} | {commands[how]} | {places[how]} |" for how in HOWS if commands[how])
    yield f"| all | {len(found)} | {sum(places.values())} |"


if __name__ == "__main__":
    sys.stdout.write("\n".join(counts() if "--counts" in sys.argv else table()) + "\n")
