"""GiGPO's anchors, returns and advantages, by hand, by rule and against a slow oracle."""

import math
import statistics
from dataclasses import replace
from difflib import SequenceMatcher

import pytest
from credit_records import EXACT, Trends, episode, group, segment
from hypothesis import given, settings
from hypothesis import strategies as st

from skill1.config import CreditConfig, Skill1Config
from skill1.config.load import load_config
from skill1.credit.credit import StepFacts, by_episode
from skill1.credit.grpo import anchor_groups, return_advantages, step_advantages, step_returns
from skill1.credit.rows import weighed
from skill1.errors import ConfigError
from skill1.methods import make_recipe
from skill1.schema import Turn

GIGPO = CreditConfig(utilisation="gigpo", gigpo_gamma=0.5)
EPSILON = 1e-6


def walk(rollout: int, *turns: tuple[str, float], outcome: float | None = None, **fields):
    """An episode of (observation, reward) turns; an action is invalid where the observation ends in ``!``."""
    played = tuple(Turn(seen.rstrip("!"), "go", not seen.endswith("!"), reward) for seen, reward in turns)
    total = sum(reward for _, reward in turns) if outcome is None else outcome
    made = episode(rollout, outcome=total, tokens={"act": [2] * len(turns)}, **fields)
    return replace(made, turns=played)


def three_walks():
    """The room is seen three times (once twice by the same episode), the hall twice, the shed once."""
    return group(
        walk(0, ("room", 0.0), ("hall", 0.0), ("shed", 1.0)),  # returns .25, .5, 1
        walk(1, ("room", 0.0), ("room", 0.0)),  # returns 0, 0
        walk(2, ("hall", 1.0)),  # return 1
    )


def test_returns_by_hand():
    assert step_returns(walk(0, ("a", 0.0), ("b", 0.0), ("c", 1.0)), 0.5) == [0.25, 0.5, 1.0]
    assert step_returns(walk(0, ("a", 0.5), ("b", -1.0), ("c", 2.0)), 1.0) == [1.5, 1.0, 2.0]
    assert step_returns(walk(0), 0.5) == []


def test_an_invalid_action_costs_its_own_turn_alone():
    # coefficient .3, two of three turns invalid: the episode holds .3 x 2/3 = .2
    played = walk(0, ("a!", 0.0), ("b", 0.0), ("c!", 1.0), penalty=0.2)
    assert step_returns(played, 0.5) == pytest.approx([0.25 - 0.3, 0.5, 1.0 - 0.3], abs=EXACT)


def test_anchors_by_hand():
    assert anchor_groups(["room", "hall", "shed", "room", "room", "hall"]) == [[0, 3, 4], [1, 5], [2]]
    assert anchor_groups(["Room", "room"]) == [[0], [1]]
    assert anchor_groups([]) == []


def test_similar_texts_join_the_first_group_whose_first_member_is_similar():
    # "abcdefghij" and "abcdefghiX" share 9 of 10 characters: ratio .9; the third differs by two from the first
    texts = ["abcdefghij", "abcdefghiX", "abcdefghYX"]
    assert anchor_groups(texts, 0.9) == [[0, 1], [2]]
    assert anchor_groups(texts, 0.91) == [[0], [1], [2]]
    assert anchor_groups(texts, 0.8) == [[0, 1, 2]]
    assert anchor_groups([*texts, texts[2]], 0.9) == [[0, 1], [2, 3]]


def test_the_mean_normaliser_by_hand():
    config = replace(GIGPO, gigpo_normalise="mean", gigpo_omega=2.0)
    added = step_advantages(three_walks(), config)
    room, hall = 0.25 / 3, 0.75  # means of (.25, 0, 0) and (.5, 1)
    first, second, third = (added[e.id] for e in three_walks().episodes)
    assert first == pytest.approx((2 * (0.25 - room), 2 * (0.5 - hall), 0.0), abs=EXACT)
    assert second == pytest.approx((-2 * room, -2 * room), abs=EXACT)
    assert third == pytest.approx((2 * (1 - hall),), abs=EXACT)


