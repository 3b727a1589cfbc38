"""20,000 actions of all kinds against a second environment that gets only those that the rules call actions."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Sequence

from skill1.schema import Observation, Task
from skill1_envs.webshop.env import SEARCH_ACTION, Shop, WebshopEnv
from skill1_envs.webshop.simulator.goals import Goal

ACTIONS = 20_000
LONG = 10_000  # characters
MAX_STEPS = 40
BUTTONS = ("back to search", "< prev", "next >", "description", "features", "reviews", "buy now")
ALPHABETS = (
    "".join(map(chr, range(32))),
    "[](){}<>\"'\\/%&?#=+-*~^:;,. ",
    "clikseach[]x ",
    "äßİıſΣς’´½ﬁ中文ひらภาษा‍🇩🇪👩🏽★\u202e\u200b\ufeff",
    "".join(map(chr, range(0xD800, 0xD810))) + "\udfff\uffff\U0010ffffa",
)
SHORT_LENGTHS = (1, 3, 12, 60)
NEARLY = (
    "click[search]",
    "search[]",
    "search[<a> x]",
    "search[<c>]",
    "search",
    "click[",
    "Click[description]",
    " click[buy now]",
    "click [buy now]",
    "click[ buy now]",
    "click(buy now)",
    "buy[buy now]",
    "click[buy now",
    "click[[buy now]]",
    "click[\x00buy now]",
    "<action>click[buy now]</action>",
    "click[\nbuy now]",
)


def make_env(shop: Shop, goal: Goal, max_steps: int) -> WebshopEnv:
    task = Task("webshop/test/0", "webshop", "test", 0, goal.instruction_text, goal.category)
    return WebshopEnv(shop, [task], [goal], max_steps)


def noises(draw: random.Random) -> list[str]:
    """Texts without sense, a fifth of them of 10 kB."""
    made = []
    for alphabet in ALPHABETS:
        for length in (*SHORT_LENGTHS, LONG) * 6:
            made.append("".join(draw.choices(alphabet, k=length)))
    return made


def draw_action(
    draw: random.Random, admissible: Sequence[str], noise: Sequence[str], titles: Sequence[str]
) -> str:
    """Half of them can be done; the others are noise, or an action with something done to it."""
    kind = draw.randrange(12)
    if kind < 4:
        return draw.choice(admissible)
    if kind == 4:
        return f"search[{draw.choice(titles)}]"
    if kind == 5:
        return draw.choice(("search", "click")) + f"[{draw.choice(noise)}]"
    if kind == 6:
        return draw.choice(NEARLY)
    if kind == 7:
        return f"click[{draw.choice(BUTTONS)}]".upper()
    base, cut = draw.choice(admissible), draw.randrange(8)
    return (
        draw.choice(noise),
        base[:cut] + draw.choice(noise) + base[cut:],
        base + draw.choice(noise),
        f"click[{draw.choice(BUTTONS)}]",
    )[kind - 8]


def can_be_done(action: str, observation: Observation) -> bool:
    """As the rules have it, with the original's own pattern."""
    found = re.match(r"(.+)\[(.+)\]", action)
    if not found:
        return False
    name, argument = found[1], found[2].lower()
    if name == "search":
        return argument.partition(" ")[0] != "<a>" and argument != "<c>"
    return name == "click" and argument != "search" and f"click[{argument}]" in observation.admissible


def page_kind(text: str) -> str:
    """Which of the five pages this is; fails on any other text."""
    nodes = text.split(" [SEP] ")
    if nodes[0] == "WebShop":
        assert (nodes[1], nodes[-1], len(nodes)) == ("Instruction:", "Search", 4)
        return "start"
    if nodes[0] == "Thank you for shopping with us!":
        assert nodes[-2] == "Reward Details"
        return "done"
    assert (nodes[0], nodes[2]) == ("Instruction:", "Back to Search")
    if re.fullmatch(r"Page -?\d+ \(Total results: \d+\)", nodes[3]):
        return "results"
    assert nodes[3] == "< Prev"
    return "item" if nodes[-1] == "Buy Now" else "sub"


def check_admissible(observation: Observation, kind: str) -> None:
    """What can be done is what the page shows."""
    listed = observation.admissible
    assert len(set(listed)) == len(listed)
    if kind in ("start", "done"):
        assert listed == ((SEARCH_ACTION, "click[search]") if kind == "start" else ())
        return
    assert listed[0] == "click[back to search]"
    assert ("click[buy now]" in listed) == (kind == "item")
    nodes = {node.lower() for node in observation.text.split(" [SEP] ")}
    assert {action.removeprefix("click[")[:-1].strip() for action in listed} <= nodes


def test_no_action_breaks_it_and_what_is_none_changes_nothing(recorded_shop, people_goals) -> None:
    draw, goal = random.Random(233), people_goals[0]
    noise = noises(draw)
    titles = [goal.name, goal.instruction_text, f"<q> {goal.query}", "shirt"]
    fuzzed, plain = make_env(recorded_shop, goal, MAX_STEPS), make_env(recorded_shop, goal, ACTIONS)
    kinds: Counter[str] = Counter()
    observation, steps = fuzzed.reset(task_index=0), 0
    expected = (plain.reset(task_index=0), 0.0, False)
    for _ in range(ACTIONS):
        action = draw_action(draw, observation.admissible, noise, titles)
        if can_be_done(action, observation):
            kinds["done"] += 1
            expected = plain.step(action)[:3]
        observation, reward, terminated, truncated, info = fuzzed.step(action)
        steps += 1
        assert (observation, reward, terminated) == expected, action[:200]
        kind = page_kind(observation.text)
        kinds[kind] += 1
        check_admissible(observation, kind)
        assert terminated == (kind == "done") and info["won"] == (reward == 1.0)
        assert truncated == (steps == MAX_STEPS and not terminated)
        if terminated or truncated:
            observation, steps = fuzzed.reset(task_index=0), 0
            expected = (plain.reset(task_index=0), 0.0, False)
    assert min(kinds[kind] for kind in ("start", "results", "item", "sub", "done")) > 100, kinds
