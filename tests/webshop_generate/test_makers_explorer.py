"""The scripted shoppers of a shop of makers: what they know, what they do, what they write down."""

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from skill1.errors import ConfigError, DataError
from skill1.schema import AgentView, Observation, Skill, SkillDraft, Task
from skill1_envs.webshop.explorer import EXPLORERS, Explorer, claimed_series, poor_draft
from skill1_envs.webshop.generate.makers import SERIES, Wish, read_wish
from skill1_envs.webshop.suite import WebshopSuite
from tests.explorers import demonstrations, play, require_known_words, view_with

WISH = Wish("maple forge", "mug", "blue")


def right_series(suite, index):
    goal = suite._content("test")[1][index]
    return suite._catalogue.by_asin[goal.asin].title.lower().split()[0]


def skill_of(task, strategy, **changes):
    return Skill("s", read_wish(task.instruction).scenario, strategy, **({"utility": 0.5} | changes))


def test_with_the_right_skill_it_wins_and_keeps_it(suite):
    for index in range(0, 108, 9):
        task = suite.tasks("test")[index]
        wish, series = read_wish(task.instruction), right_series(suite, index)
        strategy = f"search {series} {wish.kind}"
        view, actions, info, expert = play(suite, index, skill_of(task, strategy))
        assert info["won"] and info["task_score"] == 1.0 and len(actions) == 6
        assert actions[0] == f"search[{series} {wish.kind}]" and actions[-2:] == [
            f"click[{wish.colour}]",
            "click[buy now]",
        ]
        assert expert.answer("distill", view) == f"when {wish.scenario} do {strategy}"


def test_a_wrong_skill_is_noticed_and_not_written_down(suite):
    for index in range(0, 108, 9):
        task = suite.tasks("test")[index]
        wish = read_wish(task.instruction)
        wrong = next(series for series in SERIES if series != right_series(suite, index))
        view, actions, info, expert = play(suite, index, skill_of(task, f"search {wrong} {wish.kind}"))
        assert actions[2:5] == ["click[features]", "click[< prev]", "click[< prev]"] and len(actions) == 8
        kept = f"when {wish.scenario} do search {right_series(suite, index)} {wish.kind}"
        assert expert.answer("distill", view) == (kept if info["won"] else "none")


def test_an_orderly_one_searches_again_as_soon_as_it_has_read_another_name(suite):
    for index in range(0, 108, 9):
        task, right = suite.tasks("test")[index], right_series(suite, index)
        wish = read_wish(task.instruction)
        wrong = next(series for series in SERIES if series != right)
        actions = play(suite, index, skill_of(task, f"search {wrong} {wish.kind}"), kind="orderly")[1]
        # Not by the name that was wrong.
        assert actions[2:5] == ["click[features]", "click[back to search]", f"search[{wish.kind}]"]
        assert len(actions) == 8 and actions[1] != actions[5]
        skill = skill_of(task, f"search {right} {wish.kind}")
        assert play(suite, index, skill, kind="orderly")[1] == play(suite, index, skill)[1]


@pytest.mark.parametrize("kind", ["explorer", "orderly"])
def test_without_a_skill_it_wins_about_two_in_eight(suite, kind):
    wins = [play(suite, index, kind=kind, seed=index)[2]["won"] for index in range(108)]
    assert 0.14 < np.mean(wins) < 0.38  # 0.25 ± 2.8 standard errors


def test_sloppy_ones_win_less_and_stay_within_what_is_offered(suite):
    lucky = 0
    for index in range(108):
        task = suite.tasks("test")[index]
        skill = skill_of(task, f"search {right_series(suite, index)} {read_wish(task.instruction).kind}")
        lucky += play(suite, index, skill, kind="sloppy", seed=index)[2]["won"]
    assert 54 < lucky < 100


def test_it_chooses_the_best_rated_skill_that_says_the_series(suite):
    task = suite.tasks("test")[0]
    kind = read_wish(task.instruction).kind
    bad, new = (
        skill_of(task, f"search nova {kind}", utility=0.1, selected=3),
        skill_of(task, f"search aria {kind}"),
    )
    empty, other = skill_of(task, f"search {kind}"), Skill("o", "birch barn soap", f"search zest {kind}", 1.0)
    expert = suite.expert(None, "explorer")
    assert expert.answer("rerank", view_with(task, bad, empty, new, other)) == "k3"
    assert expert.answer("rerank", view_with(task, empty, other)) == "none"
    assert expert.answer("rerank", view_with(task)) == "none"
    assert expert.answer("query", view_with(task)) == read_wish(task.instruction).scenario


def test_routes_of_two_demonstration_splits_are_not_one(suite):
    tasks = [suite.tasks(f"demo:0:{number}")[0] for number in (0, 1)]
    oracle = suite.expert(None, "oracle")
    planned = [oracle.route(task) for task in tasks]
    assert tasks[0].index == tasks[1].index and planned[0] != planned[1]
    assert planned == [suite.expert(None, "oracle").route(task) for task in tasks]


