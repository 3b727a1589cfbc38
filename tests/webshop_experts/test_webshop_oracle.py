"""The oracle in hand-made shops: the way it takes, what stands in its way, and what it then does."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import permutations

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from skill1.agent.parse import parse_skill_compact
from skill1.config import EnvConfig
from skill1.errors import ConfigError
from skill1.schema import AgentView, Candidate, Skill, Task, Turn
from skill1_envs.webshop.env import Shop, WebshopEnv
from skill1_envs.webshop.experts import Played, play
from skill1_envs.webshop.oracle import Oracle, RoutePlanner, Sloppy, follow, step
from skill1_envs.webshop.simulator.audit import Audit
from skill1_envs.webshop.simulator.catalogue import Catalogue, Product
from skill1_envs.webshop.simulator.goals import Goal
from skill1_envs.webshop.simulator.pages import Visit
from skill1_envs.webshop.simulator.reward import Reward
from skill1_envs.webshop.suite import WebshopSuite
from tests.webshop.items import make_goal, make_product, split_words, unwinnable_goals
from tests.webshop.shops import WordIndex


class Counter:
    """A shop with these products alone, found by the words of their titles, and one goal."""

    def __init__(self, products: Sequence[Product], goal: Goal, max_steps: int = 15) -> None:
        catalogue = Catalogue(tuple(products), 0)
        self.goal = goal
        self.index = WordIndex(catalogue)
        self.shop = Shop(catalogue, self.index, split_words)
        self.task = Task("webshop/test/0", "webshop", "test", 0, goal.instruction_text, goal.category)
        self.env = WebshopEnv(self.shop, [self.task], [goal], max_steps)
        self.oracle = Oracle(lambda task: goal, RoutePlanner(self.shop, Audit(catalogue, split_words), max_steps))

    @property
    def route(self):
        return self.oracle.route(self.task)

    def play(self) -> tuple[list[str], Played]:
        """The oracle's actions and how they end."""
        played, view = play(self.env, self.oracle, self.task)
        return [turn.action for turn in view.turns], played


LAMP = make_product()


def lamps(count: int, **changes):
    """Lamps of one title, none with an attribute of ``LAMP``."""
    lacking = {"attributes": ("loud",), "bullets": (), "description": "", "options": {}} | changes
    return [make_product(f"B1{place:08}", **lacking) for place in range(count)]


def test_it_types_what_is_asked_for_and_clicks_what_is_wanted():
    goal = make_goal(
        LAMP, instruction_text="i need an oak lamp in small", goal_options={"size": "small", "color": "oak"}
    )
    actions, played = Counter([LAMP], goal).play()
    assert actions == [
        "search[small oak lamp]",
        "click[b000000001]",
        "click[oak]",
        "click[small]",
        "click[buy now]",
    ]
    assert (played.won, played.score, played.steps) == (True, 1.0, 5)


def test_where_the_wish_finds_nothing_it_types_the_title():
    actions, played = Counter([LAMP], make_goal(LAMP)).play()
    assert actions == ["search[oak lamp]", "click[b000000001]", "click[buy now]"] and played.won


@pytest.mark.parametrize(("before", "page"), [(9, 1), (10, 2), (22, 3), (49, 5)])
def test_it_turns_pages(before, page):
    counter = Counter([*lamps(before), LAMP], make_goal(LAMP))
    actions, played = counter.play()
    assert actions[:-1] == ["search[oak lamp]", *["click[next >]"] * (page - 1), "click[b000000001]"]
    assert played.won and counter.route.spot.page == page


def test_by_query_field_only_where_nothing_else_finds_it():
    rare = replace(LAMP, query="rare lamps")
    actions, played = Counter([*lamps(55), rare], make_goal(rare)).play()
    assert actions[0] == "search[<q> rare lamps]" and played.won


def test_what_search_does_not_show_in_five_pages_is_out_of_reach():
    counter = Counter([*lamps(55), LAMP], make_goal(LAMP))
    assert counter.route.is_satisfiable
    assert counter.route.reason == "search does not find B000000001 in 5 pages"
    _, played = counter.play()
    assert played.score == counter.route.reward == 0.5  # the price of one without the attribute


