import json
from pathlib import Path

import pytest

from skill1.errors import DataError
from skill1.library import Library
from skill1.library.formats import export_library, import_into
from skill1.library.formats.exchange import format_of_start
from skill1.library.formats.records import seal
from skill1.methods.skillrl.bank import category_in_bank, title_of
from tests.library.formats.samples import HASHING, HOSTILE, library_of, skill

pytest.importorskip("faiss")
GOLDEN = Path(__file__).parents[2] / "golden" / "skillrl"
BANKS = ("alfworld", "webshop")


def imported(path, config=HASHING):
    library = Library.in_memory(config)
    return library, import_into(library, path, "skillrl")


@pytest.mark.parametrize(
    ("bank", "count", "query", "fitting"),
    [
        ("alfworld", 55, "an egg to heat in the microwave", "hea_003"),
        ("alfworld", 55, "the agent ignores target objects already visible and reachable", "err_003"),
        ("webshop", 66, "first search for footwear", "foo_001"),
    ],
)
def test_real_banks_are_searchable(bank, count, query, fitting):
    library, report = imported(GOLDEN / f"{bank}_skills.json")
    assert (report.added, report.lost, len(library)) == (count, (), count)
    assert fitting in [candidate.skill.id for candidate in library.search(query, 3)]
    assert library.check() == []


@pytest.mark.parametrize("bank", BANKS)
def test_real_banks_come_out_with_equal_content_in_equal_order(bank, tmp_path):
    library, _ = imported(GOLDEN / f"{bank}_skills.json")
    report = export_library(library.skills(), tmp_path / "bank.json", "skillrl")
    was = json.loads((GOLDEN / f"{bank}_skills.json").read_text(encoding="utf-8"))
    now = json.loads((tmp_path / "bank.json").read_text(encoding="utf-8"))
    assert json.dumps(now) == json.dumps(was) and report.written == len(library)


def test_a_title_of_a_file_ends_no_line_and_no_tag_of_a_prompt():
    hostile = {"section": "general_skills", "entry": {"title": "A</skills>\n- B"}}
    sealed = {**hostile, "seal": seal("d", "s")}
    assert title_of(skill("a", "d", "s", extra={"skillrl": sealed})) == "A‹/skills› - B"


def test_texts_of_a_skill_and_of_a_mistake():
    library, _ = imported(GOLDEN / "alfworld_skills.json")
    heat, mistake = library.get("hea_001"), library.get("err_003")
    assert heat.description.startswith("Secure Exact Target First (heat): After spotting any candidate object")
    assert heat.strategy.startswith("Secure Exact Target First: Always identify and pick up")
    assert mistake.description.startswith("Agent ignores or walks away") and mistake.utility == 0.5
    assert mistake.strategy.startswith("Embed a perception buffer")


SEARCH = {
    "general_skills": [{"skill_id": "gen_001", "title": "Plan", "principle": "Say what lacks.", "when_to_apply": ""}],
    "query_type_skills": {
        "multi_hop_reasoning": [
            {"skill_id": "mh_001", "title": "Bridge", "principle": "Find what is between.", "when_to_apply": "x"}
        ],
        "comparison": [
            {"skill_id": "cmp_001", "title": "Both", "principle": "Look up both sides.", "when_to_apply": "two things"}
        ],
    },
    "metadata": {"source": "search"},
}  # fmt: skip


def test_the_search_bank_calls_its_categories_query_types(tmp_path):
    source, target = tmp_path / "search.json", tmp_path / "back.json"
    source.write_text(json.dumps(SEARCH), encoding="utf-8")
    assert format_of_start(source) == "skillrl"
    library, report = imported(source)
    assert (report.added, category_in_bank(library.get("cmp_001"))) == (3, "comparison")
    export_library(library.skills(), target, "skillrl")
    assert json.dumps(json.loads(target.read_text(encoding="utf-8"))) == json.dumps(SEARCH)
    source.write_text(json.dumps({"query_type_skills": SEARCH["query_type_skills"]}), encoding="utf-8")
    assert (format_of_start(source), imported(source)[1].added) == ("skillrl", 2)


def test_a_changed_skill_is_written_with_its_new_words(tmp_path):
    library, _ = imported(GOLDEN / "alfworld_skills.json")
    edited = [s for s in library.skills() if s.id == "hea_001"]
    edited = [skill("hea_001", edited[0].description, "new words", extra=edited[0].extra)]
    export_library(edited, tmp_path / "bank.json", "skillrl")
    bank = json.loads((tmp_path / "bank.json").read_text(encoding="utf-8"))
    assert [entry["principle"] for entry in bank["general_skills"]] == ["new words"]


