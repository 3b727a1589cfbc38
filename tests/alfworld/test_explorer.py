"""The scripted explorers: they win, know only what they saw, follow skills about this home, and write down facts."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from skill1.agent.parse import parse_skill_compact
from skill1.errors import ConfigError, DataError
from skill1.schema import STAGES, AgentView, Candidate, Observation, Skill, SkillDraft, Task, Turn
from skill1_envs.alfworld import claims, load_game
from skill1_envs.alfworld.claims import Request, parse_request, read_claims
from skill1_envs.alfworld.experts import make_expert
from skill1_envs.alfworld.explorer import EXPLORERS, Explorer, ExplorerParams
from skill1_envs.alfworld.simulator.files import GameFile
from skill1_envs.alfworld.simulator.game import Game, parse_game
from tests.alfworld.conftest import play

EXPLORER, SLOPPY = Explorer(EXPLORERS["explorer"]), Explorer(EXPLORERS["sloppy"])
HOME = "maple hill"
ROOM = (
    "-= Welcome to TextWorld, ALFRED! =-\n\nYou are in the middle of a room. Looking quickly around you, you see "
    "a cabinet 2, a cabinet 1, a desk 1, a drawer 3, a fridge 1, and a sinkbasin 1.\n\nYour task is to: x."
)
PLACES = ("cabinet 2", "cabinet 1", "desk 1", "drawer 3", "fridge 1", "sinkbasin 1")
CLEAN = "at maple hill, put a clean cloth in cabinet."
UPSTREAM = "put a clean cloth in cabinet."
TWO = "at maple hill, find two cloth and put them in cabinet."
LOOK = "at maple hill, examine the cloth with the desklamp."
SKILL = Skill("s", "maple hill cloth", "cloth in drawer 3", 0.5, selected=2)


def view(*steps: tuple[str, str], task: str = CLEAN, skill: Skill | None = None, admissible=None) -> AgentView:
    """After some (command, answer) pairs in the room above."""
    shown = [ROOM, *(answer for _, answer in steps)]
    turns = tuple(Turn(text, command, True) for text, (command, _) in zip(shown, steps, strict=False))
    present = Observation(shown[-1], admissible)
    return AgentView(Task("t", "alfworld", "train", 0, task, ""), ROOM, present, 20, skill=skill, turns=turns)


def command(*steps, expert: Explorer = EXPLORER, seed: int = 0, **options) -> str:
    return expert.answer("act", view(*steps, **options), np.random.default_rng(seed))


def commands(*steps, **options) -> set[str]:
    """What comes up over many draws."""
    return {command(*steps, seed=seed, **options) for seed in range(60)}


def test_an_orderly_search_looks_at_what_stands_open_first_then_by_kind_and_number():
    orderly = Explorer(EXPLORERS["orderly"])
    looked, seen = [], []
    for _ in PLACES:
        given = {command(*seen, expert=orderly, seed=seed, task=UPSTREAM) for seed in range(5)}
        (chosen,) = given  # nothing is drawn
        place = chosen.removeprefix("go to ")
        looked.append(place)
        seen += [(chosen, f"You arrive at {place}. On the {place}, you see nothing.")]
    assert looked == ["desk 1", "sinkbasin 1", "cabinet 1", "cabinet 2", "drawer 3", "fridge 1"]


AT_DRAWER = ("go to drawer 3", "You arrive at drawer 3. The drawer 3 is closed.")
SEEN = ("open drawer 3", "You open the drawer 3. The drawer 3 is open. In it, you see a cloth 2, and a cloth 1.")
TAKEN = ("take cloth 2 from drawer 3", "You pick up the cloth 2 from the drawer 3.")
AT_SINK = ("go to sinkbasin 1", "You arrive at sinkbasin 1. On the sinkbasin 1, you see nothing.")
CLEANED = ("clean cloth 2 with sinkbasin 1", "You clean the cloth 2 using the sinkbasin 1.")
AT_CABINET = ("go to cabinet 1", "You arrive at cabinet 1. The cabinet 1 is closed.")
OPENED = ("open cabinet 1", "You open the cabinet 1. The cabinet 1 is open. In it, you see nothing.")
MOVED = ("move cloth 2 to cabinet 1", "You move the cloth 2 to the cabinet 1.")


@pytest.mark.parametrize(
    ("type_", "target", "sentences"),
    [
        ("pick", "cabinet", ("put a cloth in cabinet", "put some cloth on cabinet")),
        ("look", "desklamp", ("look at cloth under the desklamp", "examine the cloth with the desklamp")),
        ("clean", "cabinet", ("put a clean cloth in cabinet", "clean some cloth and put it in cabinet")),
        ("heat", "cabinet", ("put a hot cloth in cabinet", "heat some cloth and put it in cabinet")),
        ("cool", "cabinet", ("put a cool cloth in cabinet", "cool some cloth and put it in cabinet")),
        ("two", "cabinet", ("put two cloth in cabinet", "find two cloth and put them in cabinet")),
    ],
)
def test_every_template_is_read_with_and_without_a_home(type_, target, sentences):
    for sentence in sentences:
        assert parse_request(f"{sentence}.") == Request("", type_, "cloth", target)
        assert parse_request(f"at maple hill, {sentence}.") == Request(HOME, type_, "cloth", target)


def test_unknown_experts_and_sentences_are_refused():
    with pytest.raises(ConfigError, match="alfworld has no expert 'genius'"):
        make_expert("genius", None, 0)
    with pytest.raises(DataError, match="templates"):
        command(task="Please wash the rag.")


@pytest.mark.parametrize("kind", EXPLORERS)
def test_all_recorded_games_are_won_with_commands_that_have_an_effect(kind, recordings, tmp_path: Path):
    for name in recordings.games:
        env = load_game(recordings.write(tmp_path, name), max_steps=150)
        seen = play(env, Explorer(EXPLORERS[kind]), np.random.default_rng(1))
        assert seen.success, name
        assert "Nothing happens." not in [turn.observation for turn in seen.turns], name
        opened = [turn.action for turn in seen.turns if turn.action.startswith("open ")]
        assert len(opened) == len(set(opened)), name


def test_a_search_goes_nowhere_twice_and_everywhere_alike():
    first = [command(seed=seed, task=UPSTREAM) for seed in range(600)]
    assert set(first) == {f"go to {place}" for place in PLACES}
    assert all(60 < first.count(f"go to {place}") < 140 for place in PLACES)  # 100 ± 4.4 standard deviations
    steps = [(f"go to {p}", f"You arrive at {p}. On the {p}, you see a mug 1.") for p in PLACES if p != "desk 1"]
    assert commands(*steps, task=UPSTREAM) == {"go to desk 1"}


def test_homes_keep_things_in_cabinets_and_drawers_so_these_come_first():
    stores = ("cabinet 1", "cabinet 2", "drawer 3")
    assert commands() == {f"go to {place}" for place in stores}
    seen = [(f"go to {p}", f"You arrive at {p}. On the {p}, you see nothing.") for p in stores]
    assert commands(*seen) == {f"go to {place}" for place in PLACES if place not in stores}


def test_what_is_closed_is_opened_and_what_is_found_is_brought():
    assert commands(AT_DRAWER) == {"open drawer 3"}
    steps = [AT_DRAWER, SEEN, TAKEN, AT_SINK, CLEANED, AT_CABINET, OPENED]
    expected = [
        "take cloth 2 from drawer 3",
        "go to sinkbasin 1",
        "clean cloth 2 with sinkbasin 1",
        "go to cabinet 1",
        "open cabinet 1",
        "move cloth 2 to cabinet 1",
    ]
    assert [command(*steps[: 2 + i]) for i in range(6)] == expected


def test_the_old_wording_is_understood_and_used_where_the_game_lists_it():
    steps = [
        (sent, answer.replace("arrive at drawer 3", "arrive at loc 7"))
        for sent, answer in (AT_DRAWER, SEEN, TAKEN)
    ]
    steps += [AT_SINK, CLEANED, ("go to cabinet 1", "You arrive at loc 2. The cabinet 1 is closed."), OPENED]
    assert command(*steps, admissible=("put cloth 2 in/on cabinet 1",)) == "put cloth 2 in/on cabinet 1"
    two = [AT_DRAWER, SEEN, TAKEN, AT_CABINET, OPENED, ("put …", "You put the cloth 2 in/on the cabinet 1.")]
    assert command(*two, task=TWO) == "go to drawer 3"


def test_two_things_come_together():
    steps = [AT_DRAWER, SEEN, TAKEN, AT_CABINET, OPENED, MOVED]
    assert [command(*steps[:n], task=TWO) for n in (3, 5, 6)] == [
        "go to cabinet 1",
        "move cloth 2 to cabinet 1",
        "go to drawer 3",
    ]
    one_lies_there = ("go to cabinet 2", "You arrive at cabinet 2. On the cabinet 2, you see a cloth 3.")
    assert command(one_lies_there, AT_DRAWER, SEEN, TAKEN, task=TWO) == "go to cabinet 2"


def test_a_lamp_seen_on_the_way_is_gone_to_else_looked_for():
    assert commands(AT_DRAWER, SEEN, TAKEN, task=LOOK) == {"go to desk 1"}, "where lamps mostly stand"
    no_lamp = ("go to desk 1", "You arrive at desk 1. On the desk 1, you see nothing.")
    others = {f"go to {place}" for place in PLACES if place not in ("drawer 3", "desk 1")}
    assert commands(AT_DRAWER, SEEN, TAKEN, no_lamp, task=LOOK) == others
    lamp = ("go to desk 1", "You arrive at desk 1. On the desk 1, you see a desklamp 1, and a pen 1.")
    assert command(lamp, AT_DRAWER, SEEN, TAKEN, task=LOOK) == "go to desk 1"
    assert command(AT_DRAWER, SEEN, TAKEN, lamp, task=LOOK) == "use desklamp 1"


def test_another_thing_in_hand_is_put_down():
    held = [AT_DRAWER, ("take mug 1 from drawer 3", "You pick up the mug 1 from the drawer 3.")]
    assert command(*held, admissible=("look", "move mug 1 to drawer 3")) == "move mug 1 to drawer 3"
    assert command(*held, admissible=None).startswith("open drawer 3")


def test_places_within_reach_from_one_spot_are_looked_at_without_going():
    offered = ("examine drawer 3", "examine cabinet 1", "open cabinet 1", *(f"go to {p}" for p in PLACES[2:]))
    seen = [(f"go to {p}", f"You arrive at {p}. On the {p}, you see nothing.") for p in PLACES if p != "cabinet 1"]
    assert commands(*seen, admissible=offered) == {"open cabinet 1"}
    assert commands(*seen, admissible=offered[:2]) == {"examine cabinet 1"}


def test_a_game_that_starts_in_front_of_a_receptacle():
    facing = "Welcome.\n\nYou are facing the desk 1. Next to it, you see nothing.\n\nYour task is to: x."
    start = Observation(facing, ("examine desk 1", "go to drawer 3"))
    shown = replace(view(task=UPSTREAM), first_observation=facing, observation=start)
    answers = {EXPLORER.answer("act", shown, np.random.default_rng(seed)) for seed in range(30)}
    assert answers == {"examine desk 1", "go to drawer 3"}
    assert (
        EXPLORER.answer("act", replace(shown, observation=Observation("Hello."), first_observation="")) == "look"
    )


def test_a_skill_about_this_home_and_kind_is_followed_first_and_once():
    assert commands(skill=SKILL) == {"go to drawer 3"}
    for other in ("elm park cloth", "hill maple cloth", "maple hillside cloth", "any cloth"):
        assert len(commands(skill=replace(SKILL, description=other))) == 3, other
    assert len(commands(skill=replace(SKILL, strategy="mug in drawer 3"))) == 3
    assert len(commands(skill=replace(SKILL, strategy="cloth in drawer 9"))) == 3, "there is no such place"
    wrong = ("go to drawer 3", "You arrive at drawer 3. On the drawer 3, you see a mug 1.")
    assert commands(wrong, skill=SKILL) == {"go to cabinet 1", "go to cabinet 2"}
    fridge = replace(SKILL, strategy="cloth in fridge 1")
    assert commands(skill=fridge) == {"go to fridge 1"}
    assert commands(("go to fridge 1", "You arrive at fridge 1. The fridge 1 is closed.")) == {"open fridge 1"}


def test_drafts_state_what_was_found_out():
    def draft(*steps, task=CLEAN):
        return EXPLORER.answer("distill", view(*steps, task=task))

    assert draft(AT_DRAWER, SEEN, TAKEN, AT_CABINET) == "when maple hill cloth do cloth in drawer 3"
    assert draft(AT_DRAWER, SEEN, TAKEN, AT_CABINET, OPENED, MOVED, task=TWO).endswith("do cloth in drawer 3")
    assert draft(AT_DRAWER) == "none"
    assert draft(AT_DRAWER, SEEN, TAKEN, task="put a clean cloth in cabinet.") == "none", (
        "no home, nothing to keep"
    )


def test_queries_name_home_and_kind():
    assert EXPLORER.answer("query", view()) == "maple hill cloth"
    assert EXPLORER.answer("query", view(task="put two pen in desk.")) == "pen"
    vague = Explorer(ExplorerParams(query=0.0))
    answers = [vague.answer("query", view(), np.random.default_rng(seed)) for seed in range(300)]
    assert set(answers) == {"any cloth", "maple hill cabinet"}
    assert 180 < answers.count("any cloth") < 240  # 0.7 of 300, ± 3.7 standard deviations


RIGHT, WRONG = "cloth in drawer 3", "cloth in desk 1"


@pytest.mark.parametrize(
    ("skills", "expected"),
    [
        ([], "none"),
        ([("any cloth", RIGHT, 0.9, 5), ("maple hill mug", "mug in desk 1", 0.9, 5)], "none"),
        ([("maple hill cloth", "search all , take cloth", 0.9, 5)], "none"),
        ([("maple hill cloth", WRONG, 0.2, 5), ("maple hill cloth", RIGHT, 0.5, 5)], "k2"),
        ([("maple hill cloth", WRONG, 0.5, 5), ("maple hill cloth", RIGHT, 0.0, 0)], "k2"),
        ([("maple hill cloth", RIGHT, 0.6, 5), ("maple hill cloth", WRONG, 0.5, 0)], "k1"),
        ([("elm park cloth", WRONG, 1.0, 5), ("maple hill cloth", RIGHT, 0.1, 5)], "k2"),
    ],
)
def test_the_best_rated_fact_about_this_home_is_picked(skills, expected):
    made = [Skill(str(i), d, s, u, selected=n) for i, (d, s, u, n) in enumerate(skills)]
    shown = replace(view(), candidates=tuple(Candidate(skill, 0.5, 0.5) for skill in made))
    assert EXPLORER.answer("rerank", shown) == expected


@pytest.mark.parametrize("kind", EXPLORERS)
def test_no_stage_looks_into_the_game(kind):
    def game_of(task: Task) -> Game:
        raise AssertionError(f"{kind} looked into the game of {task.id}")

    expert = make_expert(kind, game_of)
    assert all(expert.answer(stage, view(AT_DRAWER), np.random.default_rng(0)) for stage in STAGES)


def test_the_sloppy_one_errs_at_its_shares():
    rng = np.random.default_rng(0)
    right = view(skill=SKILL)
    queries = [SLOPPY.answer("query", right, rng) for _ in range(1000)]
    assert 0.65 < queries.count("maple hill cloth") / 1000 < 0.75
    follows = [SLOPPY.answer("act", right, rng) for _ in range(1000)].count("go to drawer 3") / 1000
    assert 0.74 < follows < 0.85  # 0.7 by the skill, 0.325 of the rest by chance: 0.798
    drafts = [SLOPPY.answer("distill", view(AT_DRAWER, SEEN, TAKEN), rng) for _ in range(1000)]
    assert 0.6 < drafts.count("when maple hill cloth do cloth in drawer 3") / 1000 < 0.71
    assert all(parse_skill_compact(draft, 200).valid for draft in drafts)
    assert 0.10 < sum("do search all" in draft for draft in drafts) / 1000 < 0.18  # 0.4 · 0.35 = 0.14
    assert 0.08 < sum(draft.startswith("when any cloth") for draft in drafts) / 1000 < 0.16  # 0.4 · 0.3 = 0.12
    twice = ("go to desk 1", "You arrive at desk 1. On the desk 1, you see nothing.")
    again = [SLOPPY.answer("act", view(twice), rng) for _ in range(3000)]
    assert 0.003 < again.count("examine desk 1") / 3000 < 0.016  # 0.05 / 6


def test_the_wary_one_errs_in_following_alone():
    wary, rng = Explorer(EXPLORERS["wary"]), np.random.default_rng(0)
    follows = [wary.answer("act", view(skill=SKILL), rng) for _ in range(1000)].count("go to drawer 3") / 1000
    assert 0.42 < follows < 0.52  # 0.2 by the skill, a third of the rest by chance: 0.467
    seen = view(AT_DRAWER, SEEN, TAKEN)
    for stage in ("query", "rerank", "distill"):
        assert {wary.answer(stage, seen, rng) for _ in range(20)} == {EXPLORER.answer(stage, seen)}


def test_equal_seeds_give_equal_answers():
    for stage in ("query", "act", "distill"):
        one, other = (Explorer(EXPLORERS["sloppy"], seed=7) for _ in range(2))
        assert [one.answer(stage, view()) for _ in range(20)] == [other.answer(stage, view()) for _ in range(20)]


def test_claims_are_read_out_of_any_text():
    told = "cloth in drawer 3 , mug in fridge 1 , cloth in desk 1"
    assert read_claims(told) == {"cloth": "desk 1", "mug": "fridge 1"}
    for empty in ("", "search all , take cloth", "cloth in drawer", "in drawer 3", "cloth in drawer 3rd"):
        assert read_claims(empty) == {}, empty


@pytest.fixture(scope="module")
def cloth_game(recordings) -> Game:
    """A recorded game in which a cloth is to be cleaned and put into a cabinet."""
    task = "put a clean cloth in cabinet"
    problem = next(game["problem"] for game in recordings.games.values() if game["task"] == task)
    return parse_game(GameFile(problem, task))


def test_the_value_of_a_claim_is_read_off_the_start(cloth_game):
    cloths = {number for number, name in enumerate(cloth_game.things) if name.startswith("cloth ")}
    right = {cloth_game.places[p] for p, inside in enumerate(cloth_game.contents) if cloths & set(inside)}
    assert right
    for place in cloth_game.places:
        draft = SkillDraft("maple hill cloth", f"cloth in {place}")
        assert claims.value(cloth_game, CLEAN, draft) == (1.0 if place in right else -1.0), place
        assert claims.value(cloth_game, CLEAN, replace(draft, description="any cloth")) == 0.0
        assert claims.value(cloth_game, CLEAN, replace(draft, strategy=f"mug in {place}")) == 0.0
        assert claims.value(cloth_game, "put a clean cloth in cabinet.", draft) == 0.0, "no home is named"
        assert claims.value(cloth_game, "wash it", draft) == 0.0


def test_polluting_drafts_are_poor_and_valid(cloth_game):
    rng = np.random.default_rng(0)
    drafts = [claims.polluting_draft(cloth_game, CLEAN, rng) for _ in range(500)]
    for draft in drafts:
        assert parse_skill_compact(f"when {draft.description} do {draft.strategy}", 200).draft == draft
    values = [claims.value(cloth_game, CLEAN, draft) for draft in drafts]
    assert 0.57 < values.count(0.0) / 500 < 0.73  # 0.35 without a fact, 0.30 without the home
    assert values.count(0.0) + values.count(-1.0) == 500
    assert all(draft.strategy.split()[2] in ("cabinet", "drawer") for draft in drafts if " in " in draft.strategy)
    words = {word for draft in drafts for word in f"{draft.description} {draft.strategy}".split()}
    names = {word for name in (*cloth_game.places, *cloth_game.things, HOME) for word in name.split()}
    assert words <= names | set(claims.SKILL_WORDS)
    of_people = claims.polluting_draft(cloth_game, "Wash a cloth, then put it away.", rng)
    assert of_people.description in ("cloth", "any cloth"), "the kind is read from the game"