def test_two_options_that_share_a_value():
    item = make_product(options={"size": ("small", "standard"), "fit": ("standard", "wide")})
    counter = Counter([item], make_goal(item, goal_options=("standard", "wide")))
    assert (counter.route.is_satisfiable, counter.route.reward) == (True, 0.75)
    assert counter.route.reason == "two options share the value 'standard'"
    assert counter.play()[1].score == 0.75
    # The later option takes the click, so this one can be had.
    assert Counter([item], make_goal(item, goal_options=("standard", "small"))).play()[1].won


def test_where_its_own_product_cannot_be_clicked_it_buys_another():
    item = make_product(options={"size": ("small", "standard"), "fit": ("standard", "wide")})
    other = make_product("B000000002", options={"size": ("standard",), "fit": ("wide",)})
    actions, played = Counter([item, other], make_goal(item, goal_options=("standard", "wide"))).play()
    assert actions[1:] == ["click[b000000002]", "click[standard]", "click[wide]", "click[buy now]"]
    assert played.won


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ("features", "the value 'features' is a button's text too"),
        ("search", "the value 'search' is a button's text too"),
        ("two\nlines", "the value 'two\\nlines' cannot be written as an action"),
    ],
)
def test_values_that_no_click_sets(value, reason):
    item = make_product(options={"part": (value, "x")})
    counter = Counter([item], make_goal(item, goal_options=(value,)))
    assert counter.route.reason == reason and counter.play()[1].steps == 3


def test_with_too_few_steps_it_buys_in_time():
    wanted = ("walnut", "crimson", "hexagon", "forty two", "quilted", "left side")
    item = make_product(options={f"option {place}": (value, "plain") for place, value in enumerate(wanted)})
    goal = make_goal(item, goal_options=wanted)
    assert Counter([item], goal, max_steps=9).play()[1].won
    counter = Counter([item], goal, max_steps=6)
    assert counter.route.reason == "needs 9 steps, and an episode has 6"
    _, played = counter.play()
    assert (played.steps, played.won) == (6, False)
    assert played.score == counter.route.reward == pytest.approx((1 + 3 + 1) / 8)


def test_an_unsatisfiable_goal_gets_the_best_purchase_and_the_reason():
    near = make_product("B000000002", attributes=("cordless", "quiet"))
    goal = make_goal(LAMP, attributes=("cordless", "quiet"), goal_options=("medium",))
    counter = Counter([LAMP, near], goal)
    assert not counter.route.is_satisfiable and "no attribute like 'cordless'" in counter.route.reason
    _, played = counter.play()
    assert played.score == counter.route.reward == 0.75 and counter.route.purchase.product is near


def test_where_nothing_asked_for_is_sold_it_buys_what_is_cheap_enough():
    dear, cheap = lamps(2)
    goal = make_goal(LAMP, asin="gone", attributes=("cordless",))
    counter = Counter([replace(dear, prices=(90.0,)), cheap], goal)
    assert counter.play()[1].score == counter.route.reward == 0.5
    assert counter.route.purchase.product is cheap and "gone is not in the catalogue" in counter.route.reason


def test_an_empty_shop():
    counter = Counter([], make_goal(LAMP))
    assert counter.route is None
    assert counter.play()[1].score == 0.0


def after(counter: Counter, visit: Visit, action: str) -> Visit | Reward:
    return step(counter.shop, counter.goal, visit, counter.shop.show(visit, "", ""), action)


def best_by_clicking(counter: Counter, products) -> float:
    """The most that any product earns after any clicks on up to three of its values."""
    best = 0.0
    for item in products:
        values = [value for group in item.options.values() for value in group]
        orders = [order for size in range(4) for order in permutations(values, size)]
        for order in dict.fromkeys(orders):
            visit = Visit(page="item", query="q", product=item)
            for value in order:
                visit = after(counter, visit, f"click[{value}]")
            earned = after(counter, visit, "click[buy now]")
            best = max(best, earned.value if isinstance(earned, Reward) else 0.0)
    return best


