"""Realised distillation credit: the delay, what a text became, and its original group."""

import pytest
from credit_records import EXACT, episode, group, segment, skill
from hypothesis import given
from hypothesis import strategies as st

from skill1.config import CreditConfig
from skill1.credit.credit import PendingGroup, Written
from skill1.credit.skill1 import remember, settle, worth

CONFIG = CreditConfig(distillation="realised", realised_delay=4, invalid_value=-0.3, scale=0.3)
SUCCESS_TREND = 0.5
SKILLS = {
    "used": skill("used", 0.8, selected=3),
    "fresh": skill("fresh", 0.9, selected=0),
    "gone": skill("gone", 0.2, selected=5, status="retired"),
    "older": skill("older", 0.65, selected=9),
}


def resolve(name: str):
    """As ``Library.resolve``: the text named ``merged`` was merged into ``older``."""
    return SKILLS["older"] if name == "merged" else SKILLS[name]


def written(name: str | None, *, is_valid: bool = True, episode_id: str = "e") -> Written:
    return Written(episode_id, segment("distill", 3), name, is_valid)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (written("used"), 0.8),
        (written("merged"), 0.65),  # the skill that stayed
        (written("gone"), 0.2),  # its last U
        (written("fresh"), SUCCESS_TREND),  # never handed to an actor: nothing is known
        (written(None), SUCCESS_TREND),  # declined, or not admitted
        (written(None, is_valid=False), -0.3),
        (written("used", is_valid=False), -0.3),
    ],
)
def test_worth(text, expected):
    assert worth(text, resolve, SUCCESS_TREND, CONFIG) == expected


def test_remember_keeps_survivors_that_wrote_with_what_became_of_it():
    tokens = {"act": [2], "distill": [5]}
    members = [
        episode(0, tokens=tokens),
        episode(1, tokens=tokens, draft=None),
        episode(2, tokens=tokens, draft=None, declined=True),
        episode(3, tokens=tokens, status="error"),
        episode(4, tokens={"act": [2]}),
    ]
    pending = remember(group(*members), {members[0].id: "used"}, step=7)
    assert pending.step == 7
    assert [(w.episode, w.skill, w.is_valid) for w in pending.written] == [
        (members[0].id, "used", True),
        (members[1].id, None, False),
        (members[2].id, None, True),
    ]
    assert all(w.segment.stage == "distill" and len(w.segment.response_ids) == 5 for w in pending.written)


def test_fewer_than_two_texts_are_not_remembered():
    assert remember(group(episode(0, tokens={"distill": [5]}), episode(1)), {}, 1) is None
    lonely = group(episode(0, tokens={"distill": [5]}), episode(1, tokens={"distill": [5]}, status="error"))
    assert remember(lonely, {}, 1) is None


def test_settle_by_hand():
    # values .8, .5, -.3, .2: mean .3; minus mean .5, .2, -.6, -.1; over .3
    pending = PendingGroup(1, (written("used"), written(None), written(None, is_valid=False), written("gone")))
    [(due, advantages)], rest = settle((pending,), 5, resolve, SUCCESS_TREND, CONFIG)
    assert due is pending and rest == ()
    assert advantages == pytest.approx([5 / 3, 2 / 3, -2, -1 / 3], abs=EXACT)


def test_each_group_is_centred_on_its_own():
    first = PendingGroup(1, (written("used"), written("used")))
    second = PendingGroup(1, (written("used"), written("gone")))
    settled, _ = settle((first, second), 5, resolve, SUCCESS_TREND, CONFIG)
    assert settled[0][1] == [0.0, 0.0]
    assert settled[1][1] == pytest.approx([1, -1], abs=EXACT)  # .8 and .2 around .5


@given(st.lists(st.integers(1, 12), max_size=8), st.integers(1, 12), st.integers(1, 6))
def test_exactly_the_groups_of_at_least_d_steps_ago_are_settled(steps, now, delay):
    config = CreditConfig(realised_delay=delay)
    buffer = tuple(PendingGroup(step, (written("used"), written(None))) for step in steps)
    settled, rest = settle(buffer, now, resolve, SUCCESS_TREND, config)
    assert [p.step for p, _ in settled] == [s for s in steps if s + delay <= now]
    assert [p.step for p in rest] == [s for s in steps if s + delay > now]
    assert all(p in buffer for p in rest)
