"""SkillRL's bank for Search-QA: imported under either key, and in the prompts of the questions that it is for."""

import json

import pytest

from skill1.agent.profile import load_profile
from skill1.config import LibraryConfig
from skill1.config.load import load_config
from skill1.evaluate.figures import by_type, macro_success_rate
from skill1.library import Library
from skill1.library.formats import import_into
from skill1.methods import make_recipe
from skill1.policy.scripted import ScriptedPolicy
from skill1.rollout.group import Roller
from skill1.rollout.settings import training_settings
from tests.rollout.fakes import WordTokens
from tests.search.worlds import make_world, suite_of

BANK = {
    "general_skills": [
        {"skill_id": "gen_001", "title": "Plan", "principle": "Say what lacks.", "when_to_apply": "always"}
    ],
    "query_type_skills": {
        "direct_retrieval": [
            {"skill_id": "dir_001", "title": "Name", "principle": "Name the thing.", "when_to_apply": "one fact"}
        ],
        "multi_hop_reasoning": [
            {"skill_id": "mul_001", "title": "Chain", "principle": "Find what is between.", "when_to_apply": "two"}
        ],
        "comparison": [
            {"skill_id": "com_001", "title": "Both", "principle": "Look up each side.", "when_to_apply": "which"}
        ],
    },
    "common_mistakes": [
        {"mistake_id": "err_001", "description": "Repeating a query.", "how_to_avoid": "Word it anew."}
    ],
}
QUESTIONS = [
    ("What is the capital of Italy?", ["Rome"], "nq"),
    ("Who founded the capital of Italy?", ["Romulus"], "musique"),
    ("Which of Rome and Paris is older?", ["Rome"], "hotpotqa"),
]


def bank_under(key):
    return {key if name == "query_type_skills" else name: part for name, part in BANK.items()}


def answer(stage, view, rng):
    assert stage == "act"
    return "<search>capital</search>" if not view.turns else "<answer>Rome</answer>"


@pytest.mark.parametrize("key", ["query_type_skills", "task_specific_skills"])
@pytest.mark.parametrize("profile", ["search", "skillrl"])
def test_skills_of_the_questions_type_are_in_its_prompts(tmp_path, key, profile):
    (tmp_path / "bank.json").write_text(json.dumps(bank_under(key)), encoding="utf-8")
    suite = suite_of(make_world(tmp_path, train=QUESTIONS))
    config = load_config("search/skillrl", [f"--agent.profile={profile}"])
    tokens = WordTokens()
    roller = Roller(
        suite.make,
        ScriptedPolicy(tokens, answer),
        make_recipe(config),
        load_profile(profile, env="search"),
        training_settings(config),
        concurrency=4,
    )
    with Library.in_memory(LibraryConfig(encoder="hashing")) as library:
        import_into(library, tmp_path / "bank.json", "skillrl", env="search")
        groups = roller.play_groups(suite.tasks("train"), library, seed=0, step=1, group_size=1)
    for group, own in zip(groups, ["dir_001", "mul_001", "com_001"], strict=True):
        [episode] = group.episodes
        assert episode.status == "ok" and episode.used.id == own
        assert [c.skill.id for c in episode.candidates] == [own, "gen_001", "err_001"]
        first, second = (tokens.decode(s.prompt_ids) for s in episode.stage_segments("act"))
        entry = BANK["query_type_skills"][suite_category(own)][0]
        assert entry["principle"] in second
        # As the released code: none in the first step. Our own profile shows them from the start.
        assert (entry["principle"] in first) is (profile == "search")
    episodes = [group.episodes[0] for group in groups]
    assert [episode.success for episode in episodes] == [True, False, True]
    # A row for each data set, in the order of the field's tables; their unweighted mean is (1 + 0 + 1) / 3.
    table = by_type(episodes, suite.task_types())
    assert list(table) == ["nq", "hotpotqa", "musique"]
    assert macro_success_rate(table) == pytest.approx(2 / 3)
    assert [row["mean_score"] for row in table.values()] == [1.0, 1.0, 0.0]


def suite_category(name):
    return next(key for key, entries in BANK["query_type_skills"].items() if entries[0]["skill_id"] == name)
