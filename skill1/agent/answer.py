"""What a scripted expert writes, in the form a profile's prompts ask for.

Experts answer in the compact form: words, ``k2``, a command, ``when … do …`` or ``none``. Chat profiles want tags and
JSON around the same content. Each wrapped answer is read by the profile's parser as the content it was made from.
"""

from __future__ import annotations

import json

from skill1.agent.parse import parse_rank_compact, parse_skill_compact
from skill1.agent.profile import DIALOGUE, Profile
from skill1.schema import AgentView, Stage

_MAX_CHARS = 10_000  # of a skill's parts; cutting to what a library takes is the profile's parser's part


def expert_answer(profile: Profile, stage: Stage, content: str, view: AgentView) -> str:
    """The text a policy of this profile would write for a compact answer.

    A tagged query continues after the opening tag, which the prompt holds already. A tagged ranking names all
    candidates, the chosen one first, and has no ``none``: then retrieval order stays. Acting and distilling have a
    short thought in front. No tagged answer declines a skill: ``none`` gives one without a lesson, which is not kept.
    Answers of a dialogue are the same content in plain lines.
    """
    profile = profile.of(view.task.env)
    if not profile.chat:
        # Experts speak the environment's language, word-level policies its short forms.
        if stage == "act" and profile.brief is not None:
            return profile.brief.shortened(content, view.observation, view.task.instruction)
        return content
    if stage == "act" and profile.blocks is not None:
        # Experts of such an environment write its tags; a dialogue has none, and a thought names the bare command.
        line = profile.blocks.to_line(content)
        return line if profile.form == DIALOGUE else f"<think>The next step is to {line}.</think>\n{content}"
    if profile.form == DIALOGUE:
        return _plain_answer(stage, content)
    if stage == "query":
        return f"{content}</query>"
    if stage == "rerank":
        order = parse_rank_compact(content, len(view.candidates), allow_none=True).order
        return f"<rank>{', '.join(str(place + 1) for place in order if place is not None)}</rank>"
    if stage == "act":
        return f"<think>The next step towards the goal is to {content}.</think>\n<action>{content}</action>"
    return _skill_answer(content, view)


def _plain_answer(stage: Stage, content: str) -> str:
    if stage == "rerank":
        return content.replace("k", "")  # k2 k1 → 2 1; there is no k in none
    draft = parse_skill_compact(content, _MAX_CHARS).draft if stage == "distill" else None
    # A query, a command and `none` are plain lines as they are.
    return f"When: {draft.description}\nDo: {draft.strategy}" if draft else content


def _skill_answer(content: str, view: AgentView) -> str:
    draft = parse_skill_compact(content, _MAX_CHARS).draft
    steps = f"It took {len(view.turns)} steps."
    # As it really ended, for the thought is learnt as well.
    thought = f"The attempt {'succeeded' if view.success else 'failed'}. {steps} "
    thought += f"Worth keeping: {draft.strategy}." if draft else "It found nothing that is worth keeping."
    skill = {
        "subtasks": [{"name": view.task.instruction, "done": bool(view.success)}],
        "task_success": bool(view.success),
        # One of the two lessons is enough for a skill, and a compact strategy is one.
        "action_lesson": "",
        "navigation_lesson": draft.strategy if draft else "",
        "description_head": draft.description if draft else "",
    }
    return f"<think>{thought}</think>\n{json.dumps(skill, ensure_ascii=False)}"
