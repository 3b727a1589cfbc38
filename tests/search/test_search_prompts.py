import pytest

from skill1.agent.answer import expert_answer
from skill1.agent.profile import load_profile
from skill1.config.registry import PROFILES
from skill1.schema import AgentView, Observation, Skill, Task, Turn
from skill1_envs.search.rules import from_line, to_line
from skill1_envs.search.wording import category_of_goal, category_of_task

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


def test_lines_and_blocks():
    assert from_line(to_line("<search>a b</search>")) == "<search>a b</search>"
    assert from_line("searching") == from_line("search") == ""
    assert to_line("Rome") == "Rome"


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
