"""Names and streams: what appears when, and what must never appear."""

from __future__ import annotations

from collections import Counter
from itertools import islice

import pytest

from skill1_envs.alfworld.generate import homes
from skill1_envs.alfworld.generate.homes import PLACES, draw_names
from skill1_envs.kit.draws import TREES, all_names, num_alike

SEEDS = (0, 1, 2, 77)


def scenes(chores) -> set[int]:
    return {chore.home.room.scene for chore in chores}


def names(chores) -> set[str]:
    return {chore.home.name for chore in chores}


def demo(seed: int, worlds: int = 12) -> list:
    return [chore for world in range(worlds) for chore in homes.demo_chores(seed, 5, world)]


@pytest.mark.parametrize("seed", SEEDS)
def test_heldout_names_appear_nowhere_else(seed):
    drawn = draw_names(seed)
    assert len(set(drawn.train)) == 24 and len(set(drawn.heldout)) == 6
    assert not set(drawn.heldout) & set(drawn.train)
    assert set(drawn.demo) == set(all_names(TREES, PLACES)) - set(drawn.heldout)
    assert num_alike(drawn.heldout) == 2


@pytest.mark.parametrize("seed", SEEDS)
def test_training_names_come_in_blocks_in_which_one_word_is_not_enough(seed):
    train = draw_names(seed).train
    for i in range(0, 24, 4):
        trees, places = zip(*(name.split() for name in train[i : i + 4]), strict=True)
        assert sorted(Counter(trees).values()) == sorted(Counter(places).values()) == [2, 2]
    assert {name.split()[0] for name in train} == set(TREES)
    assert {name.split()[1] for name in train} == set(PLACES)


def test_num_alike_counts_pairs_with_a_common_word():
    assert num_alike(["oak hill", "oak lake", "elm hill", "ash bay"]) == 2


def test_words_of_names_are_single_and_different():
    assert len({*TREES, *PLACES}) == 24
    assert all(word.isalpha() and word.islower() for word in (*TREES, *PLACES))


@pytest.mark.parametrize("seed", SEEDS)
def test_heldout_homes_share_neither_room_nor_name_with_training_and_demonstrations(seed):
    train = list(islice(homes.train_chores(seed), 1200))
    seen = list(islice(homes.seen_chores(seed), 200))
    unseen = list(islice(homes.unseen_chores(seed), 300))
    for others in (train, seen, demo(seed)):
        assert not scenes(others) & scenes(unseen)
        assert not names(others) & names(unseen)


@pytest.mark.parametrize("seed", SEEDS)
def test_training_never_asks_what_valid_seen_asks(seed):
    def asked(chores) -> set:
        return {(chore.home.name, chore.goal) for chore in chores}

    train = asked(islice(homes.train_chores(seed), 4800))
    seen = asked(islice(homes.seen_chores(seed), 144))
    assert len(seen) == 144  # every (home, kind) once
    assert not train & seen
    assert {name for name, _ in train} == {name for name, _ in seen}


def test_training_deals_whole_decks_and_moves_one_home_at_a_time():
    chores = list(islice(homes.train_chores(1), 48 * 30))
    decks = [chores[i : i + 48] for i in range(0, len(chores), 48)]
    for deck in decks:
        cards = Counter((chore.home.name, chore.goal.target) for chore in deck)
        assert set(cards.values()) == {1} and len(cards) == 48
        assert len(names(deck)) == 8
    for before, after in zip(decks, decks[1:], strict=False):
        assert len(names(before) & names(after)) == 7
    assert names(decks[0]) == names(decks[24])


def test_rounds_of_valid_unseen_play_every_kind_of_every_home_equally():
    size = homes.round_size(2)
    assert size == 108
    chores = list(islice(homes.unseen_chores(2), 3 * size))
    for i in range(0, len(chores), size):
        cards = Counter((chore.home.name, chore.goal.target) for chore in chores[i : i + size])
        assert len(cards) == 36 and set(cards.values()) == {3}


def test_demonstration_worlds_have_four_homes_of_their_own():
    worlds = [homes.demo_chores(0, 9, number) for number in range(10)]
    for world in worlds:
        assert len(world) == 192 and len(names(world)) == 4
    facts = {str(sorted({c.home.name: c.home.habits for c in world}.items())) for world in worlds}
    assert len(facts) == 10
    assert homes.demo_chores(0, 10, 0) != worlds[0]


def test_every_word_of_a_home_name_is_shown_in_demonstrations():
    shown = {word for name in names(demo(0, 40)) for word in name.split()}
    assert shown == {*TREES, *PLACES}


def test_streams_depend_on_the_seed_alone():
    def told(seed: int, number: int) -> list:
        return [(chore.task, chore.home.habits) for chore in islice(homes.train_chores(seed), number)]

    assert told(3, 100)[:60] == told(3, 60)
    assert told(3, 60) != told(4, 60)
