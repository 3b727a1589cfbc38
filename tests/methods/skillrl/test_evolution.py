"""Recursive evolution: which failures are shown, what enters the bank, what a checkpoint keeps."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from skill1.config import LibraryConfig
from skill1.config.load import load_config
from skill1.library import Library
from skill1.library.curation_plan import Curation
from skill1.library.formats import export_library, import_into
from skill1.methods.skillrl.bank import category_in_bank, next_number, section_of, title_of
from skill1.methods.skillrl.evolution import Evolution, Tally, accept, choose_failures
from skill1.methods.skillrl.memories import memory_of
from skill1.methods.skillrl.page import page
from skill1.methods.skillrl.rules import evolve
from skill1.methods.skillrl.settings import SkillRLConfig
from skill1.methods.teacher.question import Answer
from skill1.methods.teacher.writer import WriteFacts
from skill1.policy.account import Account
from skill1.report.method_page import MethodFiles
from skill1.schema import Group, Skill, SkillDraft
from tests.methods.skillrl.played import episode

BANK = Path(__file__).parents[2] / "golden" / "skillrl" / "alfworld_skills.json"


def tally(config=None, **played):
    """Each keyword: type=[(outcome or "won", invalid actions), …], numbered from 0 over all."""
    counted, number = Tally(), 0
    for type_, outcomes in played.items():
        episodes = []
        for outcome, invalid in outcomes:
            won = outcome == "won"
            paid = 1.0 if won else outcome
            episodes.append(episode(number, type_, success=won, outcome=paid, invalid=invalid))
            number += 1
        counted.add(episodes, (config or SkillRLConfig()).deep_failures)
    return counted


def indices(memories):
    return [int(m.record["content"]["task_meta"]["task"]["index"]) for m in memories]


WON, LOST = ("won", 0), (0.0, 0)


def test_only_categories_below_the_threshold_evolve():
    """heat 1/4 = 0.25, cool 2/5 = 0.4 (not below), put 0/1."""
    counted = tally(heat=[WON, LOST, LOST, LOST], cool=[WON, WON, LOST, LOST, LOST], put=[LOST])
    assert counted.rate("heat, maple hill") == 0.25
    assert indices(choose_failures(counted, SkillRLConfig())) == [9, 1, 2, 3]  # put is weakest, then take turns
    assert choose_failures(tally(heat=[WON, WON, LOST]), SkillRLConfig()) == []
    assert choose_failures(Tally(), SkillRLConfig()) == []


def test_failures_are_taken_in_turn_and_by_severity():
    """heat: 1 paid 0.5, 2 nothing, 3 nothing with two bad actions. cool is as weak and comes first by name."""
    counted = tally(heat=[(0.2, 0), (0.5, 0), (0.0, 0), (0.0, 2)], cool=[(0.0, 0), (0.0, 1)])
    assert indices(choose_failures(counted, SkillRLConfig())) == [5, 3, 4, 2, 0, 1]


@pytest.mark.parametrize(("wins", "shown"), [(0, 10), (7, 10), (8, 5), (60, 5)])
def test_deep_or_shallow_by_the_success_of_all_categories_together(wins, shown):
    """12 failures of heat: with 7 wins of cool 7/19 = 0.37 is below 0.4, with 8 wins 8/20 = 0.4 is not."""
    counted = tally(heat=[LOST] * 12, cool=[WON] * wins)
    assert len(choose_failures(counted, SkillRLConfig())) == shown


def banked(name, title, strategy="do it", category=None):
    section = "task_specific_skills" if category else "general_skills"
    extra = {"skillrl": {"section": section, "category": category, "entry": {"title": title}}}
    return Skill(name, f"{title}: now", strategy, 0.5, extra=extra)


def test_accepting_proposals():
    bank = [banked("a", "Look First"), banked("b", "Heat Late", category="heat")]
    answered = [
        {"title": "look  first", "principle": "again"},  # repeated
        {"title": "New One", "principle": "p", "category": "heat"},
        {"title": "New one", "principle": "q"},  # repeated within the answer
        {"title": "Heat Early", "principle": "r", "refines": "heat late", "category": "cool"},
        {"title": "", "principle": "s"},  # unreadable
        {"title": "Elsewhere", "principle": "t", "category": "sleep"},  # a category of no failure: general
        {"title": "Too Much", "principle": "u"},
    ]
    accepted = accept(answered, bank, {"heat", "cool"}, 3)
    assert [p.entry["title"] for p in accepted.repeated] == ["look first", "New one"]
    assert [(p.entry["title"], p.category, p.replaces and p.replaces.id) for p in accepted.proposals] == [
        ("New One", "heat", None),
        ("Heat Early", "heat", "b"),
        ("Elsewhere", "", None),
    ]
    assert [p.entry["title"] for p in accepted.surplus] == ["Too Much"]


def test_a_skill_is_rewritten_once_and_may_keep_its_title():
    bank = [banked("a", "Look First")]
    twice = [{"title": "Look First", "principle": p, "refines": "Look First"} for p in ("x", "y")]
    accepted = accept(twice, bank, set(), 3)
    assert [p.entry["principle"] for p in accepted.proposals] == ["x"] and len(accepted.repeated) == 1


class Teacher:
    """Gives prepared answers and remembers the questions."""

    name = "prepared"

    def __init__(self, *answers):
        self.answers, self.asked, self.account = list(answers), [], Account()

    def ask(self, questions):
        self.asked += questions
        return [self.answers.pop(0) for _ in questions]


def skill(title, **more):
    return {"title": title, "principle": "do it", "when_to_apply": "now", **more}


def facts(library, teacher, step, episodes, folder, tasks=None, play=None):
    groups = [Group(e.task, (e,)) for e in episodes]
    return WriteFacts(groups, step, 100, library, teacher, tasks, play, None, folder)


@pytest.fixture
def library():
    with Library.in_memory(LibraryConfig(encoder="hashing")) as made:
        import_into(made, BANK, "skillrl", env="alfworld")
        yield made


@pytest.fixture
def config():
    return load_config(None, ["--method=skillrl", "--env.name=household", "--skillrl.evolve_every=2"])


LOSSES = [episode(i, "heat") for i in range(3)]


def test_the_bank_grows_and_ids_never_collide(library, config, tmp_path):
    """PR 28 of SkillRL: ids were numbered from another bank and most new skills dropped as duplicates."""
    teacher = Teacher(*(Answer({"skills": [skill(f"S{n}a"), skill(f"S{n}b")]}) for n in range(3)))
    writer, size = Evolution(config), len(library)
    for step in range(1, 7):
        metrics = writer.write(facts(library, teacher, step, LOSSES, tmp_path))
        assert bool(metrics) == (step % 2 == 0)
    assert len(library) == size + 6 and metrics["bank/new_skills"] == 2
    evolved = [s for s in library.skills() if s.id.startswith("dyn_")]
    assert [s.id for s in evolved] == [f"dyn_{n:03d}" for n in range(1, 7)]
    assert [title_of(s) for s in evolved] == ["S0a", "S0b", "S1a", "S1b", "S2a", "S2b"]
    assert all(section_of(s) == "general_skills" and s.source_episode.startswith("evolution-") for s in evolved)
    library.curate([Curation("retire", "dyn_006")], step=7)
    assert next_number(library) == 7  # the number of a retired skill is not given again


def test_the_teacher_sees_whole_transcripts_and_all_titles(library, config, tmp_path):
    teacher = Teacher(Answer({"skills": []}))
    writer = Evolution(config)
    writer.write(facts(library, teacher, 1, [episode(0, "heat", turns=20)], tmp_path))
    writer.write(facts(library, teacher, 2, [], tmp_path))
    (question,) = teacher.asked
    assert question.operation == "skillrl/evolve"
    assert (
        question.fields["failures"].count("> open") == 20
        and "Task: house maple hill" in question.fields["failures"]
    )
    assert question.fields["titles"].count("\n- ") == len(library) - 1
    assert question.fields["categories"] == "heat, maple hill" and question.fields["most"] == "3"


def test_a_specific_skill_lands_in_its_category_and_leaves_with_the_bank(library, config, tmp_path):
    teacher = Teacher(Answer({"skills": [skill("Open The Box", category="heat, maple hill")]}))
    Evolution(config).write(facts(library, teacher, 2, LOSSES, tmp_path))
    new = library.get("dyn_001")
    assert (new.description, new.strategy) == ("Open The Box (heat, maple hill): now", "Open The Box: do it")
    assert category_in_bank(new) == "heat, maple hill" and (new.created_step, new.env) == (2, "household")
    export_library(library.skills(), tmp_path / "out.json", "skillrl")
    bank = json.loads((tmp_path / "out.json").read_text(encoding="utf-8"))
    assert [s["skill_id"] for s in bank["task_specific_skills"]["heat, maple hill"]] == ["dyn_001"]
    assert (tmp_path / "step-000002.json").is_file()


def test_a_rewritten_skill_takes_the_place_of_the_old_one(library, config, tmp_path):
    old = library.get("hea_001")
    teacher = Teacher(Answer({"skills": [skill("Better", refines=title_of(old))]}))
    metrics = Evolution(config).write(facts(library, teacher, 2, LOSSES, tmp_path))
    assert (metrics["bank/new_skills"], metrics["bank/rewritten_skills"]) == (0, 1)
    assert library.get("hea_001").status == "retired"
    assert category_in_bank(library.get("dyn_001")) == "heat"


@pytest.mark.parametrize("is_pinned", [True, False], ids=["pinned", "under review"])
def test_a_skill_that_stays_in_use_is_not_counted_or_shown_as_rewritten(config, tmp_path, is_pinned):
    kept = LibraryConfig(encoder="hashing", review=not is_pinned)
    with Library.open(tmp_path / "library.sqlite", kept, create=True) as library:
        import_into(library, BANK, "skillrl", env="alfworld")
        if is_pinned:
            library.curate([Curation("pin", "hea_001")], step=1)
        teacher = Teacher(Answer({"skills": [skill("Better", refines=title_of(library.get("hea_001")))]}))
        metrics = Evolution(config).write(facts(library, teacher, 2, LOSSES, tmp_path))
        assert (metrics["bank/new_skills"], metrics["bank/rewritten_skills"]) == (1, 0)
        assert library.get("hea_001").status == "active"
        assert library.get("dyn_001").status == ("active" if is_pinned else "proposed")
    (change,) = page(MethodFiles(tmp_path, tmp_path / "library.sqlite", {}, 2)).changes
    assert "which stays" in change.why and "retired" not in change.why


def test_under_review_what_waits_already_is_not_proposed_again(config, tmp_path):
    with Library.in_memory(LibraryConfig(encoder="hashing", review=True)) as library:
        import_into(library, BANK, "skillrl")
        old = title_of(library.get("hea_001"))
        told = [skill(old, refines=old), skill("Brand New")]
        teacher, writer = Teacher(*(Answer({"skills": told}) for _ in range(2))), Evolution(config)
        first, again = (writer.write(facts(library, teacher, step, LOSSES, tmp_path)) for step in (2, 4))
        assert (first["bank/new_skills"], first["bank/repeated_titles"]) == (2, 0)
        assert (again["bank/new_skills"], again["bank/repeated_titles"]) == (0, 2)
        assert len(library.skills("proposed")) == 2 and "- Brand New" in teacher.asked[1].fields["titles"]


def test_a_banned_text_does_not_come_back(library, config, tmp_path):
    teacher = Teacher(*(Answer({"skills": [skill("Bad Advice")]}) for _ in range(2)))
    writer = Evolution(config)
    writer.write(facts(library, teacher, 2, LOSSES, tmp_path))
    library.curate([Curation("ban", "dyn_001")], step=3)
    size = len(library)
    metrics = writer.write(facts(library, teacher, 4, LOSSES, tmp_path))
    assert len(library) == size and metrics["bank/new_skills"] == 0


def test_an_unanswered_question_loses_no_failure(library, config, tmp_path):
    teacher = Teacher(Answer(None, "time-out"), Answer({"skills": [skill("After All")]}))
    writer, size = Evolution(config), len(library)
    metrics = writer.write(facts(library, teacher, 2, LOSSES, tmp_path))
    assert metrics["bank/unanswered"] == 1 and len(library) == size
    writer.write(facts(library, teacher, 4, [episode(9, "heat")], tmp_path))
    assert indices(teacher.asked[1].evidence["failures"]) == [0, 1, 2, 9]
    # Asked anew: a service's cache would answer the same question with the same unusable reply.
    assert teacher.asked[0].occasion != teacher.asked[1].occasion
    assert len(library) == size + 1
    assert writer.state() == {"counts": {}, "failures": []}


def test_counting_begins_anew_after_each_look(library, config, tmp_path):
    writer, teacher = Evolution(config), Teacher()
    writer.write(facts(library, teacher, 2, [episode(i, success=True) for i in range(4)], tmp_path))
    assert not teacher.asked and writer.state()["counts"] == {}


def test_a_restored_writer_goes_on_as_the_one_that_was_saved(library, config, tmp_path):
    played = [episode(i, ("heat", "cool")[i % 2], invalid=i % 3, success=i == 4) for i in range(8)]
    writer, other = Evolution(config), Evolution(config)
    writer.write(facts(library, Teacher(), 1, played, tmp_path))
    other.restore(json.loads(json.dumps(writer.state())))
    assert other.state() == writer.state()
    first, second = Teacher(Answer({"skills": []})), Teacher(Answer({"skills": []}))
    writer.write(facts(library, first, 2, played[:2], tmp_path))
    other.write(facts(library, second, 2, played[:2], tmp_path))
    assert first.asked[0].fields == second.asked[0].fields


def test_controls_are_not_counted(library, config, tmp_path):
    writer = Evolution(config)
    control = replace(episode(0), withheld=library.skills()[0])
    writer.write(facts(library, Teacher(), 1, [control], tmp_path))
    assert writer.state()["counts"] == {}


@pytest.mark.parametrize(
    ("overrides", "splits"),
    [
        (["--env.name=household", "--eval.split=seen"], ["seen"]),
        (
            ["--env.name=household,webshop", "--eval.split=heldout", "--env.mixture.webshop.eval_split=eval"],
            ["household/heldout", "webshop/eval"],
        ),
    ],
)
def test_validation_failures_are_played_apart_and_warned_about(library, tmp_path, caplog, overrides, splits):
    own = ["--method=skillrl", "--skillrl.evolve_every=2", "--skillrl.evolve_from=validation"]
    config = load_config(None, [*own, "--skillrl.validation_tasks=3", *overrides])
    asked, played = [], []

    def tasks(split):
        asked.append(split)
        return [episode(i).task for i in range(9)]

    def play(tasks, skills, purpose):
        played.append((len(tasks), len(skills), purpose))
        return [episode(t.index, "cool") for t in tasks]

    teacher, writer = Teacher(Answer({"skills": []})), Evolution(config)
    writer.write(facts(library, teacher, 1, LOSSES, tmp_path, tasks, play))
    assert not asked and not played
    writer.write(facts(library, teacher, 2, LOSSES, tmp_path, tasks, play))
    assert asked == splits and played == [(3, len(library), 0)]
    assert len(teacher.asked[0].evidence["failures"]) == 3  # of the looks alone, none of the training's
    assert "say nothing about new tasks" in " ".join(caplog.text.split())


def test_the_analyst_proposes_what_the_bank_lacks_or_holds_with_less():
    class Notes:
        facts = {0: "egg in box", 1: "egg in box , heat using oven", 2: "cup in crate", 3: "pan in chest"}

        def lesson(self, played):
            number = played.task.index
            names = {
                0: "maple hill heat egg",
                1: "maple hill heat egg",
                2: "oak lane put cup",
                3: "oak lane put pan",
            }
            return SkillDraft(names[number], self.facts[number]) if number in self.facts else None

    bank = [banked("a", "oak lane put cup", "cup in crate , more"), banked("b", "oak lane put pan", "pan")]
    failures = tuple(memory_of(episode(i)) for i in range(5))
    written = evolve(Notes(), {"failures": failures, "skills": bank})["skills"]
    assert [(s["principle"], s.get("refines")) for s in written] == [
        ("egg in box , heat using oven", None),
        ("pan in chest", "oak lane put pan"),
    ]


def test_the_page_says_why_each_proposal_came_in_or_not(config, tmp_path):
    with Library.open(tmp_path / "library.sqlite", LibraryConfig(encoder="hashing"), create=True) as library:
        import_into(library, BANK, "skillrl", env="alfworld")
        old = library.get("hea_001")
        told = [skill("Better <b>", refines=title_of(old)), skill(title_of(old)), *map(skill, ("A", "B", "C"))]
        teacher, writer = Teacher(Answer({"skills": told}), Answer(None, "time-out")), Evolution(config)
        writer.write(facts(library, teacher, 2, LOSSES, tmp_path))
        writer.write(facts(library, teacher, 4, LOSSES, tmp_path))
        writer.write(facts(library, teacher, 6, [episode(i, success=True) for i in range(8)], tmp_path))
    found = page(MethodFiles(tmp_path, tmp_path / "library.sqlite", {}, 6))
    assert [(change.step, change.title, change.verdict) for change in found.changes] == [
        (2, "Better ‹b›", "accepted"),
        (2, "A", "accepted"),
        (2, "B", "accepted"),
        (2, title_of(old), "refused"),
        (2, "C", "refused"),
        (4, "evolution", "nothing"),
        (6, "evolution", "nothing"),
    ]
    whys = [change.why for change in found.changes]
    assert "takes the place of" in whys[0] and "has this title" in whys[3] and "max_new_skills" in whys[4]
    assert "time-out" in whys[5] and "evolve_below" in whys[6]
    assert ("-", old.strategy) in found.changes[0].texts[0].lines
    rows = {row[0]: row for row in found.tables[1].rows}
    assert rows["A"][1:3] == ("general", "–") and rows[title_of(old)][4] == "retired"