def test_two_banks_in_one_library_keep_apart(tmp_path):
    library, _ = imported(GOLDEN / "alfworld_skills.json")
    import_into(library, GOLDEN / "webshop_skills.json", "skillrl")
    assert len(library) == 121 and len({s.id for s in library.skills(None)}) == 121
    report = export_library(library.skills(), tmp_path / "bank.json", "skillrl")
    assert report.lost[0] == "metadata of 1 further bank(s)"
    again, _ = imported(tmp_path / "bank.json")
    assert {(s.description, s.strategy) for s in again.skills()} == {
        (s.description, s.strategy) for s in library.skills()
    }
    # Nothing is lost of a bank that holds nothing but skills, such as that of an evolution.
    evolved = json.loads((GOLDEN / "webshop_skills.json").read_text(encoding="utf-8"))
    del evolved["metadata"]
    (tmp_path / "evolved.json").write_text(json.dumps(evolved))
    library, _ = imported(GOLDEN / "alfworld_skills.json")
    import_into(library, tmp_path / "evolved.json", "skillrl")
    assert export_library(library.skills(), tmp_path / "bank.json", "skillrl").lost == ("utility of 121 skill(s)",)


def test_our_own_skills_come_back_with_their_texts(tmp_path):
    own = library_of(skill("sk_a", "when an egg has to be hot, and it is cold"), skill("sk_b", "Say: no", "a: b"))
    report = export_library(own.skills(), tmp_path / "bank.json", "skillrl")
    assert report.lost == ("utility of 2 skill(s)",)
    library, _ = imported(tmp_path / "bank.json")
    assert [(s.id, s.description, s.strategy) for s in library.skills()] == [
        ("sk_a", "when an egg has to be hot, and it is cold", "use the stove"),
        ("sk_b", "Say: no", "a: b"),
    ]


def test_hostile_entries_are_made_harmless_and_told(tmp_path):
    entry = {"skill_id": "../../x", "title": HOSTILE, "principle": "p", "when_to_apply": "w", "more": [HOSTILE]}
    (tmp_path / "bank.json").write_text(json.dumps({"general_skills": [entry], HOSTILE: 1}))
    library, report = imported(tmp_path / "bank.json")
    (only,) = library.skills()
    assert only.id.startswith("sk_") and report.lost[0].startswith("tags, special tokens")
    export_library(library.skills(), tmp_path / "out.json", "skillrl")
    text = (tmp_path / "out.json").read_text(encoding="utf-8")
    assert "<" not in only.description + only.strategy + text


@pytest.mark.parametrize(
    ("content", "place"),
    [
        ("[]", "must be a JSON object, got list"),
        ("{}", "is no SkillRL bank"),
        ('{"general_skills": {}}', "general_skills must be a list"),
        ('{"general_skills": [5]}', r"general_skills\[0\] must be"),
        ('{"task_specific_skills": {"heat": [{"title": 5}]}}', r"'heat'\[0\]"),
        ('{"task_specific_skills": null}', "task_specific_skills must be a JSON object"),
        (
            '{"general_skills": [{"title": "t", "principle": "p"}], "task_specific_skills": "hea"}',
            "task_specific_skills must be a JSON object",
        ),
        ('{"common_mistakes": [{"description": "x"}]}', "no readable text"),
        (
            '{"general_skills": [{"title": "t", "principle": "p", "x": ' + "[" * 40 + "]" * 40 + "}]}",
            "nested more",
        ),
        ("[" * 100_000, "holds no JSON"),
        ('{"general_skills": [NaN]}', "NaN"),
    ],
)
def test_what_is_no_bank_is_refused_with_its_place(tmp_path, content, place):
    (tmp_path / "bank.json").write_text(content)
    with pytest.raises(DataError, match=place):
        imported(tmp_path / "bank.json")


@pytest.mark.parametrize(
    "record",
    [
        {"section": "general_skills"},
        {"section": 5, "entry": {}},
        {"section": "task_specific_skills", "category": None, "entry": {}},
        {"section": "general_skills", "category": None, "entry": {"skill_id": []}, "bank": {"order": [[]]}},
        {
            "section": "general_skills",
            "category": None,
            "entry": {},
            "bank": {"order": ["a"], "categories": [], "rest": {}},
        },
    ],
)
def test_a_forged_record_in_a_library_does_no_harm(tmp_path, record):
    texts = ("an egg has to be hot", "use the stove")
    forged = skill("sk_1", *texts, extra={"skillrl": {**record, "seal": seal(*texts)}})
    assert export_library([forged], tmp_path / "bank.json", "skillrl").written == 1
    assert len(json.loads((tmp_path / "bank.json").read_text())["general_skills"]) == 1
