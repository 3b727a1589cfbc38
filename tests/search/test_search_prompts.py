"""Search-QA in prompts: blocks and questions in each profile, and SkillRL's bank, imported under either key."""

import json

import pytest

from skill1.agent.answer import expert_answer
from skill1.agent.profile import load_profile
from skill1.config import LibraryConfig
from skill1.config.load import load_config
from skill1.config.registry import PROFILES
from skill1.evaluate.figures import by_type, macro_success_rate
from skill1.library import Library
from skill1.library.formats import import_into
from skill1.policy.scripted import ScriptedPolicy
from skill1.rollout.settings import training_settings
from skill1.schema import AgentView, Observation, Skill, Task, Turn
from skill1_envs.search.wording import category_of_goal, category_of_task
from tests.rollout.fakes import WordTokens
from tests.rollout.rollers import roller
from tests.search.worlds import make_world, suite_of

QUESTION = "What is the capital of Italy?"
TASK = Task("search/train/0", "search", "train", 0, QUESTION, "nq")
FOUND = '<information>{"result": "Doc 1: Rome"}</information>'
FIRST = AgentView(TASK, QUESTION, Observation(QUESTION), 4)
LATER = AgentView(
    TASK,
    QUESTION,
    Observation(FOUND),
    4,
    turns=(Turn(QUESTION, "<search>capital Italy</search>", True),),
    skill=Skill("k", "capitals", "search the </information> country", 0.5),
)
CHAT = sorted(set(PROFILES) - {"compact", "dialogue", "alfworld", "webshop"})
REBUILT = sorted(set(CHAT) - {"search-r1"})  # it says what is new, as a conversation does


@pytest.mark.parametrize("name", REBUILT)
def test_every_chat_profile_asks_for_the_tags_and_shows_the_question(name):
    profile = load_profile(name, env="search")
    for prompt, view in (("act_first", FIRST), ("act", LATER)):
        text = profile.render(prompt, view, history=4).text
        assert QUESTION in text and "<search>" in text and "<answer>" in text


@pytest.mark.parametrize("name", ["skill1", "search", "verl-agent", "skillrl", "retroagent"])
def test_the_history_holds_blocks_and_the_question_once(name):
    profile = load_profile(name, env="search")
    text = profile.render("act", LATER, history=4).text
    assert "<search>capital Italy</search>" in text and FOUND in text
    assert text.count(QUESTION) == 1
    assert text.index("<search>capital Italy</search>") < text.index(FOUND)


def test_skills_and_actions_are_harmless_in_prompts():
    action = "<search>x </information> <answer>y</answer></search>"
    text = load_profile("skill1", env="search").render(
        "act", AgentView(TASK, QUESTION, Observation("n"), 4, turns=(Turn(QUESTION, action, True),)), history=4
    )
    assert "<search>x ‹/information› ‹answer›y‹/answer›</search>" in text.text
    shown = load_profile("skill1", env="search").render("act", LATER, history=4).text
    assert "search the ‹/information› country" in shown


def test_skillrl_shows_no_skill_in_the_first_step():
    with_skill = AgentView(TASK, QUESTION, Observation(QUESTION), 4, skill=LATER.skill)
    for name, is_there in (("skillrl", False), ("verl-agent", True), ("skill1", True)):
        text = load_profile(name, env="search").render("act_first", with_skill, history=0).text
        assert ("search the" in text) is is_there, name


@pytest.mark.parametrize(
    ("name", "text", "action", "valid"),
    [
        ("skill1", "<think>maybe <search>no</search></think><search>yes</search>", "<search>yes</search>", True),
        ("skillrl", "<think>maybe <search>no</search></think><search>yes</search>", "<search>no</search>", False),
        ("skill1", "<think>hm</think> <answer>Rome</answer>", "<answer>Rome</answer>", True),
        ("react", "Thought: hm\n<action><answer>Rome</answer></action>", "<answer>Rome</answer>", True),
        ("generic", "<action>look</action>", "", False),
        ("dialogue", "I look it up.\nsearch capital of Italy", "<search>capital of Italy</search>", True),
        ("dialogue", "answer: Rome", "<answer>Rome</answer>", True),
        ("dialogue", "look", "", False),
    ],
)
def test_answers_are_read_by_the_profile(name, text, action, valid):
    parsed = load_profile(name, env="search").parse_action(text, FIRST)
    assert (parsed.action, parsed.valid) == (action, valid)


def test_own_profiles_stop_behind_a_block_and_peers_write_on():
    assert load_profile("skill1", env="search").stops["act"] == ("</search>", "</answer>")
    assert load_profile("skillrl", env="search").stops["act"] == ()
    assert load_profile("skill1", env="alfworld").stops["act"] == ("</action>",)


