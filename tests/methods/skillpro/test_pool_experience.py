"""Experience pools: what is kept, for whom, and that a checkpoint can hold it."""

import json
from types import SimpleNamespace

from skill1.config import LibraryConfig
from skill1.library import Library
from skill1.library.curation_plan import Curation
from skill1.methods.skillpro.experience import (
    ExperiencePool,
    GoldenPool,
    Span,
    evolution_batch,
    experience_of,
    make_experience,
)
from skill1.methods.skillpro.settings import SkillProConfig
from skill1.methods.skillpro.writer import PoolWriter
from skill1.methods.teacher.writer import WriteFacts
from tests.methods.skillpro.samples import episode, experience


def test_an_experience_survives_json():
    one = experience(1.0, "A", "B", "A")
    assert experience_of(json.loads(json.dumps(one.record()))) == one
    assert one.calls == ["A", "B", "A"]
    assert one.episode.segments[0].response_ids == (3, 4) and one.episode.segments[0].prompt_ids == ()


def test_added_tokens_are_a_mean_over_turns():
    # Four turns: 10 tokens from turn 1 on, none from turn 3 on: (0 + 10 + 10 + 0) / 4.
    spans = [Span(1, "A", 10), Span(3, None, 0)]
    assert make_experience(episode(1.0, turns=4), spans).added_tokens_per_turn == 5.0
    assert make_experience(episode(1.0), ()).added_tokens_per_turn == 0.0


def test_an_episode_waits_once_with_each_skill_it_activated():
    pool = ExperiencePool(10)
    pool.add(experience(1.0, "A", "B", "A", number=1))
    pool.add(experience(0.0, "A", number=2))
    pool.add(experience(0.0, number=3))
    assert [e.episode.key.task for e in pool.of("A")] == [1, 2]
    assert [e.episode.key.task for e in pool.of("B")] == [1]
    assert len(pool.state()["kept"]) == 2  # the one without a skill is nobody's


def test_the_oldest_leave_a_full_pool_and_the_used_up_leave_at_once():
    pool = ExperiencePool(3)
    for number in range(5):
        pool.add(experience(0.0, "A", number=number))
    assert [e.episode.key.task for e in pool.of("A")] == [2, 3, 4]
    pool.keep_last("A", 1)
    assert [e.episode.key.task for e in pool.of("A")] == [4]
    pool.keep_last("A", 0)
    assert pool.of("A") == [] and pool.state()["kept"] == {}


def test_a_skill_that_is_gone_keeps_no_episodes():
    pool = ExperiencePool(10)
    pool.add(experience(0.0, "A", "B"))
    pool.forget_skills(["B"])
    assert pool.of("A") == [] and len(pool.of("B")) == 1


def test_a_restored_pool_goes_on_as_the_first():
    pools = [ExperiencePool(3), ExperiencePool(3)]
    for number in range(4):
        pools[0].add(experience(0.5, "A", number=number))
    pools[1].restore(json.loads(json.dumps(pools[0].state())))
    for pool in pools:
        pool.add(experience(1.0, "A", "B", number=9))
    assert json.dumps(pools[0].state()) == json.dumps(pools[1].state())


def test_the_golden_pool_keeps_the_best_and_of_equals_the_first():
    golden = GoldenPool(2)
    for number, reward in enumerate((0.0, 1.0, 0.5, 1.0)):
        golden.add(experience(reward, "A", number=number))
    assert [(e.reward, e.episode.key.task) for e in golden.best(5)] == [(1.0, 1), (1.0, 3)]
    restored = GoldenPool(2)
    restored.restore(json.loads(json.dumps(golden.state())))
    assert restored.best(2) == golden.best(2)


def test_a_checkpoint_holds_golden_episodes_only_for_gates_that_check_them():
    golden = GoldenPool(20)
    golden.add(experience(1.0, "A"))
    for checks, kept in ((0, 0), (1, 1)):
        writer = PoolWriter(SkillProConfig(golden_checks=checks), dict)
        old = {"baselines": {}, "experiences": ExperiencePool(1).state(), "golden": golden.state()}
        writer.restore(json.loads(json.dumps(old)))
        assert len(writer.state()["golden"]) == kept


def test_seeds_that_a_person_has_banned_do_not_come_back(tmp_path):
    teacher = SimpleNamespace(ask=lambda asked: [])
    with Library.in_memory(LibraryConfig(encoder="hashing")) as library:

        def write(step):
            PoolWriter(SkillProConfig(seeds="household"), dict).write(
                WriteFacts((), step, 9, library, teacher, None, None, None, tmp_path)
            )
            return library.skills()

        seeds = write(1)
        library.curate([Curation("ban", seed.id) for seed in seeds], step=1)
        assert len(seeds) > 1 and write(2) == ()


def test_a_batch_is_half_worst_and_half_best():
    rewards = (0.5, 0.0, 1.0, 0.2, 0.9, 0.1, 0.4)
    experiences = [experience(reward, "A") for reward in rewards]
    assert [e.reward for e in evolution_batch(experiences, 4)] == [0.0, 0.1, 0.9, 1.0]
    assert [e.reward for e in evolution_batch(experiences[:3], 4)] == [0.5, 0.0, 1.0]
