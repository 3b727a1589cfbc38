"""The sloppy shopper: what it reads, does and writes; that it never does what the page does not list."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from skill1.agent.parse import parse_skill_compact
from skill1.config import EnvConfig
from skill1.errors import ConfigError
from skill1.schema import AgentView, Candidate, Observation, Skill, Task, Turn
from skill1_envs.kit.players import render
from skill1_envs.webshop import trip as lessons
from skill1_envs.webshop.experts import play
from skill1_envs.webshop.sloppy import Sloppy
from skill1_envs.webshop.suite import WebshopSuite
from skill1_envs.webshop.trip import named_values, offers, page_of, read_wish, recall

START = Observation(
    "WebShop [SEP] Instruction: [SEP] a mug [SEP] Search", ("search[<your query>]", "click[search]")
)
RESULTS = Observation(
    "Instruction: [SEP] i need a red mug [SEP] Back to Search [SEP] Page 1 (Total results: 2) [SEP] Next > [SEP] "
    "B000000001 [SEP] Blue mug [SEP] $5.0 [SEP] B000000002 [SEP] Red mug [SEP] $7.5 to $9.0",
    ("click[back to search]", "click[next >]", "click[b000000001]", "click[b000000002]"),
)
ITEM = Observation(
    "Instruction: [SEP] x [SEP] Back to Search [SEP] < Prev [SEP] size [SEP] small [SEP] large [SEP] Red mug",
    tuple(f"click[{name}]" for name in ("back to search", "< prev", "features", "buy now", "small", "large")),
)


def task_of(instruction: str) -> Task:
    return Task("webshop/test/0", "webshop", "test", 0, instruction, "garden")


def view_of(observation: Observation, *actions: str, instruction: str = "i need a red mug in large", **changes):
    turns = tuple(Turn("", action, True) for action in actions)
    return AgentView(task_of(instruction), "", observation, 15, turns=turns, **changes)


def skill_of(description: str, strategy: str, **changes) -> Skill:
    return Skill("s", description, strategy, **({"utility": 0.5} | changes))


def answers(view, stage: str = "act", draws: int = 200) -> set[str]:
    """All that it says over many draws."""
    shopper = Sloppy(15)
    return {shopper.answer(stage, view, np.random.default_rng(seed)) for seed in range(draws)}


@pytest.mark.parametrize(
    ("instruction", "kind", "details", "limit"),
    [
        ("i need a lamp that is solid wood, and price lower than 50.00 dollars", "lamp", "solid wood", 50),
        ("Find me long lasting lipstick with color: 01 nude", "long lasting lipstick", "color 01 nude", None),
        ("i have to replace a soft rug, washable. I'd like it in red", "soft rug", "washable red", None),
        ("my aunt wants a bag of trail mix, vegan", "trail mix", "aunt bag vegan", None),
        ("get me vegan, soft gummy candy!", "soft gummy candy", "vegan", None),
        ("looking for women's t-shirts in x-large", "women s t shirts", "x large", None),
        ("", "thing", "", None),
        ("do pick, when :", "thing", "do pick when", None),
    ],
)
def test_reading_a_wish(instruction, kind, details, limit):
    wish = read_wish(instruction)
    assert (wish.kind, " ".join(wish.details), wish.limit) == (kind, details, limit)


@given(st.text())
def test_any_instruction_has_a_kind_that_a_skill_may_name(instruction):
    wish = read_wish(instruction)
    assert 1 <= len(wish.kind.split()) <= 4
    assert wish.limit is None or wish.limit >= 0


def test_values_named_in_a_text():
    assert named_values("red mug, size s and x-large", ["s", "large", "x-large", "m", ""]) == ["x-large", "s"]
    assert named_values("i'm after blue", ["m", "light blue", "blue"]) == ["blue"]


def test_pages_and_offers():
    assert [page_of(page.admissible) for page in (START, RESULTS, ITEM)] == ["start", "results", "item"]
    assert page_of(("click[back to search]", "click[< prev]")) == "sub"
    first, second = offers(view_of(RESULTS))
    assert (first.asin, first.price, second.asin, second.price) == ("b000000001", 5.0, "b000000002", 7.5)
    assert "blue" in first.terms and "blue" not in second.terms and "red" in second.terms


def test_a_trip_is_remembered():
    actions = ("search[Mug]", "click[next >]", "click[B1]", "click[features]", "click[< prev]", "click[small]")
    trip = recall(view_of(ITEM, *actions).turns)
    assert (trip.page, trip.queries, trip.number, trip.opened) == ("item", ["mug"], 2, ["b1"])
    assert (trip.read, trip.chosen, trip.opened_at, trip.bought) == (["features"], ["small"], 2, False)
    back = recall(view_of(ITEM, *actions, "click[< prev]", "click[b2]", "click[buy now]").turns)
    assert (back.opened, back.read, back.chosen, back.bought) == (["b1", "b2"], [], [], True)
    assert recall(view_of(START, *actions, "click[back to search]").turns).page == "start"


def test_it_searches_the_kind_and_mostly_its_details():
    assert answers(view_of(START)) == {"search[red mug]", "search[large red mug]"}
    # A tip that it follows makes bare searches rarer.
    told = view_of(START, skill=skill_of("looking for red mug", lessons.DETAILS))
    counts = [
        sum(
            Sloppy(15).answer("act", view, np.random.default_rng(seed)) == "search[red mug]" for seed in range(300)
        )
        for view in (view_of(START), told)
    ]
    assert counts[1] < counts[0] / 2


def test_it_opens_what_is_most_alike_and_sometimes_something_else():
    said = [Sloppy(15).answer("act", view_of(RESULTS), np.random.default_rng(seed)) for seed in range(200)]
    assert set(said) == {"click[b000000001]", "click[b000000002]"}
    assert said.count("click[b000000002]") > 170


def test_what_costs_too_much_is_passed_over():
    view = view_of(RESULTS, instruction="i need a red mug, and price lower than 6.00 dollars")
    said = [Sloppy(15).answer("act", view, np.random.default_rng(seed)) for seed in range(200)]
    assert said.count("click[b000000001]") > 150


def test_on_an_item_it_chooses_reads_leaves_out_and_buys():
    opened = view_of(ITEM, "search[mug]", "click[b000000002]")
    assert answers(opened) == {"click[large]", "click[small]", "click[features]", "click[buy now]"}
    chosen = view_of(ITEM, "search[mug]", "click[b000000002]", "click[large]")
    assert answers(chosen) == {"click[buy now]"}


def test_with_the_last_step_it_buys():
    turns = ("search[mug]", "click[b000000002]", *["click[features]", "click[< prev]"] * 6)
    assert answers(view_of(ITEM, *turns)) == {"click[buy now]"}


def test_nothing_found_leads_to_other_words():
    nothing = Observation("Page 1 (Total results: 0)", ("click[back to search]", "click[next >]"))
    assert answers(view_of(nothing, "search[large red mug]")) == {"click[back to search]"}
    beside = view_of(RESULTS, "search[mug]", instruction="i need a walnut bookcase")
    assert answers(beside) >= {"click[next >]", "click[back to search]"}


def test_it_asks_for_the_kind_and_picks_a_skill_for_it():
    assert answers(view_of(START), "query") == {"red mug", "mug", "shopping"}
    skills = [
        skill_of("looking for green tea", "x"),
        skill_of("looking for red mugs", "x", selected=3, utility=0.1),
        skill_of("looking for red mug", "x", selected=3, utility=0.9),
    ]
    candidates = tuple(Candidate(skill, 0.5, 0.5) for skill in skills)
    wish = read_wish("i need a red mug")
    assert lessons.best_candidate(wish, candidates) == "k3"
    assert lessons.best_candidate(wish, candidates[:1]) == lessons.best_candidate(wish, ()) == "none"
    assert answers(view_of(START, candidates=candidates), "rerank") == {"k1", "k2", "k3"}


def test_lessons_say_what_was_done_or_left_undone():
    wish = read_wish("i need a red mug in large, and price lower than 50.00 dollars")
    done = (
        "search[large red mug]",
        "click[b1]",
        "click[features]",
        "click[< prev]",
        "click[large]",
        "click[buy now]",
    )
    assert lessons.lesson(wish, view_of(ITEM, *done, success=True)) == (
        "when looking for red mug do search kind and details , check features before buying , click every option named"
    )
    early = ("search[red mug]", "click[b1]", "click[buy now]")
    assert lessons.lesson(wish, view_of(ITEM, *early, success=False)) == (
        "when looking for red mug do search kind and details , check features before buying , click every option named"
    )
    assert "buy before the steps end" in lessons.lesson(wish, view_of(ITEM, "search[large]", success=False))
    bare = read_wish("a mug")
    assert lessons.lesson(bare, view_of(ITEM, *early, success=True)) == (
        "when looking for mug do buy before the steps end"
    )


def test_all_that_is_written_is_made_of_known_words(people_goals):
    rng = np.random.default_rng(0)
    known = set(lessons.WORDS.split())
    for goal in people_goals[:200]:
        wish = read_wish(goal.instruction_text)
        draft = lessons.poor_draft(wish, rng)
        assert parse_skill_compact(render(draft), 160).draft == draft
        assert set(render(draft).split()) <= known | set(wish.kind.split())


FORMS = ("text", "text_rich", "html")


@settings(max_examples=40, deadline=None)
@given(
    form=st.sampled_from(FORMS),
    index=st.integers(0, 499),
    seed=st.integers(0, 2**32),
    told=st.sampled_from(["", *lessons.TIPS]),
)
def test_it_does_only_what_the_page_lists(shops, form, index, seed, told):
    suite = shops[form]
    env, task = suite.make("test"), suite.tasks("test")[index]
    skill = skill_of(f"looking for {read_wish(task.instruction).kind}", told) if told else None
    shopper, observation, turns = Sloppy(15), env.reset(task_index=index), []
    while True:
        view = AgentView(task, "", observation, 15, turns=tuple(turns), skill=skill)
        action = shopper.answer("act", view, np.random.default_rng((seed, len(turns))))
        if action.startswith("search["):
            assert "search[<your query>]" in observation.admissible
            assert action.endswith("]") and action[len("search[") : -1].strip() and "\n" not in action
        else:
            assert action in observation.admissible and action != "click[search]"
        turns.append(Turn(observation.text, action, True))
        observation, _, terminated, truncated, _ = env.step(action)
        if terminated or truncated:
            break
    assert terminated == (turns[-1].action == "click[buy now]")


@pytest.fixture(scope="module")
def shops(recorded_suite) -> dict[str, WebshopSuite]:
    """The recorded shop in each form of pages."""
    config = recorded_suite._config
    return {form: WebshopSuite(replace(config, observation=form)) for form in FORMS}


def test_it_wins_less_than_the_oracle_and_more_than_now_and_then(recorded_suite):
    tasks = recorded_suite.tasks("test")[:80]
    env, shopper = recorded_suite.make("test"), Sloppy(15)
    played = [play(env, shopper, task)[0] for task in tasks]
    won = sum(game.won for game in played) / len(played)
    assert 0.35 < won < 0.7
    assert sum(game.score for game in played) / len(played) > won


def test_after_an_episode_it_writes_a_skill_or_declines(recorded_suite):
    shopper, env = Sloppy(15), recorded_suite.make("test")
    kinds = set()
    for task in recorded_suite.tasks("test")[:60]:
        _, view = play(env, shopper, task)
        parsed = parse_skill_compact(shopper.answer("distill", view), 160)
        assert parsed.valid
        kinds.add(parsed.declined)
    assert kinds == {True, False}


def test_unknown_experts_are_answered_with_the_known_ones(recorded_suite):
    with pytest.raises(ConfigError, match="webshop has no expert 'planner'; expected one of oracle, sloppy"):
        recorded_suite.expert(None, "planner")
    assert WebshopSuite(EnvConfig()).expert  # asks for no data until it is called
