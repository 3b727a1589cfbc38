"""The life of a skill, from its events and its run's episode files, worked out by hand."""

import gzip
import json
from contextlib import closing
from dataclasses import replace

import pytest

from skill1.library.life import Life, StepUse, Turning, find_writer, read_life, skill_fields, utility_curve
from skill1.library.store import Store
from skill1.report import library_data
from skill1.run import episode_lines
from skill1.schema import Skill
from tests.library.test_catalogue import write_library

EPISODE = "s0-000003-t01-r2"
HERO = Skill(
    "sk_hero",
    "when an egg is wanted",
    "look in the fridge",
    0.6,
    created_step=3,
    source_episode=EPISODE,
    parents=("sk_mother", "sk_lost"),
    env="household",
)
FAMILY = [
    Skill("sk_mother", "when food is wanted", "look in the kitchen", 0.5),
    HERO,
    Skill("sk_child", "when a boiled egg is wanted", "look", 0.5, parents=("sk_hero",)),
    Skill("sk_stranger", "mentions", "sk_hero", 0.5, parents=("sk_hero2",)),
    Skill("sk_old", "when eggs are wanted", "look in the fridge", 0.5, status="merged", merged_into="sk_hero"),
]
EVENTS = [
    ("added", 3, EPISODE, "sk_hero", 3, 0.5),
    ("retrieved", 4, "e1", "sk_hero", 4, 0.91),
    ("selected", 4, "e1", "sk_hero", 4, 1.0),
    ("used", 4, "e1", "sk_hero", 4, 1.0),
    ("credited", 4, "e1", "sk_hero", 4, 0.525),
    ("retrieved", 4, "e2", "sk_hero", 4, 0.91),
    ("selected", 4, "e2", "sk_hero", 4, 1.0),
    ("used", 4, "e2", "sk_hero", 4, 0.4),
    ("credited", 4, "e2", "sk_hero", 4, 0.52),
    ("used", 4, "e3", "sk_mother", 4, 1.0),
    ("merged", 5, "e4", "sk_hero", 5, 0.55),
    ("withheld", 7, "e5", "sk_hero", 7, 1.0),
    ("pinned", 8, "", "sk_hero", 7, 0.55),
    ("feedback", 9, "note", "sk_hero", 7, 1.0),
    ("credited", 9, "e6", "sk_hero", 7, 0.6),
]


@pytest.fixture
def store(tmp_path):
    path = write_library(tmp_path / "library.sqlite", FAMILY, events=EVENTS)
    with closing(Store.open(path, create=False, read_only=True)) as store:
        yield store


def episode_record(**changes):
    return {
        "id": EPISODE,
        "task": {"id": "household/train/x/1", "instruction": "put the egg on the desk"},
        "draft": {"description": HERO.description, "strategy": HERO.strategy},
        "outcome": 1.0,
        "success": True,
        "query": "egg",
        "used": {"id": "sk_mother"},
    } | changes


def write_episodes(run, *records, step=3):
    (run / "episodes").mkdir(parents=True, exist_ok=True)
    with gzip.open(run / "episodes" / f"step_{step:06d}.jsonl.gz", "wt", encoding="utf-8") as file:
        file.writelines((record if isinstance(record, str) else json.dumps(record)) + "\n" for record in records)


def test_use_is_counted_by_step(store):
    life = read_life(store, HERO)
    assert life.use == (StepUse(4, retrieved=2, selected=2, won=1, lost=1), StepUse(7, withheld=1))


def test_the_curve_holds_the_last_utility_of_each_step(store):
    assert utility_curve(store, "sk_hero") == ((3, 0.5), (4, 0.52), (5, 0.55), (8, 0.55), (9, 0.6))
    assert utility_curve(store, "sk_unknown") == ()


def test_steps_of_a_second_run_are_kept_apart_from_the_first_ones(tmp_path):
    second = [("used", 4, "e1", "sk_hero", 4, 0.0), ("credited", 4, "e1", "sk_hero", 4, 0.3)]
    path = write_library(tmp_path / "library.sqlite", FAMILY, events=[*EVENTS, *second])
    with closing(Store.open(path, create=False, read_only=True)) as store:
        life = read_life(store, HERO)
    assert life.curve == ((3, 0.5), (4, 0.52), (5, 0.55), (8, 0.55), (9, 0.6), (4, 0.3))
    first = (StepUse(4, retrieved=2, selected=2, won=1, lost=1), StepUse(7, withheld=1))
    assert life.use == (*first, StepUse(4, lost=1))
    with library_data.reading(path) as connection:
        assert library_data.life(connection, "sk_hero")["curve"] == [[4, 0.3]]


