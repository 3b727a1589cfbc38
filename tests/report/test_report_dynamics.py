"""The page of the paper's figures: what it takes from episode files where metrics lack it, and how skills are used."""

import json
import random
import shutil
from contextlib import closing
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skill1.config import LibraryConfig
from skill1.library import Library
from skill1.library.curation_plan import Curation
from skill1.library.encoder import HashingEncoder
from skill1.report import open_view
from skill1.report.dynamics import curves_from_episodes, gini, top_share, use_of_skills
from skill1.report.episode_files import list_file
from skill1.rollout.metrics import episode_metrics, similarity_metrics
from skill1.schema import Candidate, Episode, EpisodeKey, Group, Segment, Skill, SkillDraft, Task
from skill1.train.records import read_metrics
from tests.report.builders import LAST, STEPS, write_lines

COUNTS = st.lists(st.integers(0, 400), min_size=1, max_size=60)
TASK = Task("toy/0", "toy", "train", 0, "put the mug away", "put")


def without(run, *keys):
    """Takes keys out of metrics.jsonl, as if the run were older than they."""
    file = run / "metrics.jsonl"
    rows = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    kept = [{key: value for key, value in row.items() if key not in keys} for row in rows]
    file.write_text("".join(json.dumps(row) + "\n" for row in kept), encoding="utf-8")


def test_an_older_run_shows_from_its_episodes_what_its_metrics_would_say(run):
    """The three steps that the trainer played; the fourth is by hand and wrote no metrics of this kind."""
    rows = [row for row in read_metrics(run)[:STEPS] if "distill/positive_rate" in row]
    without(run, "distill/positive_rate")
    curve = open_view(run, share=1).dynamics()["from_episodes"]["distill/positive_rate"]
    assert rows and curve["steps"] == [row["step"] for row in rows]
    assert curve["values"] == pytest.approx([row["distill/positive_rate"] for row in rows], abs=1e-5)


def test_what_the_metrics_have_is_not_worked_out_again(view):
    curves = view.dynamics()["from_episodes"]
    assert "distill/positive_rate" not in curves


def test_controls_and_errors_are_left_out(run):
    """Of the step by hand: a win and a loss, both with the skill of utility .5; a control, and one in error."""
    without(run, "select/best_utility")
    best = open_view(run, share=1).dynamics()["from_episodes"]["select/best_utility"]
    (entry,) = (
        e
        for e in list_file(run / "episodes" / f"step_{LAST:06d}.jsonl.gz").entries
        if e.row["success"] and e.row["used"]
    )
    assert best["steps"][-1] == LAST and best["values"][-1] == pytest.approx(entry.best_utility, abs=1e-6)


def written(folder, *episodes):
    """The episode file of step 1."""
    file = folder / "step_000001.jsonl.gz"
    write_lines(file, Group(TASK, episodes), {})
    return file


def made_up_episode(rng: random.Random, rollout: int) -> Episode:
    """Any kind of episode: with and without candidates, text, decline, control and error."""
    skills = [
        Skill(f"k{i}", f"a mug {i} is to be put away", "how", rng.choice((0.0, 0.25, 0.5, 1.0)))
        for i in range(rng.randint(0, 3))
    ]
    stages = ("act", "distill")[: rng.randint(1, 2)]
    return Episode(
        EpisodeKey(0, 1, 0, rollout),
        TASK,
        tuple(Segment(stage, 0, (1,), (2,), (-0.5,), "stop", "", True, 0, 0) for stage in stages),
        candidates=tuple(Candidate(skill, 0.5, 0.5) for skill in skills),
        used=skills[0] if skills and rng.random() < 0.6 else None,
        withheld=Skill("kc", "when", "how", 0.5) if rng.random() < 0.2 else None,
        outcome=rng.choice((0.0, 0.5, 1.0)),
        draft=SkillDraft("when", "how") if rng.random() < 0.6 else None,
        declined=rng.random() < 0.3,
        status="error" if rng.random() < 0.2 else "ok",
    )


