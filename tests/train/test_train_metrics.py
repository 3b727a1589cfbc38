"""Figures of a step that are easy to average over the wrong things."""

import gzip
import json
from dataclasses import replace

import pytest

from skill1.credit.credit import Credit
from skill1.errors import LibraryError
from skill1.rollout import metrics
from skill1.rollout.metrics import credit_metrics, episode_metrics, oracle_metrics, similarity_metrics
from skill1.schema import Candidate, Episode, EpisodeKey, Group, Segment, Skill, SkillDraft, Task
from skill1.train.records import Records
from skill1.train.trainer import summarise

TASK = Task("toy/0", "toy", "train", 0, "buy it", "garden")
SKILL = Skill("a", "when", "how", 0.75)
QUERY = Segment("query", 0, (1,), (2, 3, 4), (-0.5,) * 3, "stop", "", True, 0, 0)


def credited(episode: str, **advantages: float) -> list[Credit]:
    """Two segments of each stage."""
    return [
        Credit(episode, 0, Segment(stage, turn, (1,), (2, 3), (-0.5, -0.5), "stop", "", True, 0, 0), advantage)
        for stage, advantage in advantages.items()
        for turn in (0, 1)
    ]


def test_advantages_are_averaged_over_episodes_that_have_the_stage():
    """However many segments of it they have."""
    short = credited("e0", act=-1.0)[:1]
    metrics = credit_metrics([*short, *credited("e1", act=2.0, rerank=0.8)])
    assert metrics == {"credit/act/adv_abs": pytest.approx(1.5), "credit/rerank/adv_abs": pytest.approx(0.8)}


def test_turns_with_advantages_of_their_own_all_count():
    """As under `credit.utilisation: discounted`: (|−1| + |3|) / 2 = 2 in the first episode, .5 in the second."""
    short = credited("e1", act=0.5)[:1]
    assert credit_metrics([*by_turn("e0", -1.0, 3.0), *short]) == {"credit/act/adv_abs": pytest.approx(1.25)}


def by_turn(episode: str, *advantages: float) -> list[Credit]:
    """A segment of acting for each advantage."""
    acts = [replace(QUERY, stage="act", turn=turn) for turn in range(len(advantages))]
    return [Credit(episode, 0, act, advantage) for act, advantage in zip(acts, advantages, strict=True)]


def test_a_shared_advantage_is_one_number_in_the_episode_file_and_others_are_a_list(tmp_path):
    group = Group(TASK, (played(0, 1.0), played(1, 0.0)))
    first, second = (episode.id for episode in group.episodes)
    credits = [
        *credited(first, query=0.25, act=-1.0),
        *credited(second, query=0.5),
        *by_turn(second, -1.0, 3.0, -1.0),
    ]
    file = Records(tmp_path, episodes_every=1, episodes_mib=1.0).write_episodes(1, [group], credits)
    lines = [json.loads(line) for line in gzip.open(file, "rt", encoding="utf-8")]
    expected = [{"query": 0.25, "act": -1.0}, {"query": 0.5, "act": [-1.0, 3.0, -1.0]}]
    assert [line["advantages"] for line in lines] == expected


def test_an_episode_file_tells_with_the_advantage_of_an_episode_what_its_turns_add(tmp_path):
    group = Group(TASK, (played(0, 1.0), played(1, 0.0)))
    turns = [
        replace(c, turn_advantage=t) for c, t in zip(by_turn(group.episodes[0].id, 1, 1), (0.5, 0.0), strict=True)
    ]
    file = Records(tmp_path, episodes_every=1, episodes_mib=1.0).write_episodes(1, [group], turns)
    lines = [json.loads(line) for line in gzip.open(file, "rt", encoding="utf-8")]
    assert [line["advantages"] for line in lines] == [{"act": [1.5, 1.0]}, {}]


def test_the_score_is_there_where_the_environment_gives_one():
    def metrics(*scores):
        episodes = [played(i, 0.0, score=score) for i, score in enumerate(scores)]
        return episode_metrics([Group(TASK, (*episodes, played(9, 0.0, status="error")))])

    assert metrics(0.25, 1.0, 0.0)["outcome/mean_score"] == pytest.approx(1.25 / 3)
    assert "outcome/mean_score" not in metrics(None, None)


def played(rollout: int, outcome: float, *, used=None, withheld=None, **fields) -> Episode:
    fields = {"success": outcome == 1.0, "segments": (QUERY,), **fields}
    return Episode(EpisodeKey(0, 0, 0, rollout), TASK, used=used, withheld=withheld, outcome=outcome, **fields)


