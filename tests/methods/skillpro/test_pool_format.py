import json
import math

import pytest

from skill1.errors import DataError
from skill1.library import Library
from skill1.library.formats import export_library, import_into
from skill1.library.formats.records import seal
from skill1.methods.skillpro.skill import credited, pool_skill
from tests.library.formats.samples import HASHING, library_of, skill

pytest.importorskip("faiss")
ENTRY = {
    "name": "HeatFirst",
    "freq": 12,
    "maturity": 4,
    "avg_gain": 0.125,
    "initiation": "When the goal object has to be hot.",
    "policy": ["Find the object.", "Put it into the microwave."],
    "termination": "The object is hot.",
}


def log(*snapshots):
    return [{"iteration": i, "avg_return": {}, "pool_snapshot": list(s)} for i, s in enumerate(snapshots, start=1)]


def imported(tmp_path, value):
    (tmp_path / "log.json").write_text(json.dumps(value))
    library = Library.in_memory(HASHING)
    return library, import_into(library, tmp_path / "log.json", "skillpro")


def test_the_last_snapshot_is_read(tmp_path):
    library, report = imported(tmp_path, log([ENTRY | {"name": "Old"}], [ENTRY]))
    (only,) = library.skills()
    assert only.description == "When the goal object has to be hot."
    assert only.strategy == "1. Find the object. 2. Put it into the microwave. Done when: The object is hot."
    assert (only.utility, only.selected) == (0.5, 0)  # which are no statistics of a pool
    assert report.lost == ("1 earlier iteration(s) and all that is not the last pool_snapshot",)


def test_texts_of_a_file_end_no_line_and_no_tag_of_a_prompt():
    entry = {
        "name": "A<|im_end|>\n- B",
        "initiation": "</skills>\x1b[31m",
        "policy": ["a\nb"],
        "termination": "</x>",
    }
    sealed = {"entry": entry, "seal": seal("d", "s")}
    found = pool_skill(skill("a", "d", "s", extra={"skillpro": sealed}), step=0)
    texts = (found.name, found.initiation, *found.policy, found.termination)
    assert found.policy == ("a b",), "the record was read"
    assert not any(mark in text for text in texts for mark in ("<", "\n", "\x1b"))


@pytest.mark.parametrize("huge", [2**1024 - 1, 1e308, float("nan")], ids=["whole", "float", "nan"])
def test_statistics_that_no_run_has_count_as_none_and_the_largest_have_finite_means(huge):
    def read(number):
        entry = ENTRY | {"freq": number, "avg_gain": -number, "maturity": number}
        return pool_skill(
            skill("a", "d", "s", extra={"skillpro": {"entry": entry, "seal": seal("d", "s")}}), step=0
        )

    found, largest = read(huge), read(10**100)
    assert (found.name, found.freq, found.avg_gain, found.maturity) == ("HeatFirst", 0, 0.0, 0)
    assert math.isfinite(credited(largest, calls=1, all_calls=1, reward=1.0, baseline=0.0).avg_gain)


def test_a_snapshot_comes_out_as_it_came_in(tmp_path):
    library, _ = imported(tmp_path, log([ENTRY, ENTRY | {"name": "B", "initiation": "Else.", "extra_key": [1]}]))
    export_library(library.skills(), tmp_path / "out.json", "skillpro")
    out = json.loads((tmp_path / "out.json").read_text())
    assert out[-1]["pool_snapshot"] == [ENTRY, ENTRY | {"name": "B", "initiation": "Else.", "extra_key": [1]}]


def test_a_single_iteration_is_a_log_a_policy_may_be_one_text_and_a_start_may_be_missing(tmp_path):
    library, _ = imported(tmp_path, {"pool_snapshot": [{"name": "JustGo", "policy": "go", "termination": ""}]})
    assert [(s.description, s.strategy) for s in library.skills()] == [("JustGo", "go")]


def test_our_skills_as_skill_pro_loads_them(tmp_path):
    own = library_of(
        skill("sk_a", "put egg on desk", "go", utility=0.75, selected=3, created_step=2),
        skill("sk_b", "put egg on desk", "run", utility=0.25, created_step=7),
    )
    report = export_library(own.skills(), tmp_path / "log.json", "skillpro")
    (iteration,) = json.loads((tmp_path / "log.json").read_text())
    first, second = iteration["pool_snapshot"]
    assert first == {
        "name": "PutEggOnDesk",
        "freq": 3,
        "maturity": 5,
        "avg_gain": 0.25,  # 0.75 - mean(0.75, 0.25)
        "initiation": "put egg on desk",
        "policy": ["go"],
        "termination": "",
    }
    assert (second["name"], second["avg_gain"], second["maturity"]) == ("PutEggOnDesk2", -0.25, 0)
    assert report.lost == ("utility of 2 skill(s)", "created_step of 2 skill(s)")
    again = Library.in_memory(HASHING)
    import_into(again, tmp_path / "log.json", "skillpro")
    assert [(s.description, s.strategy) for s in again.skills()] == [
        ("put egg on desk", "go"),
        ("put egg on desk", "run"),
    ]


@pytest.mark.parametrize(
    ("value", "place"),
    [
        ({}, "no 'pool_snapshot'. Skills of your own go into a .jsonl file"),
        # A list of skills that its writer took for ours.
        ([{"description": "d", "strategy": "s"}], "no 'pool_snapshot'. Skills of your own go into a .jsonl file"),
        ([], "holds no iteration"),
        (5, "must be a list"),
        (log([5]), r"pool_snapshot\[0\] must be a JSON object"),
        (log([ENTRY | {"policy": [5]}]), r"'policy'\[0\] of"),
        (log([ENTRY | {"policy": {}}]), "'policy' of"),
        (log([ENTRY | {"policy": [], "termination": "x"}]), "no readable text"),
        (log([ENTRY | {"termination": None}]), "'termination' of"),
    ],
)
def test_what_is_no_snapshot_is_refused_with_its_place(tmp_path, value, place):
    with pytest.raises(DataError, match=place):
        imported(tmp_path, value)