@pytest.mark.parametrize("seed", range(6))
def test_episode_files_tell_what_training_measures(tmp_path, seed):
    rng = random.Random(seed)
    episodes = [made_up_episode(rng, rollout) for rollout in range(12)]
    groups = [Group(TASK, tuple(episodes))]
    entries = list_file(written(tmp_path, *episodes)).entries
    told = curves_from_episodes(entries, (), HashingEncoder.identity)
    with closing(Library.in_memory(LibraryConfig(encoder="hashing"))) as library:
        measured = episode_metrics(groups) | similarity_metrics(groups, library)
    for key in ("distill/positive_rate", "select/best_utility", "select/task_similarity"):
        expected = [pytest.approx(measured[key], abs=1e-6)] if key in measured else []
        assert told.get(key, {"values": []})["values"] == expected, key


def test_similarity_is_left_out_where_the_encoder_is_dear(tmp_path):
    skill = Skill("k", "put the mug away", "how", 0.5)
    episode = replace(made_up_episode(random.Random(0), 0), used=skill, withheld=None, status="ok")
    entries = list_file(written(tmp_path, episode)).entries
    assert "select/task_similarity" not in curves_from_episodes(entries, (), "all-MiniLM-L6-v2")
    curves = curves_from_episodes(entries, (), HashingEncoder.identity)
    assert curves["select/task_similarity"] == {"steps": [1], "values": [1.0]}


def test_use_by_hand():
    """Eight skills: two never used, two once, then 3, 12, 60 and 323 times; 400 uses."""
    use = use_of_skills([0, 1, 323, 3, 0, 12, 1, 60])
    assert (use["skills"], use["uses"], use["used"], use["frequent"]) == (8, 400, 6, 3)
    assert [(each["from"], each["to"], each["skills"]) for each in use["bins"]] == [
        *((0, 0, 2), (1, 1, 2), (2, 4, 1), (5, 9, 0), (10, 24, 1)),
        *((25, 49, 0), (50, 99, 1), (100, 249, 0), (250, None, 1)),
    ]
    assert use["bins"][-1]["of_uses"] == pytest.approx(323 / 400)
    assert [each["of_uses"] for each in use["top"]] == [pytest.approx(323 / 400)] * 2
    assert use["gini"] == pytest.approx((7 * 323 + 5 * 60 + 3 * 12 + 3 - 1 - 3) / (8 * 400))


def test_gini_and_top_share_by_hand():
    assert gini([3, 1, 0, 0]) == pytest.approx(0.625) and gini([2, 2, 2]) == 0.0
    assert gini([5, 0, 0, 0, 0]) == pytest.approx(0.8)  # one has all: 1 − 1/n
    assert top_share([6, 3, 1, *[0] * 17], 0.1) == pytest.approx(0.9)  # two of twenty skills
    assert gini([0, 0]) is None and top_share([0, 0], 0.1) is None


@given(COUNTS)
def test_bins_hold_every_skill_and_every_use_once(counts):
    use = use_of_skills(counts)
    assert sum(each["skills"] for each in use["bins"]) == len(counts)
    if sum(counts):
        assert sum(each["of_uses"] for each in use["bins"]) == pytest.approx(1.0)
        assert 0 <= use["gini"] < 1
        assert use["top"][0]["of_uses"] <= use["top"][1]["of_uses"] <= 1 + 1e-9
    assert use_of_skills(sorted(counts)) == use


def test_no_skill_and_no_file(run):
    assert use_of_skills([]) is None
    (run / "library.sqlite").unlink()
    shutil.rmtree(run / "checkpoints")  # the newest one's library would be read
    for file in (run / "episodes").iterdir():
        file.unlink()
    assert open_view(run, share=1).dynamics() == {"from_episodes": {}, "use": None}


def test_a_library_alone_tells_how_its_skills_are_used(run, view, tmp_path):
    whole = view.dynamics()["use"]
    assert whole["skills"] == 7 and whole["uses"] == sum(row["selected"] for row in view.skills())
    file = tmp_path / "taken.sqlite"
    file.write_bytes((run / "library.sqlite").read_bytes())
    assert open_view(file, share=1).dynamics() == {"from_episodes": {}, "use": whole}


def test_a_skill_that_a_person_edited_counts_once(run):
    before = open_view(run).dynamics()["use"]
    with closing(Library.open(run)) as library:
        used = max(library.skills(), key=lambda skill: skill.selected)
        library.curate([Curation("edit", used.id, strategy="look elsewhere")], step=LAST)
    assert used.selected and open_view(run).dynamics()["use"] == before