def with_controls() -> list[Group]:
    """Two used a skill and won 1 and .5, one had none and won 0; two controls won 1 and 0; one is in error."""
    return [
        Group(
            TASK,
            (
                played(0, 1.0, used=SKILL, skill_tokens=4),
                played(1, 0.5, used=SKILL, skill_tokens=4),
                played(2, 0.0),
                played(3, 1.0, withheld=SKILL, penalty=0.5),
                played(4, 0.0, withheld=SKILL),
                played(5, 0.0, withheld=SKILL, status="error"),
            ),
        )
    ]


def test_controls_have_figures_of_their_own_and_enter_no_outcome():
    metrics = episode_metrics(with_controls())
    assert metrics["control/episodes"] == 2.0
    assert metrics["control/success_rate"] == 0.5
    assert metrics["control/uplift"] == pytest.approx(0.75 - 0.5)
    assert metrics["outcome/success_rate"] == metrics["outcome/success/garden"] == pytest.approx(1 / 3)
    assert metrics["outcome/return"] == pytest.approx(0.5)
    assert metrics["outcome/success_with_skill"] == 0.5
    assert metrics["outcome/success_without_skill"] == 0.0  # the controls would make it 1/3
    assert metrics["select/none_share"] == pytest.approx(1 / 3)
    assert metrics["select/utility_of_used"] == 0.75
    assert metrics["prompt/skill_tokens_added"] == pytest.approx(8 / 3)


def test_the_similarity_of_a_search_needs_a_search():
    found = played(0, 1.0, query="heat", candidates=(Candidate(SKILL, 0.6, 0.6),))
    handed = played(1, 1.0, candidates=(Candidate(SKILL, 0.0, 0.1),))  # as by Skill-Pro's controller
    assert episode_metrics([Group(TASK, (found, handed))])["select/similarity"] == 0.6
    assert "select/similarity" not in episode_metrics([Group(TASK, (handed,))])


def test_an_unreadable_ranking_keeps_no_order():
    two = (Candidate(SKILL, 0.6, 0.6), Candidate(replace(SKILL, id="b"), 0.5, 0.5))
    chosen = played(0, 1.0, candidates=two, ranking=(1, 0))
    garbled = played(1, 0.0, candidates=two, ranking=(0, 1), ranking_valid=False)
    metrics = episode_metrics([Group(TASK, (chosen, garbled))])
    assert metrics["select/first_share"] == 0.0 and metrics["select/ndcg"] == 0.5
    assert "select/first_share" not in episode_metrics([Group(TASK, (garbled,))])


def test_controls_count_where_tokens_errors_and_the_training_of_actions_are_counted():
    metrics = episode_metrics(with_controls())
    assert metrics["tokens/generated"] == 5 * 3
    assert metrics["errors/episodes"] == 1.0
    pair = Group(TASK, (played(0, 1.0, used=SKILL), played(1, 0.0, withheld=SKILL)))
    assert episode_metrics([pair])["outcome/groups_with_spread"] == 1.0
    lost = Group(TASK, (played(0, 0.0, penalty=0.1), played(1, 0.0)))  # what acting is credited with differs
    assert episode_metrics([lost])["outcome/groups_with_spread"] == 1.0


def test_a_step_of_controls_has_no_outcome_and_one_without_them_no_control():
    only = episode_metrics([Group(TASK, (played(0, 1.0, withheld=SKILL),))])
    assert only["control/success_rate"] == 1.0
    assert "control/uplift" not in only and "outcome/success_rate" not in only and "select/none_share" not in only
    without = episode_metrics([Group(TASK, (played(0, 1.0, used=SKILL),))])
    assert not any(key.startswith("control/") for key in without)


class KnowingSuite:
    def judge(self, task, draft) -> float:
        return float(draft.strategy == "how")


class Shelf:
    def skills(self):
        return (SKILL,)


def test_the_oracle_judges_no_selection_of_controls():
    chose = played(0, 1.0, used=SKILL, draft=SkillDraft("when", "how"))
    kept_from = played(1, 0.0, withheld=SKILL)
    alone = oracle_metrics(KnowingSuite(), [Group(TASK, (chose,))], Shelf())
    assert oracle_metrics(KnowingSuite(), [Group(TASK, (chose, kept_from))], Shelf()) == alone


