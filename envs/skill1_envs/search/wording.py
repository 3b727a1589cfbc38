"""How Search-QA is put into prompts: its own ones beside this file, actions in the family's tags, and short forms."""

from __future__ import annotations

from skill1.env.wording import Brief, Categories, Manner, Wording, first_named
from skill1_envs.search.blocks import BLOCKS
from skill1_envs.search.brief import WORDS, brief_page, brief_task, rules_hash, shortened, spelt_out

# Categories of SkillRL's bank for Search-QA: by the data set, and by words of the question where it has several.
DIRECT, CHAIN, ATTRIBUTE, COMPARISON = (
    "direct_retrieval",
    "multi_hop_reasoning",
    "entity_attribute_lookup",
    "comparison",
)
_OF_SOURCE = {
    "popqa": ATTRIBUTE,
    **dict.fromkeys(("hotpotqa", "2wikimultihopqa", "musique", "bamboogle"), CHAIN),
}
_COMPARING = (
    (
        "both|are the|which of|same|common|more|less|older|younger|taller|shorter|earlier|later|larger|smaller",
        COMPARISON,
    ),
)


def category_of_task(type_: str, goal: str) -> str:
    """By data set; where its questions take several steps, comparisons are told by their words."""
    category = _OF_SOURCE.get(type_, DIRECT)
    return first_named(_COMPARING, goal, category) if category == CHAIN else category


def category_of_goal(goal: str) -> str:
    """By the words of the question alone."""
    return first_named(_COMPARING, goal, DIRECT)


_PEERS_MANNER = Manner(max_act_chars=None)

WORDING = Wording(
    package="skill1_envs.search",
    brief=Brief(
        page=brief_page,
        task=brief_task,
        words=WORDS,
        rules_hash=rules_hash(),
        spelt_out=spelt_out,
        shortened=shortened,
    ),
    manners={"verl-agent": _PEERS_MANNER, "skillrl": _PEERS_MANNER, "retroagent": _PEERS_MANNER},
    categories=Categories(category_of_task, category_of_goal),
    blocks=BLOCKS,
)