def test_claims_and_their_worth(suite):
    task = suite.tasks("test")[0]
    wish, right = read_wish(task.instruction), right_series(suite, 0)
    wrong = next(series for series in SERIES if series != right)
    worth = {
        SkillDraft(wish.scenario, f"search {right} {wish.kind}"): 1.0,
        SkillDraft(wish.scenario, f"search {wrong} {wish.kind}"): -1.0,
        SkillDraft(wish.scenario, f"search {wish.kind}"): 0.0,
        SkillDraft(wish.scenario, f"search for {wish.kind}"): 0.0,  # no series
        SkillDraft(f"any {wish.kind}", f"search {right} {wish.kind}"): 0.0,
    }
    assert {draft: suite.judge(task, draft) for draft in worth} == worth
    assert claimed_series(WISH, "maple forge mug", "search nova mug") == "nova"
    assert claimed_series(WISH, "maple forges mug", "search nova mug") is None
    rng = np.random.default_rng(0)
    drafts = Counter(suite.judge(task, suite.polluting_draft(task, rng)) for _ in range(300))
    assert set(drafts) == {0.0, -1.0} and 70 < drafts[-1.0] < 140


def test_a_task_of_another_shop_is_not_judged(suite):
    task = suite.tasks("test")[0]
    for foreign in (replace(task, instruction=suite.tasks("test")[1].instruction), replace(task, index=99_999)):
        with pytest.raises(DataError, match="is not task"):
            suite.judge(foreign, SkillDraft("any mug", "search nova mug"))


def test_poor_drafts_of_one_who_looked_are_about_what_was_opened():
    rng = np.random.default_rng(1)
    drafts = {poor_draft(WISH, rng, ["nova"]) for _ in range(60)}
    assert drafts == {
        SkillDraft("maple forge mug", "search mug"),
        SkillDraft("maple forge mug", "search nova mug"),
        SkillDraft("any mug", "search nova mug"),
    }


def test_other_tasks_pages_and_kinds_of_expert_are_refused(suite):
    other = AgentView(Task("t", "webshop", "test", 0, "buy me a hat", "fashion"), "", Observation(""), 8)
    with pytest.raises(DataError, match="shop of makers"):
        Explorer(EXPLORERS["explorer"]).answer("query", other)
    with pytest.raises(ConfigError, match="butler"):
        suite.expert(None, "butler")
    rich = WebshopSuite(replace(suite._config, observation="text_rich"))
    with pytest.raises(ConfigError, match="reads pages only as text, but got env.observation = text_rich"):
        rich.expert(None, "orderly")
    assert rich.expert(None, "oracle")


DEMONSTRATIONS = {"explorer": 256, "sloppy": 96}


@pytest.fixture(scope="module")
def demonstrated(shop_folder, suite):
    """The explorer in a world with a library and one without, the sloppy one in half of the first."""
    return demonstrations("webshop/makers/skill1", shop_folder, suite, DEMONSTRATIONS)


def test_demonstrations_are_in_words_that_a_tiny_policy_knows(demonstrated):
    tokens, played = demonstrated
    assert {kind: len(episodes) for kind, episodes in played.items()} == DEMONSTRATIONS
    require_known_words(tokens, played, longest=512)


def test_demonstrations_with_a_skill_win_more(demonstrated):
    episodes = demonstrated[1]["explorer"]
    used = [episode.success for episode in episodes if episode.used]
    blind = [episode.success for episode in episodes if not episode.used]
    assert np.mean(used) > 2 * np.mean(blind) and 0.12 < np.mean(blind) < 0.38


def test_demonstration_worlds_are_made_by_others(suite):
    (first, second) = (world[0][0].split for world in suite.demo_worlds("explorer", 200, 1000))
    assert (first, second) == ("demo:1000:0", "demo:1000:1")
    heldout = {read_wish(task.instruction).maker for task in suite.tasks("test")}
    for split in (first, second):
        env, task = suite.make(split), suite.tasks(split)[0]
        assert suite.split_source(split)[0].startswith("makers of demonstrations, made in memory; human goals")
        assert read_wish(task.instruction).maker not in heldout
        env.reset(task_index=0)
        assert env.step(f"search[{read_wish(task.instruction).kind}]")[0].admissible
    assert suite._demo_shop(first)._catalogue.products != suite._demo_shop(second)._catalogue.products
    with pytest.raises(DataError, match="demo:<seed>"):
        suite.tasks("demo:x")


def test_the_demonstrations_of_language_models_name_other_makers_as_well(suite):
    alone, crowd = (next(suite.demo_worlds(kind, 32, 1000))[0] for kind in ("explorer", "orderly"))
    assert [task.instruction for task in crowd] == [task.instruction for task in alone]
    assert {task.split for task in crowd} == {"demo:1000:0:crowd"}
    heldout = {read_wish(task.instruction).maker for task in suite.tasks("test")}
    asked = {read_wish(task.instruction).maker for task in suite.tasks("demo:1000:0")}
    makers_of = {
        split: [product.attributes[1:] for product in suite._demo_shop(split)._catalogue.products]
        for split in ("demo:1000:0", "demo:1000:0:crowd")
    }
    few, many = makers_of.values()
    # Whoever made a thing still makes it. 28 makers of six kinds each, on twelve kinds in eight series: 1.75 each.
    assert all(set(some) <= set(more) for some, more in zip(few, many, strict=True))
    assert np.mean([len(names) for names in many]) == 1.75 and np.mean([len(names) for names in few]) == 0.25
    named = {name for names in many for name in names}
    assert len(named) == 28 and asked < named and not named & heldout
    # As in the shop itself, where most pages of features name somebody.
    in_shop = np.mean([len(product.attributes) - 1 for product in suite._catalogue.products])
    assert 1.5 < in_shop < 2.0