def test_the_standard_deviation_is_that_of_the_anchor_group_with_one_degree_less():
    added = step_advantages(three_walks(), GIGPO)
    room = math.sqrt(((1 / 6) ** 2 + 2 * (1 / 12) ** 2) / 2) + EPSILON  # of (.25, 0, 0)
    hall = math.sqrt(2 * 0.25**2) + EPSILON  # of (.5, 1)
    first, second, third = (added[e.id] for e in three_walks().episodes)
    assert first == pytest.approx((1 / 6 / room, -0.25 / hall, 0.0), abs=EXACT)
    assert second == pytest.approx((-1 / 12 / room,) * 2, abs=EXACT)
    assert third == pytest.approx((0.25 / hall,), abs=EXACT)


def test_episodes_in_error_are_in_no_anchor_group():
    broken = replace(walk(3, ("room", 1.0)), status="error")
    with_it = step_advantages(group(*three_walks().episodes, broken), GIGPO)
    assert with_it == step_advantages(three_walks(), GIGPO)


def credited(config: CreditConfig, method: str = "grpo", library=None, of=None):
    made = make_recipe(Skill1Config(method=method, credit=config))
    credits, _ = made.credit(StepFacts([of or three_walks()], 5, library, {}, ()))
    return list(by_episode(credits).values())


@pytest.mark.parametrize("normaliser", ["mean_std", "mean"])
def test_the_whole_advantage_is_that_of_the_episode_plus_that_of_the_turn(normaliser):
    config = replace(GIGPO, gigpo_normalise=normaliser)
    entries = credited(config)
    outcomes = [1.0, 0.0, 1.0]
    spread = statistics.stdev(outcomes) + EPSILON if normaliser == "mean_std" else 1.0
    of_episode = [(r - 2 / 3) / spread for r in outcomes]
    added = step_advantages(three_walks(), config)
    for entry, played, base in zip(entries, three_walks().episodes, of_episode, strict=True):
        assert [credit.advantage for credit in entry] == pytest.approx([base] * len(entry), abs=EXACT)
        got = [credit.total for credit in entry]
        assert got == pytest.approx([base + extra for extra in added[played.id]], abs=EXACT)


def test_equal_outcomes_still_teach_where_the_turns_differ():
    """Both win; the one that took a turn more at the room has the lower return there."""
    both = group(walk(0, ("room", 0.0), ("room", 1.0)), walk(1, ("room", 1.0)))
    [slow, quick] = credited(GIGPO, of=both)
    assert slow[0].advantage == 0 and all(any(credit.total for credit in entry) for entry in (slow, quick))
    assert slow[0].turn_advantage < 0 < quick[0].turn_advantage


def test_skill1_can_use_it_and_its_query_shares_the_part_of_the_episode():
    config = replace(GIGPO, gigpo_normalise="mean")
    asked = [replace(e, segments=(segment("query", 1), *e.segments), draft=None) for e in three_walks().episodes]
    for entry in credited(config, method="skill1", library=Trends(), of=group(*asked)):
        [query] = [credit for credit in entry if credit.segment.stage == "query"]
        actions = [credit for credit in entry if credit.segment.stage == "act"]
        assert query.turn_advantage is None and all(a.turn_advantage is not None for a in actions)
        assert query.advantage == actions[0].advantage


def test_weights_do_not_depend_on_it():
    plain, turned = (credited(config) for config in (CreditConfig(), GIGPO))
    for normalise in ("equation", "token"):
        weights = [
            [(c.weight, c.kl_weight) for c in weighed([c for entry in entries for c in entry], 3, normalise)]
            for entries in (plain, turned)
        ]
        assert weights[0] == weights[1]
    assert all(credit.turn_advantage is None for entry in plain for credit in entry)


WALKS = st.lists(
    st.lists(st.tuples(st.sampled_from(["a", "b", "c", "dd"]), st.sampled_from([0.0, 0.5, 1.0])), max_size=5),
    min_size=2,
    max_size=5,
)


@given(WALKS, st.sampled_from(["mean", "mean_std"]), st.floats(0.1, 1.0))
def test_against_a_slow_oracle(walks, normaliser, gamma):
    played = group(*(walk(i, *turns) for i, turns in enumerate(walks)))
    config = replace(GIGPO, gigpo_normalise=normaliser, gigpo_gamma=gamma)
    got = step_advantages(played, config)

    def later(turns, t):
        return sum(gamma ** (k - t) * turns[k][1] for k in range(t, len(turns)))

    for i, turns in enumerate(walks):
        for t, (seen, _) in enumerate(turns):
            peers = [later(w, s) for w in walks for s, (other, _) in enumerate(w) if other == seen]
            difference = later(turns, t) - statistics.fmean(peers)
            scale = 1.0
            if normaliser == "mean_std" and len(peers) > 1:
                scale = statistics.stdev(peers) + EPSILON
            assert got[played.episodes[i].id][t] == pytest.approx(difference / scale, abs=1e-6)