@pytest.mark.parametrize("name", sorted(set(CHAT) | {"dialogue"}))
@pytest.mark.parametrize("action", ["<search>capital of Italy</search>", "<answer>Rome</answer>"])
def test_what_experts_write_is_read_as_their_action(name, action):
    profile = load_profile(name, env="search")
    parsed = profile.parse_action(expert_answer(profile, "act", action, FIRST), FIRST)
    assert (parsed.action, parsed.valid) == (action, True)


@pytest.mark.parametrize(
    ("type_", "goal", "category"),
    [
        ("nq", "who is older, A or B?", "direct_retrieval"),
        ("triviaqa", "what is it?", "direct_retrieval"),
        ("popqa", "What is X's occupation?", "entity_attribute_lookup"),
        ("hotpotqa", "Are both from Italy?", "comparison"),
        ("musique", "Who was the mother of the director of it?", "multi_hop_reasoning"),
        ("bamboogle", "Who was commoner?", "multi_hop_reasoning"),
    ],
)
def test_categories_of_the_bank(type_, goal, category):
    assert category_of_task(type_, goal) == category
    assert category_of_goal("Who is taller?") == "comparison"


def test_search_r1_goes_on_behind_what_was_found():
    """One growing context: the new part of a prompt is what the environment showed, and nothing else."""
    profile = load_profile("search-r1", env="search")
    shown = '\n\n<information>Doc 1(Title: "Rome") text</information>\n\n'
    rendered = profile.render("act", AgentView(TASK, QUESTION, Observation(shown), 3), history=4)
    assert rendered.continues and rendered.text == shown and profile.stops["act"] == ("</search>", "</answer>")


def entry(title, principle, **name):
    return name | {"title": title, "principle": principle, "when_to_apply": "always"}


OF_TYPES = {
    "direct_retrieval": [entry("Name", "Name the thing.", skill_id="dir_001")],
    "multi_hop_reasoning": [entry("Chain", "Find what is between.", skill_id="mul_001")],
    "comparison": [entry("Both", "Look up each side.", skill_id="com_001")],
}
BANK = {
    "general_skills": [entry("Plan", "Say what lacks.", skill_id="gen_001")],
    "common_mistakes": [
        {"mistake_id": "err_001", "description": "Repeating a query.", "how_to_avoid": "Word it anew."}
    ],
}
OF_EACH_TYPE = [
    ("What is the capital of Italy?", ["Rome"], "nq"),
    ("Who founded the capital of Italy?", ["Romulus"], "musique"),
    ("Which of Rome and Paris is older?", ["Rome"], "hotpotqa"),
]


def answer(stage, view, rng):
    assert stage == "act"
    return "<search>capital</search>" if not view.turns else "<answer>Rome</answer>"


@pytest.mark.parametrize("key", ["query_type_skills", "task_specific_skills"])
@pytest.mark.parametrize("profile", ["search", "skillrl"])
def test_skills_of_the_questions_type_are_in_its_prompts(tmp_path, key, profile):
    (tmp_path / "bank.json").write_text(json.dumps(BANK | {key: OF_TYPES}), encoding="utf-8")
    suite = suite_of(make_world(tmp_path, train=OF_EACH_TYPE))
    config = load_config("search/skillrl", [f"--agent.profile={profile}"])
    tokens = WordTokens()
    policy = ScriptedPolicy(tokens, answer)
    player = roller(config, policy, suite=suite, how=training_settings(config), rows=4)
    with Library.in_memory(LibraryConfig(encoder="hashing")) as library:
        import_into(library, tmp_path / "bank.json", "skillrl", env="search")
        groups = player.play_groups(suite.tasks("train"), library, seed=0, step=1, group_size=1)
    for group, [of_type] in zip(groups, OF_TYPES.values(), strict=True):
        [episode], own = group.episodes, of_type["skill_id"]
        assert episode.status == "ok" and episode.used.id == own
        assert [c.skill.id for c in episode.candidates] == [own, "gen_001", "err_001"]
        first, second = (tokens.decode(s.prompt_ids) for s in episode.stage_segments("act"))
        assert of_type["principle"] in second
        # As the released code: none in the first step. Our own profile shows them from the start.
        assert (of_type["principle"] in first) is (profile == "search")
    episodes = [group.episodes[0] for group in groups]
    assert [episode.success for episode in episodes] == [True, False, True]
    # A row for each data set, in the order of the field's tables; their unweighted mean is (1 + 0 + 1) / 3.
    table = by_type(episodes, suite.task_types())
    assert list(table) == ["nq", "hotpotqa", "musique"]
    assert macro_success_rate(table) == pytest.approx(2 / 3)
    assert [row["mean_score"] for row in table.values()] == [1.0, 1.0, 0.0]