def test_turnings_leave_mere_use_out(store):
    told = [(turning.kind, turning.step) for turning in read_life(store, HERO).turnings]
    assert told == [("added", 3), ("merged", 5), ("pinned", 8), ("feedback", 9)]
    assert read_life(store, HERO).turnings[1] == Turning("merged", 5, "e4", 0.55)


def test_relatives(store):
    life = read_life(store, HERO)
    assert [skill.id for skill in life.parents] == ["sk_mother"], "a parent this library never had is not made up"
    assert life.children == ("sk_child",)
    assert [skill.id for skill in life.merged_from] == ["sk_old"]


def test_the_episode_that_wrote_it(store, tmp_path):
    other = episode_record(id="s0-000003-t01-r3", used=None, query=f"mentions {EPISODE}")
    write_episodes(tmp_path / "run", other, episode_record())
    writer = read_life(store, HERO, tmp_path / "run").writer
    assert (writer.task, writer.instruction) == ("household/train/x/1", "put the egg on the desk")
    assert (writer.outcome, writer.success, writer.used, writer.query) == (1.0, True, "sk_mother", "egg")
    assert read_life(store, HERO).writer is None, "no run, no episode"


@pytest.mark.parametrize(
    ("described", "strategy", "written"),
    [
        (HERO.description, HERO.strategy, HERO.description + " and\nmore"),  # the library cut it
        (HERO.description + " \u2764\ufe0f", "Wow!`x`", HERO.description + " \u2764\ufe0f"),  # kept by older rules
    ],
)
def test_a_text_that_the_library_changed_is_still_its_own(tmp_path, described, strategy, written):
    hero = replace(HERO, description=described, strategy=strategy)
    write_episodes(tmp_path, episode_record(draft={"description": written, "strategy": strategy}))
    assert find_writer(tmp_path, hero).id == EPISODE


@pytest.mark.parametrize(
    "line",
    [
        episode_record(draft={"description": "other", "strategy": "text"}),
        episode_record(draft=None),
        episode_record(used="sk_mother"),
        episode_record(used={"id": HERO.id}),
        episode_record(withheld={"id": HERO.id}),
        episode_record(task=[EPISODE]),
        episode_record(id=[EPISODE]),
        [EPISODE],
        f'{{"id": "{EPISODE}", ',
        "[" * 100_000 + EPISODE,
    ],
)
def test_what_cannot_be_its_writer_is_passed_over(tmp_path, line):
    write_episodes(tmp_path, line)
    assert find_writer(tmp_path, HERO) is None


def test_the_writer_of_an_edited_skill(tmp_path):
    first = replace(HERO, id="sk_first", strategy="look in the cold fridge", parents=(), merged_into="sk_second")
    second = replace(first, id="sk_second", strategy="look", parents=("sk_first",), merged_into=HERO.id)
    library = {s.id: s for s in (first, second, replace(HERO, parents=("sk_second",)))}
    draft = {"description": HERO.description, "strategy": first.strategy}
    write_episodes(tmp_path, episode_record(draft=draft))
    assert all(find_writer(tmp_path, skill, library.get).id == EPISODE for skill in library.values())


def test_a_damaged_or_missing_episode_file(tmp_path):
    assert find_writer(tmp_path, HERO) is None
    write_episodes(tmp_path, *[episode_record(id=f"{number}") for number in range(100)], episode_record())
    file = tmp_path / "episodes" / "step_000003.jsonl.gz"
    file.write_bytes(file.read_bytes()[:100])
    assert find_writer(tmp_path, HERO) is None
    file.write_bytes(b"not gzip")
    assert find_writer(tmp_path, HERO) is None


def test_an_episode_file_that_unpacks_to_lines_without_end_is_not_read(tmp_path, monkeypatch):
    write_episodes(tmp_path, episode_record())
    monkeypatch.setattr(episode_lines, "LONGEST_LINE", 100)
    assert find_writer(tmp_path, HERO) is None


@pytest.mark.parametrize(
    "source",
    ["", "import", "../../s0-000003-t01-r2", "s0-000003-t01-r2/x", "s0-¹-t0-r0", f"s0-{'9' * 5000}-t0-r0"],
)
def test_a_source_that_is_no_episode_opens_no_file(tmp_path, source):
    skill = Skill("a", HERO.description, HERO.strategy, 0.5, source_episode=source)
    write_episodes(tmp_path, episode_record(id=source))
    assert find_writer(tmp_path, skill) is None


def test_a_life_as_json(store):
    told = json.loads(json.dumps(read_life(store, HERO).as_json()))
    assert told["skill"]["parents"] == ["sk_mother", "sk_lost"] and told["curve"][0] == [3, 0.5]
    assert set(told) == set(Life.__dataclass_fields__)
    assert set(told["skill"]) == set(Skill.__dataclass_fields__) == set(skill_fields(HERO))