@given(WALKS)
def test_within_an_anchor_group_advantages_add_up_to_nothing(walks):
    played = group(*(walk(i, *turns) for i, turns in enumerate(walks)))
    added = [a for e in played.episodes for a in step_advantages(played, GIGPO)[e.id]]
    seen = [turn.observation for e in played.episodes for turn in e.turns]
    for members in anchor_groups(seen):
        assert sum(added[i] for i in members) == pytest.approx(0, abs=1e-6)
        assert len(members) > 1 or added[members[0]] == 0


@given(st.lists(st.text("ab c", max_size=6), max_size=8), st.one_of(st.none(), st.floats(0.5, 1.0)))
@settings(max_examples=60)
def test_anchor_groups_are_a_partition(texts, similarity):
    groups = anchor_groups(texts, similarity)
    assert sorted(i for members in groups for i in members) == list(range(len(texts)))
    for members in groups:
        first = texts[members[0]]
        least = 1.0 if similarity is None else similarity
        assert all(
            t == first or SequenceMatcher(None, t, first).ratio() >= least for t in (texts[i] for i in members)
        )


@pytest.mark.parametrize(
    ("key", "value"),
    [("gigpo_gamma", 0.0), ("gigpo_gamma", 1.5), ("gigpo_omega", -1.0), ("gigpo_similarity", 1.2)],
)
def test_impossible_values_are_refused(key, value):
    with pytest.raises(ConfigError, match=f"credit.{key} = {value}"):
        Skill1Config(credit=CreditConfig(**{key: value}))


@pytest.mark.parametrize(
    ("env", "normaliser"), [("household", "mean_std"), ("alfworld", "mean_std"), ("webshop", "mean")]
)
def test_the_configurations_are_those_of_the_scripts(env, normaliser):
    config = load_config(f"{env}/gigpo")
    assert (config.method, config.credit.utilisation, config.credit.gigpo_normalise) == (
        "grpo",
        "gigpo",
        normaliser,
    )
    assert (config.credit.gigpo_gamma, config.credit.gigpo_omega, config.credit.gigpo_similarity) == (
        0.95,
        1.0,
        None,
    )


def test_discounted_returns_by_hand():
    # Returns .25, .5, 1 | 0, 0 | 1 of six turns: mean 2.75/6 = .4583, squares 2.3125 - 6 x .2101 = 1.0521,
    # std = sqrt(1.0521 / 5) = .4587. First turn (.25 - .4583) / .4587 = -.4542, the last (1 - .4583) / .4587 = 1.1809.
    found = return_advantages(three_walks(), 0.5)
    first, second, third = found.values()
    assert first == pytest.approx((-0.4542, 0.0908, 1.1809), abs=5e-4)
    assert second == pytest.approx((-0.9992, -0.9992), abs=5e-4) and third == pytest.approx((1.1809,), abs=5e-4)


def test_the_rule_gives_each_action_its_own_return():
    discounted = Skill1Config(method="grpo", credit=CreditConfig(utilisation="discounted", gigpo_gamma=0.5))
    played = three_walks()
    credits, _ = make_recipe(discounted).credit(StepFacts([played], 1, None, {}, ()))
    expected = [a for turns in return_advantages(played, 0.5).values() for a in turns]
    assert [c.total for c in credits] == expected and all(c.turn_advantage is None for c in credits)


@given(st.lists(st.lists(st.sampled_from([0.0, 0.5, 1.0]), min_size=1, max_size=5), min_size=2, max_size=5))
def test_discounted_advantages_of_a_group_sum_to_nothing(rewards):
    played = group(*(walk(i, *(("room", r) for r in row), outcome=0.0) for i, row in enumerate(rewards)))
    every = [a for turns in return_advantages(played, 0.9).values() for a in turns]
    assert math.fsum(every) == pytest.approx(0.0, abs=1e-9)
    assert [len(turns) for turns in return_advantages(played, 0.9).values()] == [len(row) for row in rewards]
