"""The training log in Skill-Pro's own layout: written, read back, and as the exchange reads it."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from skill1.errors import ConfigError, DataError
from skill1.library.formats.records import MAX_FILE_BYTES, Terms
from skill1.methods.skillpro import log as pool_format
from skill1.methods.skillpro.log import (
    FILE_NAME,
    SEEDS,
    append_iteration,
    read_pool,
    read_seeds,
    seed_file,
    snapshot,
)
from skill1.methods.skillpro.skill import pool_skill
from skill1.schema import Skill

TERMS = Terms(0.5, 3, "household", 2000)
ENTRY = {
    "name": "OpenFirst_v2",
    "freq": 12,
    "maturity": 5,
    "avg_gain": 0.25,
    "initiation": "a drawer is closed",
    "policy": ["open it", "look inside"],
    "termination": "it is open",
}


def log(folder, *sizes):
    for number, size in enumerate(sizes, start=1):
        snapshot = [{**ENTRY, "name": f"S{number}{i}", "initiation": f"case {i}"} for i in range(size)]
        append_iteration(folder, {"iteration": number, "pool_snapshot": snapshot})
    return folder / FILE_NAME


def test_each_iteration_has_its_own_pool(tmp_path):
    path = log(tmp_path, 1, 3)
    assert [pool_skill(s, 3).name for s in read_pool(path, 1, terms=TERMS)] == ["S10"]
    assert len(read_pool(path, 2, terms=TERMS)) == len(read_pool(path, None, terms=TERMS)) == 3


def test_a_resumed_run_overwrites_what_came_after_its_checkpoint(tmp_path):
    path = log(tmp_path, 1, 2, 3)
    append_iteration(tmp_path, {"iteration": 2, "pool_snapshot": []})
    assert [entry["iteration"] for entry in json.loads(path.read_text())] == [1, 2]
    assert read_pool(path, 2, terms=TERMS) == []


def test_a_log_that_outgrows_what_is_read_of_others_is_still_appended_to(tmp_path):
    path = log(tmp_path, 1)
    append_iteration(tmp_path, {"iteration": 2, "pool_snapshot": [], "note": "x" * MAX_FILE_BYTES})
    append_iteration(tmp_path, {"iteration": 3, "pool_snapshot": []})
    assert [entry["iteration"] for entry in json.loads(path.read_text())] == [1, 2, 3]


def test_statistics_come_along_and_maturity_goes_on(tmp_path):
    append_iteration(tmp_path, {"iteration": 1, "pool_snapshot": [ENTRY]})
    (skill,) = read_pool(tmp_path / FILE_NAME, None, terms=TERMS)
    read = pool_skill(skill, 3)
    assert read.entry() == ENTRY
    assert (read.version, read.base_name) == (2, "OpenFirst")
    assert pool_skill(skill, 7).maturity == 9
    assert skill.strategy == "1. open it 2. look inside Done when: it is open"


def test_what_the_library_knows_comes_back_from_a_snapshot_and_nonsense_does_not(tmp_path):
    one = pool_skill(Skill("x", "case", "do it", 0.7, retrieved=5, selected=4, wins=3), 3)
    append_iteration(tmp_path, {"iteration": 1, "pool_snapshot": snapshot([one])})
    (read,) = read_pool(tmp_path / FILE_NAME, None, terms=TERMS)
    assert (read.utility, read.retrieved, read.selected, read.wins) == (0.7, 5, 4, 3)
    bad = {**ENTRY, "utility": 7.0, "selected": -1, "wins": "many"}
    append_iteration(tmp_path, {"iteration": 1, "pool_snapshot": [bad]})
    (read,) = read_pool(tmp_path / FILE_NAME, None, terms=TERMS)
    assert (read.utility, read.selected, read.wins) == (0.5, 0, 0)


def test_the_exchange_reads_and_writes_the_same_skills(tmp_path):
    path = log(tmp_path, 2)
    mine, theirs = read_pool(path, None, terms=TERMS), pool_format.read(path, TERMS).skills
    assert [(s.description, s.strategy, s.extra) for s in mine] == [
        (s.description, s.strategy, s.extra) for s in theirs
    ]
    stored = [pool_skill(s, 3).stored(9) for s in mine]  # with numbers as of step 9
    pool_format.write(tmp_path / "out.json", stored)
    again = read_pool(tmp_path / "out.json", None, terms=Terms(0.5, 9, "household", 2000))
    assert [pool_skill(s, 9).entry() for s in again] == [pool_skill(s, 3).entry() for s in mine]


def test_a_skill_of_other_origin_keeps_what_it_earns_in_the_pool():
    foreign = Skill("x", "heat an egg", "use the stove", 0.5, created_step=2)
    first = pool_skill(foreign, 5)
    assert (first.name, first.policy, first.maturity, first.freq) == ("HeatAnEgg", ("use the stove",), 3, 0)
    earned = replace(first, freq=4, avg_gain=0.5, last_evolved=5).stored(5)
    later = pool_skill(earned, 6)
    assert (later.freq, later.avg_gain, later.maturity, later.last_evolved) == (4, 0.5, 4, 5)


def test_an_edited_text_begins_anew():
    skill = pool_skill(Skill("x", "heat an egg", "use the stove", 0.5), 5).stored(5)
    assert pool_skill(replace(skill, strategy="use the oven"), 5).policy == ("use the oven",)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("[1]", "JSON object"),
        ('[{"pool_snapshot": [{"name": 1}]}]', "'name'"),
        ("{", "no JSON"),
        ('[{"avg_gain": NaN}]', "no JSON"),
    ],
)
def test_what_is_no_log_is_told_with_its_place(tmp_path, content, words):
    path = tmp_path / "log.json"
    path.write_text(content)
    with pytest.raises(DataError, match=words):
        read_pool(path, None, terms=TERMS)


@pytest.mark.parametrize("name", ["household", "alfworld", "webshop", "textarena"])
def test_seed_skills_can_be_read(name):
    seeds = [pool_skill(s, 3) for s in read_seeds(name, TERMS)]
    assert len({seed.name for seed in seeds}) == len(seeds) >= 5
    assert all(seed.policy and seed.initiation and seed.freq == 0 for seed in seeds)
    if name == "household":
        from skill1_envs.household.world import vocabulary

        words = {word for seed in seeds for word in (seed.skill.description + " " + seed.skill.strategy).split()}
        assert words <= set(vocabulary())
    else:
        assert all(seed.termination for seed in seeds)


def test_seeds_are_found_by_name_from_any_folder(tmp_path):
    assert seed_file("household") == seed_file("data/skills/household.json") == SEEDS / "household.json"
    own = tmp_path / "own.json"
    own.write_text((SEEDS / "webshop.json").read_text(encoding="utf-8"), encoding="utf-8")
    assert seed_file("own.json") == Path("own.json")
    for lacking in ("householt", "elsewhere/household.json", ""):
        with pytest.raises(ConfigError, match="alfworld, household, textarena, webshop"):
            seed_file(lacking)
    own.write_text("[]", encoding="utf-8")
    with pytest.raises(ConfigError, match="own.json' cannot be used: own.json holds no iteration"):
        read_seeds("own.json", TERMS)
