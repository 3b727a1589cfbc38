"""Random histories against a slow library made of dicts and loops."""

import math
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from skill1.library import Library
from skill1.library.encoder import HashingEncoder

from .builders import HASHING, episode

pytest.importorskip("faiss")

DESCRIPTIONS = ["heat the egg now", "Heat the egg now!", "cool a mug", "heat the egg", "clean a cloth", "!"]
STRATEGIES = ["go left", "Go  LEFT", "go right", "wait"]
QUERIES = ["heat the egg", "cool", "clean the mug now", "zebra", ""]


class SlowLibrary:
    """The same rules, written as plainly as possible; skills are dicts in order of admission."""

    def __init__(self, config):
        self.config, self.skills, self.success, self.no_skill = config, [], None, None
        self.encoder = HashingEncoder()

    def active(self):
        return [s for s in self.skills if s["status"] == "active"]

    def cosine(self, a, b):
        rows = self.encoder.encode([a, b])
        return float(rows[0] @ rows[1])

    def commit(self, episodes, step):
        fine = sorted((e for e in episodes if e.status == "ok"), key=lambda e: (e.key.task, e.key.rollout))
        for e in fine:
            self.credit(e)
        self.success = self.trend(self.success, [e.outcome for e in fine])
        self.no_skill = self.trend(self.no_skill, [e.outcome for e in fine if e.used is None])
        for e in fine:
            if e.draft is not None and e.success:
                self.admit(e, step)
        self.retire(step)

    def credit(self, e):
        now = {s["id"]: s for s in self.active()}
        for c in e.candidates:
            if c.skill.id in now:
                now[c.skill.id]["retrieved"] += 1
        if e.used is not None and e.used.id in now:
            now[e.used.id]["selected"] += 1
            now[e.used.id]["wins"] += int(e.success)
        moved = [c.skill.id for c in e.candidates] if self.config.utility_update == "retrieved" else []
        if self.config.utility_update == "selected" and e.used is not None:
            moved = [e.used.id]
        for name in moved:
            if name in now:
                self.move(now[name], e.outcome)

    def move(self, skill, outcome):
        skill["utility"] = (1 - self.config.alpha) * skill["utility"] + self.config.alpha * outcome

    def trend(self, old, values):
        if not values:
            return old
        mean = sum(values) / len(values)
        return mean if old is None else 0.8 * old + 0.2 * mean

    def admit(self, e, step):
        def text(t):
            return " ".join(t.split()).casefold()

        same = [s for s in self.active() if text(s["strategy"]) == text(e.draft.strategy)]
        equal = [s for s in same if text(s["description"]) == text(e.draft.description)]
        cosines = [self.cosine(s["description"], e.draft.description) for s in same]
        older = equal[0] if equal else None
        if older is None and cosines and max(cosines) >= self.config.merge_similarity:
            older = same[cosines.index(max(cosines))]
        if older is not None:
            self.move(older, e.outcome)
            return
        utility = self.success if self.config.initial_utility is None else self.config.initial_utility
        self.skills.append(
            {"id": None, "source": e.id, "description": e.draft.description, "strategy": e.draft.strategy,
             "utility": utility, "retrieved": 0, "selected": 0, "wins": 0, "born": step, "status": "active"}
        )  # fmt: skip

    def retire(self, step):
        log = math.log1p if self.config.retirement == "log1p" else math.log
        while len(self.active()) > self.config.capacity:

            def order(s):
                score = s["utility"] * log(s["selected"]) if s["selected"] else 0.0
                return step - s["born"] < max(1, self.config.protect_steps), score, s["born"], s["id"]

            min(self.active(), key=order)["status"] = "retired"

    def retrieve(self, query, training):
        total = sum(s["retrieved"] + 1 for s in self.active())
        found = []
        for s in self.active():
            cosine = self.cosine(query, s["description"])
            if cosine >= self.encoder.threshold:
                bonus = math.sqrt(math.log(total) / (s["retrieved"] + 1)) if training else 0.0
                value = s["utility"] + self.config.ucb_scale * bonus
                w = self.config.similarity_weight
                found.append((-(w * cosine + (1 - w) * value), s["id"]))
        return sorted(found)[: self.config.top_k]


