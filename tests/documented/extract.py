"""Every command that the repository tells somebody to type: where it stands, and whether it is a line of its own."""

import ast
import re
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGES = ("README.md", "CONTRIBUTING.md", "docs/**/*.md", "launch_scripts/*.md", "envs/**/*.md", "data/**/*.md")
SCRIPTS = ("launch_scripts/**/*.sh", ".ci/run")
CONFIGS = ("configs/**/*.yaml",)
MODULES = ("bench/*.py", "examples/*.py", "data/**/*.py", "tests/golden/prompts/*.py")
FENCE = re.compile(r"^([ ]*)```(\{\w+\}|\w*)[^\n]*\n(.*?)^\1```", re.MULTILINE | re.DOTALL)
SHELLS = ("", "bash", "sh", "console", "shell")
PYTHON = "Python: "
INLINE = re.compile(r"``?([^`]+?)``?")
PROGRAMS = (
    "skill1 python bash pip conda source export ray hf inspect tail curl df ulimit tensorboard wandb swanlab "
    ".venv/bin/python"
)
NAMES = "|".join(map(re.escape, PROGRAMS.split()))
STARTS = re.compile(rf"(?:[A-Z_0-9]+=\S* )*(?:{NAMES}|[\w/.]+\.sh)(?: |$)")


@dataclass(frozen=True)
class Found:
    """One command as it is written, comment taken away; ``is_line``: on a line of its own, to be copied as it stands.

    ``body``: of a block of Python, whose ``text`` is "Python: " and its first line.
    """

    text: str
    file: str
    line: int
    is_line: bool
    body: str = ""

    @property
    def where(self):
        return f"{self.file}:{self.line}"


def without_comment(line):
    """A shell line without its comment; a # inside quotes or a word is none."""
    quote = ""
    for index, char in enumerate(line):
        if quote:
            quote = "" if char == quote else quote
        elif char in "'\"":
            quote = char
        elif char == "#" and (index == 0 or line[index - 1].isspace()):
            return line[:index].rstrip()
    return line.strip()


def joined(lines, first):
    """(number, command) of a block's lines, those that end in a backslash put together with the next."""
    number, held = first, ""
    for offset, line in enumerate(lines):
        number = number if held else first + offset
        held += line.strip().removeprefix("$ ")
        if held.endswith("\\"):
            held = held[:-1]
            continue
        if command := re.sub(r" {2,}", " ", without_comment(held)):
            yield number, command
        held = ""


def is_command(text):
    return bool(STARTS.match(text)) and len(text.split()) > 1


def of_block(body, first, file):
    """A block is one of commands if its first line is one; where lines begin with a prompt, the others are answers."""
    lines = body.splitlines()
    if any(line.startswith("$ ") for line in lines):
        lines = [line if line.startswith("$ ") else "" for line in lines]
    found = [Found(command, file, number, True) for number, command in joined(lines, first)]
    yield from found if found and is_command(found[0].text) else ()


def blocks_without_commands():
    """The page of each block without a language that is no block of commands."""
    for pattern in PAGES:
        for path in sorted(ROOT.glob(pattern)):
            file = path.relative_to(ROOT).as_posix()
            for match in FENCE.finditer(path.read_text(encoding="utf-8")):
                if match[2] in SHELLS and not list(of_block(match[3], 1, file)):
                    yield file


def of_prose(text, file, offset=0):
    for match in INLINE.finditer(text):
        command = re.sub(r"\s+", " ", match[1]).strip()
        if is_command(command):
            yield Found(command, file, offset + text.count("\n", 0, match.start()) + 1, False)


def of_page(path, file):
    text = path.read_text(encoding="utf-8")
    for match in FENCE.finditer(text):
        first = text.count("\n", 0, match.start(3)) + 1
        if match[2] in SHELLS:
            yield from of_block(match[3], first, file)
        elif match[2] == "python":
            yield Found(f"{PYTHON}{match[3].partition(chr(10))[0]}", file, first, True, match[3])
    prose = FENCE.sub(lambda match: "\n" * match[0].count("\n"), text)
    for number, line in enumerate(prose.splitlines(), 1):
        if line.startswith("    ") and is_command(line.strip()):
            yield from of_block(line, number, file)
    yield from of_prose(prose, file)


def of_comments(path, file):
    """Comments of a script or a configuration: indented ones are lines; those in backticks or after a colon prose."""
    numbered = list(enumerate(path.read_text(encoding="utf-8").splitlines(), 1))
    for number, line in numbered:
        if (match := re.match(r"# {2,}(.*)", line)) and is_command(match[1]):
            yield Found(re.sub(r" {2,}.*", "", match[1]), file, number, True)
        elif number == 2 and (match := re.match(r"# ([\w/]+\.sh .*?):", line)):
            yield Found(match[1], file, number, False)
        elif match := re.match(r"# (.*)", line):
            bare = re.sub(r"`[^`]*`", "", match[1])
            if (found := re.search(r"(?:^|[.:] )((?:skill1|python|bash) .*)", bare)) and is_command(found[1]):
                yield Found(found[1].rstrip("."), file, number, False)
    text = "\n".join(re.sub(r"^# ?", "", line) if line.startswith("#") else "" for _, line in numbered)
    yield from of_prose(text, file)


def of_docstring(path, file):
    """The module's docstring: what stands indented is a line, the rest is prose."""
    text = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")), clean=True) or ""
    lines = text.splitlines()
    indented = "\n".join(line if line.startswith("    ") else "" for line in lines)
    yield from (found for found in of_block(indented, 1, file) if is_command(found.text))
    yield from of_prose("\n".join("" if line.startswith("    ") else line for line in lines), file)
    for number, line in enumerate(lines, 1):
        if not line.startswith("    ") and (match := re.search(r": (python \S.*?)\.?$", line)):
            yield Found(match[1], file, number, False)


READERS = ((PAGES, of_page), (SCRIPTS, of_comments), (CONFIGS, of_comments), (MODULES, of_docstring))


def commands():
    """All of them, file by file, in the order in which a reader meets them."""
    for patterns, reader in READERS:
        for pattern in patterns:
            for path in sorted(ROOT.glob(pattern)):
                file = path.relative_to(ROOT).as_posix()
                yield from sorted(reader(path, file), key=lambda found: found.line)