_values = st.lists(st.sampled_from(["small", "tall", "red", "dark red"]), min_size=1, max_size=2, unique=True)
_products = st.builds(
    lambda attributes, groups, price: {
        "attributes": tuple(attributes),
        "options": {f"option {place}": tuple(group) for place, group in enumerate(groups)},
        "prices": (price,),
    },
    st.lists(st.sampled_from(["loud", "round"]), min_size=1, max_size=2, unique=True),
    st.lists(_values, max_size=2),
    st.sampled_from([10.0, 40.0]),
)


@settings(max_examples=60)
@given(
    st.lists(_products, min_size=1, max_size=3),
    st.lists(st.sampled_from(["loud", "round"]), min_size=1, max_size=2, unique=True),
    st.lists(st.sampled_from(["small", "tall", "red"]), max_size=2, unique=True),
)
def test_no_clicks_earn_more(rows, attributes, options):
    products = [make_product(f"B00000000{place}", **row) for place, row in enumerate(rows)]
    goal = make_goal(products[0], attributes=tuple(attributes), goal_options=tuple(options))
    counter = Counter(products, goal)
    best = best_by_clicking(counter, products)
    if best > 1 / (len(attributes) + len(options) + 1):  # more than any affordable thing
        assert counter.route.reward == best == counter.play()[1].score
    assert (counter.route.reward < 1.0) == bool(counter.route.reason)


def test_routes_on_the_recordings_are_walked_as_planned(
    recorded_planner, recorded_catalogue, recorded_nouns, people_goals
):
    lost = {goal.index for goal in unwinnable_goals(recorded_catalogue, people_goals, recorded_nouns)}
    goals = [people_goals[998], *people_goals[:150]]
    routes = [recorded_planner.route(goal) for goal in goals]
    assert [goal.index in lost for goal in goals] == [not route.is_satisfiable for route in routes]
    assert routes[0].reason == "two options share the value 'standard'"
    assert all((route.reward == 1.0) == route.is_satisfiable for route in routes[1:])


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.integers(0, 499), st.lists(st.integers(0, 10**6), max_size=6))
def test_it_goes_on_from_wherever_the_turns_have_led(recorded_suite, recorded_planner, people_goals, index, draws):
    task, goal = recorded_suite.tasks("test")[index], people_goals[index]
    env = WebshopEnv(recorded_planner.shop, [task], [goal], max_steps=40)
    oracle, turns = Oracle(lambda _: goal, recorded_planner), []
    observation, info, over = env.reset(task_index=0), {}, False
    while not over:
        offered = [action for action in observation.admissible if action != "click[buy now]"]
        if len(turns) < len(draws):
            action = offered[draws[len(turns)] % len(offered)].replace("<your query>", "<r> red lamp")
        else:
            action = oracle.answer("act", View(task, observation, tuple(turns)))
        turns.append(Turn(observation.text, action, True))
        observation, _, terminated, truncated, info = env.step(action)
        over = terminated or truncated
    route = recorded_planner.route(goal)
    # Within 15 steps, all that it still needs; at the limit it buys with what it has.
    if len(draws) + route.steps + 1 <= recorded_planner.max_steps:
        assert info["task_score"] == route.reward


class View:
    """As little as the oracle reads when it acts."""

    def __init__(self, task, observation, turns) -> None:
        self.task, self.observation, self.turns = task, observation, turns