def test_of_a_large_library_nothing_is_told_that_takes_judging_all_of_it(monkeypatch):
    episode = played(0, 1.0, used=SKILL, candidates=(Candidate(SKILL, 0.9, 0.9),), draft=SkillDraft("when", "how"))
    groups = [Group(TASK, (episode,))]
    whole = oracle_metrics(KnowingSuite(), groups, Shelf())
    assert {"oracle/library_covers", "oracle/query_recall"} <= set(whole)
    monkeypatch.setattr(metrics, "MOST_JUDGED", 0)
    partly = oracle_metrics(KnowingSuite(), groups, Shelf())
    assert partly == {name: whole[name] for name in set(whole) - {"oracle/library_covers", "oracle/query_recall"}}
    assert {"oracle/selection_precision", "oracle/right_skills"} <= set(partly)


WRITING = (Segment("distill", 0, (1,), (2,), (-0.5,), "stop", "", True, 0, 0),)
DRAFT = SkillDraft("when", "how")


def wrote(rollout: int, outcome: float, *, best: float | None = None, draft=DRAFT, **fields) -> Episode:
    """An episode that wrote; ``best`` is the utility of its only candidate."""
    found = () if best is None else (Candidate(Skill("b", "when", "how", best), 0.9, 0.9),)
    return played(rollout, outcome, segments=WRITING, candidates=found, draft=draft, **fields)


def test_the_positive_rate_is_the_share_of_texts_whose_outcome_beats_the_library():
    """r − Û: 1 − .75, 1 − 0 (nothing retrieved), .5 − .5 (not above 0), 0 − .75; −1 for an invalid text after a win."""
    episodes = (
        wrote(0, 1.0, best=0.75),
        wrote(1, 1.0),
        wrote(2, 0.5, best=0.5),
        wrote(3, 0.0, best=0.75),
        wrote(4, 1.0, best=0.75, draft=None),
    )
    assert episode_metrics([Group(TASK, episodes)])["distill/positive_rate"] == pytest.approx(2 / 5)
    declined = wrote(5, 1.0, best=0.75, draft=None, declined=True)
    assert episode_metrics([Group(TASK, (*episodes, declined))])["distill/positive_rate"] == pytest.approx(3 / 6)


def test_who_wrote_nothing_and_controls_are_not_in_the_positive_rate():
    left_out = (played(1, 1.0), wrote(2, 1.0, withheld=SKILL), wrote(3, 1.0, status="error"))
    assert episode_metrics([Group(TASK, (wrote(0, 0.0), *left_out))])["distill/positive_rate"] == 0.0
    assert "distill/positive_rate" not in episode_metrics([Group(TASK, left_out)])


class Measured(Shelf):
    """Says what it was asked; the cosine is .25 for the skill "a" and .75 for others."""

    def __init__(self):
        self.asked = []

    def cosines(self, texts, skills):
        self.asked += zip(texts, (skill.id for skill in skills), strict=True)
        return [0.25 if skill.id == "a" else 0.75 for skill in skills]


def test_task_similarity_is_the_mean_over_episodes_and_asks_each_pair_once():
    library, other = Measured(), Skill("b", "when", "how", 0.5)
    episodes = [played(0, 1.0, used=SKILL), played(1, 0.0, used=SKILL), played(2, 0.0, used=SKILL)]
    episodes += [played(3, 0.0, used=other), played(4, 0.0), played(5, 1.0, withheld=other)]
    episodes += [played(6, 0.0, used=other, status="error")]
    found = similarity_metrics([Group(TASK, tuple(episodes))], library)
    assert found == {"select/task_similarity": pytest.approx((3 * 0.25 + 0.75) / 4)}
    assert library.asked == [("buy it", "a"), ("buy it", "b")]


def test_task_similarity_is_missing_without_a_library_a_skill_or_an_encoder(caplog):
    class Deaf(Measured):
        def cosines(self, texts, skills):
            raise LibraryError("the server of embeddings does not answer.")

    group = Group(TASK, (played(0, 1.0, used=SKILL),))
    assert similarity_metrics([group], None) == {}
    assert similarity_metrics([Group(TASK, (played(0, 1.0),))], Deaf()) == {}
    assert similarity_metrics([group], Deaf()) == {}
    assert "no task similarity in this step: the server of embeddings does not answer." in caplog.text


def test_the_closing_figures_say_over_how_many_steps_they_are(tmp_path):
    rows = [{"step": step, "outcome/success_rate": step / 10} for step in range(1, 4)]
    (tmp_path / "metrics.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    short = summarise(tmp_path)
    assert short["steps"] == short["averaged_steps"] == 3
    assert short["figures"]["outcome/success_rate"] == {"first": pytest.approx(0.2), "last": pytest.approx(0.2)}