configs = st.builds(
    lambda **changes: replace(HASHING, alpha=0.3, top_k=2, **changes),
    similarity_weight=st.sampled_from([0.6, 1.0]),  # under 1 utilities and counts do not show in retrieval
    utility_update=st.sampled_from(["retrieved", "selected"]),
    initial_utility=st.sampled_from([None, 0.5]),
    retirement=st.sampled_from(["log1p", "log"]),
    capacity=st.integers(1, 4),
    protect_steps=st.integers(0, 2),
)
attempts = st.tuples(
    st.sampled_from([0.0, 0.25, 1.0]),  # outcome
    st.sampled_from(QUERIES),
    st.booleans(),  # whether the first candidate is used
    st.none() | st.tuples(st.sampled_from(DESCRIPTIONS), st.sampled_from(STRATEGIES)),
    st.sampled_from(["ok", "ok", "ok", "error"]),
)
histories = st.lists(st.lists(attempts, max_size=6), max_size=6)


def play(library, rows, step):
    """Episodes whose candidates were retrieved from the library as it is, in an order that is not the commit's."""
    episodes = []
    for rollout, (outcome, query, uses, draft, status) in enumerate(rows):
        found = [c.skill for c in library.retrieve(query, training=True)]
        used = found[0] if uses and found else None
        episodes.append(
            episode(
                rollout % 2, rollout // 2, step=step, outcome=outcome,
                candidates=found, used=used, draft=draft, status=status,
            )
        )  # fmt: skip
    return episodes[::-1]


def names_from(slow, library):
    """Give the slow library's new skills the ids of the real one; sources are unique."""
    ids = {s.source_episode: s.id for s in library.skills(None)}
    for skill in slow.skills:
        skill["id"] = ids[skill["source"]]


def assert_equal(library, slow):
    real = {s.id: (s.utility, s.retrieved, s.selected, s.wins, s.status) for s in library.skills(None)}
    keys = ("utility", "retrieved", "selected", "wins", "status")
    assert real == {s["id"]: tuple(s[k] for k in keys) for s in slow.skills}
    assert [s.id for s in library.skills()] == [s["id"] for s in slow.active()]
    assert (library.success_trend, library.no_skill_trend) == (slow.success or 0.0, slow.no_skill or 0.0)
    for query in QUERIES:
        for training in (True, False):
            expected = slow.retrieve(query, training)
            found = library.retrieve(query, training=training)
            assert [c.score for c in found] == pytest.approx([-score for score, _ in expected], abs=1e-6)
            assert len({score for score, _ in expected}) < len(expected) or (
                [c.skill.id for c in found] == [name for _, name in expected]
            )


class Admitting(SlowLibrary):
    """Takes the ids of new skills from the real library before it retires: ties go by id."""

    def __init__(self, config, library):
        super().__init__(config)
        self.library = library

    def retire(self, step):
        names_from(self, self.library)
        super().retire(step)


@settings(max_examples=60)
@given(configs, histories)
def test_random_histories_equal_the_slow_library_and_survive_reopening(tmp_path_factory, config, history):
    path = tmp_path_factory.mktemp("oracle") / "library.sqlite"
    library = Library.open(path, config, create=True)
    slow = Admitting(config, library)
    for step, rows in enumerate(history):
        episodes = play(library, rows, step)
        report = library.commit(episodes, step=step, policy_version=step)
        slow.commit(episodes, step)
        assert report.version == library.version == step + 1
        assert_equal(library, slow)
    assert library.check() == []
    library.close()
    with Library.open(path, config) as again:
        assert_equal(again, slow)
        assert again.version == len(history)


@settings(max_examples=20)
@given(configs, st.lists(attempts, min_size=2, max_size=6), st.randoms(use_true_random=False))
def test_the_order_episodes_come_in_does_not_matter(config, rows, random):
    first, second = Library.in_memory(config), Library.in_memory(config)
    for step in range(2):
        episodes = play(first, rows, step)
        shuffled = random.sample(episodes, len(episodes))
        one = first.commit(episodes, step=step, policy_version=0)
        assert second.commit(shuffled, step=step, policy_version=0) == one
    assert first.skills(None) == second.skills(None)