def test_walking_is_what_the_environment_does(recorded_shop, recorded_suite, people_goals):
    rng = np.random.default_rng(0)
    for index in range(12):
        env = WebshopEnv(recorded_shop, [recorded_suite.tasks("test")[index]], [people_goals[index]], max_steps=99)
        observation, actions = env.reset(task_index=0), []
        for _ in range(25):
            odd = ("search[<r>]", "search[<a> x]", "search[green tea]", "click[nothing]", "click[search]", "x")
            choices = [*observation.admissible, *odd]
            action = choices[rng.integers(len(choices))]
            if action == "click[buy now]":
                continue
            actions.append(action)
            observation = env.step(action)[0]
        _, shown = follow(recorded_shop, people_goals[index], actions)
        assert shown.clickables == tuple(
            action.removeprefix("click[")[:-1] for action in observation.admissible if action.startswith("click[")
        )
        assert shown.text == observation.text


def test_on_a_page_of_random_products_it_sees_what_is_shown():
    """Also after an action that changes nothing, which leaves the page as it was drawn."""
    counter, turns = Counter([*lamps(30), LAMP], make_goal(LAMP), max_steps=99), []
    observation, is_shown = counter.env.reset(task_index=0), set()
    for action in ("search[<r>]", "x") * 10:
        turns.append(Turn(observation.text, action, True))
        observation = counter.env.step(action)[0]
        is_shown.add("click[b000000001]" in observation.admissible)
        answer = counter.oracle.answer("act", View(counter.task, observation, tuple(turns)))
        assert (answer == "click[b000000001]") == ("click[b000000001]" in observation.admissible)
    assert is_shown == {True, False}


def test_its_lesson_is_a_skill_and_a_failure_teaches_nothing(recorded_suite):
    oracle = recorded_suite.expert(None, "oracle")
    env = recorded_suite.make("test")
    for task in recorded_suite.tasks("test")[:40]:
        _, view = play(env, oracle, task)
        text = oracle.answer("distill", view)
        assert parse_skill_compact(text, 160).draft if view.success else text == "none"
        assert set(oracle.answer("query", view).split()) <= set(task.instruction.replace("-", " ").split())


def test_the_sloppy_shopper_writes_every_kind_of_answer(recorded_suite):
    """Over many draws: as the oracle mostly, and mistakes."""
    counter = Counter([LAMP], make_goal(LAMP, instruction_text="i need an oak lamp in small"))
    shopper, start = Sloppy(counter.oracle), counter.env.reset(task_index=0)
    skills = [Skill(str(n), "looking for oak lamp", "x", 0.5, selected=n) for n in (3, 0)]
    candidates = tuple(Candidate(skill, 0.5, 0.5) for skill in skills)
    view = AgentView(counter.task, "", start, 15, candidates=candidates)

    def answers(stage):
        return {shopper.answer(stage, view, np.random.default_rng(seed)) for seed in range(100)}

    assert answers("query") == {"oak lamp", "lamp", "shopping"}
    assert answers("rerank") == {"k1", "k2"}
    assert answers("act") == {"search[small oak lamp]", "search[oak lamp]"}
    assert {parse_skill_compact(text, 160).valid for text in answers("distill")} == {True}
    assert "none" in answers("distill") and len(answers("distill")) > 4


@pytest.mark.parametrize("form", ["text", "text_rich", "html"])
def test_the_sloppy_shopper_does_only_what_pages_list_and_wins_about_half(recorded_suite, form):
    suite = WebshopSuite(replace(recorded_suite._config, observation=form))
    env, shopper, won = suite.make("test"), suite.expert(None, "sloppy"), 0
    for task in suite.tasks("test")[:60]:
        _, view = play(env, shopper, task)
        for turn, listed in zip(view.turns, listings(env, task, view), strict=True):
            assert turn.action in listed or turn.action.startswith("search["), turn.action
        won += view.success
    assert 0.35 < won / 60 < 0.7


def listings(env, task, view):
    """What each page of an episode listed."""
    observation = env.reset(task_index=task.index)
    for turn in view.turns:
        yield observation.admissible
        observation = env.step(turn.action)[0]


def test_unknown_experts_are_answered_with_the_known_ones():
    # Asks for no data: which kinds there are is known without.
    with pytest.raises(ConfigError, match="webshop has no expert 'planner'; expected one of oracle, sloppy"):
        WebshopSuite(EnvConfig()).expert(None, "planner")
