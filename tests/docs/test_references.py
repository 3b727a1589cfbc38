"""What the documents point at exists: functions, tests, keys, files, sections; every method has its section."""

import ast
import functools
import re

import pytest

from skill1.config.keys import config_keys, config_sections
from skill1.methods import METHODS
from tests.docs.test_commands import DOCUMENTS, ROOT

LONGEST_DOCUMENT = 260
LONGEST_RECIPE = 200  # lines of a method's module
METHODS_PAGE = (ROOT / "docs" / "reference" / "methods.md").read_text(encoding="utf-8")
ENVIRONMENTS = ("household", "alfworld", "webshop")  # that each method's section names
MOST_WORDS_OF_THE_README, MOST_WORDS_OF_DOCS = 1000, 22_000
NOT_IN_A_CLONE = {"data/cache", "skill1/methods/mine.py"}
FUNCTION = re.compile(r"`(?:skill1\.)?([a-z_0-9]+(?:\.[a-z_0-9]+)*):([A-Za-z_0-9.]+)`")
TEST = re.compile(r"`(?:tests/(?:\w+/)*)?(test_\w+\.py)::(test_\w+)`")
LINK = re.compile(r"\]\(([^)\s]+)\)")
SOURCES = ("skill1", "envs", "configs", "launch_scripts", "bench", "examples", "tests", ".ci")
SOURCE_KINDS = (".py", ".sh", ".yaml", ".md", "")
MENTION = re.compile(r"(?<![\w/.])docs/([\w./-]+\.(?:md|ipynb|bib))(?:#([\w-]+))?")
PLACES = re.compile(r"`((?:tests|docs|configs|bench|data|launch_scripts|examples|skill1|envs)/[\w./-]+)`")
SECTIONS = "|".join(config_sections())
KEY = re.compile(rf"`(?:--)?((?:{SECTIONS})\.[a-z_]+)(?:[: =][^`]*)?`")


def short(path):
    return path.relative_to(ROOT).as_posix()


def prose(path):
    return path.read_text(encoding="utf-8")


@functools.cache
def names_in(path):
    """Functions, classes and methods (``Class.method``) of a file."""
    names = set()
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            names.add(node.name)
        if isinstance(node, ast.ClassDef):
            inner = (n for n in node.body if isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef))
            names |= {f"{node.name}.{method.name}" for method in inner}
    return names


@pytest.mark.parametrize("path", DOCUMENTS, ids=short)
def test_functions_exist(path):
    for module, name in FUNCTION.findall(prose(path)):
        file = ROOT / "skill1" / f"{module.replace('.', '/')}.py"
        assert file.is_file(), f"{short(path)}: no module skill1.{module}"
        assert name in names_in(file), f"{short(path)}: {short(file)} has no {name}"


@pytest.mark.parametrize("path", DOCUMENTS, ids=short)
def test_tests_exist(path):
    for file_name, name in TEST.findall(prose(path)):
        files = list((ROOT / "tests").rglob(file_name))
        assert len(files) == 1, f"{short(path)}: {file_name} is found {len(files)} times"
        assert name in names_in(files[0]), f"{short(path)}: {file_name} has no {name}"


def anchors(file):
    """Names by which the headings of a page can be linked to."""
    headings = re.findall(r"^#+ (.+)$", file.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("path", DOCUMENTS, ids=short)
def test_links_and_sections_exist(path):
    for target in LINK.findall(prose(path)):
        if target.startswith("http"):
            continue
        file_name, _, section = target.partition("#")
        file = (path.parent / file_name) if file_name else path
        assert file.exists(), f"{short(path)} links to {target}"
        if section:
            assert section in anchors(file), f"{short(path)} links to {target}"


def test_sources_and_messages_point_at_pages_that_exist():
    """What an error message or a comment names below docs, and its section, is there."""
    files = [path for folder in SOURCES for path in (ROOT / folder).rglob("*") if path.suffix in SOURCE_KINDS]
    files += [ROOT / name for name in ("CONTRIBUTING.md", "pyproject.toml", "THIRD_PARTY_NOTICES.md")]
    found = 0
    for path in (path for path in files if path.is_file() and "__pycache__" not in path.parts):
        for page, section in MENTION.findall(path.read_text(encoding="utf-8")):
            file, found = ROOT / "docs" / page, found + 1
            assert file.is_file(), f"{short(path)} names docs/{page}"
            assert not section or section in anchors(file), f"{short(path)} names docs/{page}#{section}"
    assert found > 40


@pytest.mark.parametrize("path", DOCUMENTS, ids=short)
def test_paths_exist(path):
    for place in PLACES.findall(prose(path)):
        place = place.rstrip("/.")
        assert place in NOT_IN_A_CLONE or (ROOT / place).exists(), f"{short(path)} names {place}"


@pytest.mark.parametrize("path", DOCUMENTS, ids=short)
def test_configuration_keys_exist(path):
    unknown = {key for key in KEY.findall(prose(path)) if key not in config_keys() and not key.endswith(".sqlite")}
    modules = {key for key in unknown if (ROOT / "skill1" / f"{key.replace('.', '/')}.py").is_file()}
    assert unknown - modules == set(), short(path)


@pytest.mark.parametrize("path", DOCUMENTS, ids=short)
def test_documents_are_short_and_name_no_build_machine(path):
    text = prose(path)
    assert text.count("\n") <= LONGEST_DOCUMENT
    assert "/" + "work/" not in text and "/" + "tmp/" not in text


def test_the_readme_and_the_documentation_stay_short():
    assert len(prose(ROOT / "README.md").split()) <= MOST_WORDS_OF_THE_README
    assert sum(len(prose(path).split()) for path in (ROOT / "docs").rglob("*.md")) <= MOST_WORDS_OF_DOCS


def test_all_thirteen_equations_have_a_function_and_a_test():
    rows = re.findall(
        r"^\| (\d+) \|(.+)$",
        prose(ROOT / "docs" / "explanation" / "algorithm.md").partition("## The loss")[0],
        re.M,
    )
    assert [int(number) for number, _ in rows] == list(range(1, 14))
    for number, row in rows:
        assert FUNCTION.search(row) and TEST.search(row), f"Eq. {number}"


def sections():
    """Heading → text of the sections below."""
    return {head: body for head, _, body in (part.partition("\n") for part in METHODS_PAGE.split("\n## ")[1:])}


def test_every_method_has_a_section_that_says_how_to_run_it():
    headings = {name: head for head in sections() for name in re.findall(r"\w+", head)}
    for name in (*METHODS, "gigpo"):
        assert name in headings, f"{name}: add a section to docs/reference/methods.md"
        text = sections()[headings[name]]
        assert [env for env in ENVIRONMENTS if env not in text] == [], name
        assert "Metrics" in text or "metrics" in text, name


def test_every_method_stands_in_the_table():
    table = METHODS_PAGE.partition("\n| method |")[2].partition("\n\n")[0]
    lacking = [name for name in (*METHODS, "gigpo") if name not in table]
    assert lacking == [], "add a row to the table of docs/reference/methods.md"


def test_no_recipe_is_longer_than_a_reader_bears():
    folder = ROOT / "skill1" / "methods"
    recipes = [file for pattern in ("*.py", "*/method.py") for file in folder.glob(pattern)]
    lengths = {file: len(file.read_text("utf-8").splitlines()) for file in recipes}
    assert max(lengths.values()) <= LONGEST_RECIPE
