"""SkillRL's recipe: the bank is in the prompt from the first step on, in whatever form the policy reads."""

import sys
from dataclasses import replace
from pathlib import Path

import pytest

from skill1.config import LibraryConfig
from skill1.config.load import load_config
from skill1.env.registry import make_suite
from skill1.errors import ConfigError, Skill1Error
from skill1.library import Library
from skill1.library.formats import import_into
from skill1.policy.scripted import ScriptedPolicy
from skill1.rollout.settings import training_settings
from skill1.train.preflight import check_before_a_run
from tests.rollout.fakes import WordTokens
from tests.rollout.rollers import answers_of, roller

ROOT = Path(__file__).parents[2]
METHODS = ("skillrl", "skillpro", "skillopt")  # whose skills a teacher writes
BANK = ROOT / "tests" / "golden" / "skillrl" / "alfworld_skills.json"


@pytest.fixture
def library():
    with Library.in_memory(LibraryConfig(encoder="hashing")) as made:
        import_into(made, BANK, "skillrl", env="alfworld")
        yield made


def play(library, *overrides):
    """The oracle plays the six training games under the published ALFWorld bank; (tokens, episodes)."""
    config = load_config("alfworld/skillrl", [f"--env.data={ROOT / 'data' / 'alfworld'}", *overrides])
    suite, tokens = make_suite(config.env), WordTokens()
    policy = ScriptedPolicy(tokens, answers_of(suite.expert(None, "oracle", 0), config))
    settings = replace(training_settings(config), max_prompt_tokens=100_000)
    groups = roller(config, policy, suite=suite, how=settings, rows=8).play_groups(
        suite.tasks("train"), library, seed=0, step=1, group_size=1
    )
    return tokens, {group.task.type: group.episodes[0] for group in groups}


def prompts(tokens, episode):
    return [tokens.decode(segment.prompt_ids) for segment in episode.stage_segments("act")]


@pytest.mark.parametrize("profile", ["alfworld", "skillrl"])
def test_a_published_bank_stands_in_every_act_prompt(library, profile):
    tokens, episodes = play(library, f"--agent.profile={profile}")
    heat = episodes["pick_heat_then_place_in_recep"]
    shown = [
        library.get(name).strategy for name in ("hea_001", "hea_005", "gen_001", "gen_006", "err_001", "err_005")
    ]
    assert heat.success and len(heat.turns) > 2
    asked = prompts(tokens, heat)
    if profile == "skillrl":  # asks as the released code does, which shows no skill in the first step
        assert shown[0].split()[0] not in asked.pop(0)
    for prompt in asked:
        assert all(" ".join(text.split()) in " ".join(prompt.split()) for text in shown)
        assert library.get("coo_001").strategy not in prompt
        assert library.get("gen_007").strategy not in prompt  # top_k 6
        assert library.get("err_006").strategy not in prompt
    assert heat.used.id == "hea_001"
    assert [c.skill.id for c in heat.candidates][:6] == [*(f"hea_00{n}" for n in range(1, 6)), "gen_001"]
    assert not heat.stage_segments("query") and not heat.stage_segments("distill")


@pytest.mark.parametrize("name", ["alfworld/skillrl", "webshop/skillrl"])
def test_template_retrieval_needs_no_embedding_model(name, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "sentence_transformers", None)
    monkeypatch.setattr("skill1.train.preflight.require_start_model", lambda config: None)
    overrides = [f"--library.init={BANK}", "--model.path=some/model"]
    check_before_a_run(load_config(name, overrides), tmp_path / "run")
    with pytest.raises(ConfigError, match="--library.encoder Qwen/Qwen3-Embedding-0.6B"):
        load_config(name, ["--skillrl.retrieval=embedding"])


@pytest.mark.parametrize(
    ("method", "typed", "said"),
    [
        *((method, "--teacher.kind=service", "--teacher.model NAME") for method in METHODS),
        *((method, "--library.frozen=true", f"library.frozen .* {method}") for method in METHODS),
        ("skillopt", "--library.review=true", "library.review .* skillopt"),
        ("skillopt", "--skillopt.split_ratio=2:1", "three shares"),
        ("skillopt", "--skillopt.split_file=nowhere.json", "read as a split"),
    ],
)
def test_what_a_teachers_method_cannot_do_is_told_before_a_run(method, typed, said, tmp_path, monkeypatch):
    monkeypatch.setattr("skill1.train.preflight.require_start_model", lambda config: None)
    config = load_config(
        f"household/{method}",
        [f"--library.init={BANK}", "--skillopt.selection_split=null", "--skillpro.selection=similarity", typed],
    )
    with pytest.raises(Skill1Error, match=said):
        check_before_a_run(config, tmp_path / "run")


def test_a_control_sees_no_part_of_the_bank(library):
    tokens, episodes = play(library, "--library.control_share=0.99")
    episode = next(e for e in episodes.values() if e.is_control)
    assert not any(library.get("gen_001").strategy in prompt for prompt in prompts(tokens, episode))
    assert episode.used is None and episode.withheld is not None


@pytest.mark.parametrize("profile", ["alfworld", "skillrl"])
def test_a_control_may_see_one_other_skill_of_the_bank(library, profile):
    tokens, episodes = play(
        library, "--library.control_share=0.99", "--library.control=random", f"--agent.profile={profile}"
    )
    episode = next(e for e in episodes.values() if e.is_control)
    prompt = prompts(tokens, episode)[-1]
    shown = [
        c.skill.id for c in episode.candidates if " ".join(c.skill.strategy.split()) in " ".join(prompt.split())
    ]
    assert shown == [episode.used.id] and episode.used.id != episode.withheld.id and len(episode.candidates) > 6


def test_without_a_library_the_policy_just_acts():
    tokens, episodes = play(None)
    assert all(episode.success and not episode.candidates for episode in episodes.values())
