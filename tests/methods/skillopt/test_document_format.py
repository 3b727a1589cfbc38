import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from skill1.errors import DataError
from skill1.library import Library
from skill1.library.formats import export_library, import_into
from skill1.library.formats.records import Terms
from skill1.methods.skillopt import format as skillopt
from skill1.methods.skillopt.edits import END, START
from tests.library.formats.samples import HASHING, HOSTILE, library_of, skill

pytest.importorskip("faiss")
DOCUMENT = """# Household skill

Read the goal twice. It names every object.

## Search

### Closed containers

Open each of them once.

```
## no heading
```

### Surfaces
- look at desks
- then shelves

## Empty
"""
TERMS = Terms(0.5, 0, "", 2000)


def imported(tmp_path, text):
    (tmp_path / "skill.md").write_text(text, encoding="utf-8")
    library = Library.in_memory(HASHING)
    return library, import_into(library, tmp_path / "skill.md", "skillopt")


def test_sections_with_a_text_become_skills(tmp_path):
    library, report = imported(tmp_path, DOCUMENT)
    assert [(s.description, s.strategy) for s in library.skills()] == [
        ("Household skill", "Read the goal twice. It names every object."),
        ("Search: Closed containers", "Open each of them once. ``` ## no heading ```"),
        ("Search: Surfaces", "- look at desks - then shelves"),
    ]
    assert report.lost == ()


@pytest.mark.parametrize(
    "block",
    [
        "```\n~~~\n## no heading\n```",
        "~~~\n```\n## no heading\n~~~",
        "````\n```\n## no heading\n````",
        "```\n```sh\n## no heading\n```",
        "~~~\n## no heading\n~~~~",
        "``` a line ```",
    ],
)
def test_a_code_block_is_closed_by_the_mark_that_opened_it(tmp_path, block):
    library, _ = imported(tmp_path, f"## first\n{block}\n## second\ntext\n")
    assert [skill.description for skill in library.skills()] == ["first", "second"]


def test_a_document_comes_out_as_it_came_in(tmp_path):
    library, _ = imported(tmp_path, DOCUMENT)
    export_library(library.skills(), tmp_path / "out.md", "skillopt")
    assert (tmp_path / "out.md").read_text(encoding="utf-8") == DOCUMENT


def test_the_markers_of_guidance_come_out_as_skillopt_writes_them(tmp_path):
    document = f"Look first.\n\n{START}\nTake one thing at a time.\n{END}\n"
    library, _ = imported(tmp_path, document)
    assert export_library(library.skills(), tmp_path / "out.md", "skillopt").written == 1
    assert (tmp_path / "out.md").read_text(encoding="utf-8") == document


def test_plain_prose_is_one_skill(tmp_path):
    library, _ = imported(tmp_path, "Always look first. Then act.\n\nAnd never hurry.")
    assert [(s.description, s.strategy) for s in library.skills()] == [
        ("Always look first.", "Always look first. Then act. And never hurry.")
    ]


def test_the_best_skills_are_written_until_the_budget_is_spent(tmp_path):
    long = "word " * 390
    own = library_of(*(skill(f"sk_{i}", f"case {i}", f"{i} {long}", utility=i / 10) for i in range(6)))
    report = export_library(own.skills(), tmp_path / "out.md", "skillopt")
    text = (tmp_path / "out.md").read_text(encoding="utf-8")
    assert report.written == 4 and len(text) <= skillopt.BUDGET_CHARS
    assert [line for line in text.splitlines() if line.startswith("##")] == [f"## case {i}" for i in (5, 4, 3, 2)]
    assert report.lost[0] == "2 skill(s) beyond the 8000 characters of a document"


@pytest.mark.parametrize(("text", "place"), [("", "no text below"), ("# a\n## b\n", "no text"), (HOSTILE, "")])
def test_hostile_and_empty_documents(tmp_path, text, place):
    if place:
        with pytest.raises(DataError, match=place):
            imported(tmp_path, text)
        return
    library, report = imported(tmp_path, text)
    export_library(library.skills(), tmp_path / "out.md", "skillopt")
    assert "<" not in (tmp_path / "out.md").read_text(encoding="utf-8") and len(report.lost) == 1


def test_a_line_of_many_blanks_is_read_at_once(tmp_path):
    library, _ = imported(tmp_path, "# " + " " * 500_000 + "x\ntext\n")
    assert library.skills()[0].description == "x"


words = (
    st.text(st.sampled_from("ab #`~\\*-"), min_size=1, max_size=12).map(lambda t: " ".join(t.split())).filter(bool)
)


@settings(max_examples=60)
@given(st.lists(st.tuples(words, words), min_size=1, max_size=4, unique=True))
def test_any_texts_come_back(tmp_path_factory, texts):
    path = tmp_path_factory.mktemp("opt") / "skill.md"
    skills = [skill(f"sk_{i}", *pair) for i, pair in enumerate(texts)]
    if any(not d.strip("# \\") for d, _ in texts):
        return  # a heading of nothing but marks has no words
    skillopt.write(path, skills)
    back = skillopt.read(path, TERMS).skills
    assert [(s.description, s.strategy) for s in back] == texts
