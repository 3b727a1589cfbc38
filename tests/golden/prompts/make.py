"""Writes the act prompts of every chat profile, as the texts beside this script.

    python tests/golden/prompts/make.py

One file for each profile, environment and situation: ``first`` and ``later`` are act prompts without a skill,
``first_skill`` and ``later_skill`` those with four retrieved skills, the second of them in use. Look at the difference
before committing: a changed prompt is a changed experiment.
"""

from __future__ import annotations

from pathlib import Path

from skill1.agent.profile import load_profile
from skill1.schema import AgentView, Candidate, Observation, Skill, Task, Turn

HERE = Path(__file__).parent
PROFILES = ("skill1", "verl-agent", "skillrl", "retroagent")
SKILLS = tuple(
    Skill(f"s{number}", when, what, utility=0.5, selected=1)
    for number, (when, what) in enumerate(
        (
            ("cooling food", "use the fridge"),
            ("heating food", "use the microwave"),
            ("buying by colour", "open the product, then choose the colour"),
            ("a full shelf", "look elsewhere first"),
        )
    )
)
KITCHEN = (
    "-= Welcome to TextWorld, ALFRED! =-\n\nYou are in the middle of a room. Looking quickly around you, you see a "
    "fridge 1 and a microwave 1.\n\nYour task is to: put a hot egg on the table.",
    "The fridge 1 is closed.",
    "In the fridge 1, you see an egg 1.",
    "You pick up the egg 1 from the fridge 1.",
)
SHOP_TASK = "Find me red running shoes under 40 dollars"
SHOP_HEAD = f"Instruction: [SEP] {SHOP_TASK} [SEP] "
SHOP = (
    f"WebShop [SEP] {SHOP_HEAD}Search",
    f"{SHOP_HEAD}Back to Search [SEP] Page 1 (Total results: 2) [SEP] B01 [SEP] Runner [SEP] $35",
    f"{SHOP_HEAD}Back to Search [SEP] color [SEP] red [SEP] Runner [SEP] Buy Now",
    f"{SHOP_HEAD}Back to Search [SEP] color [SEP] red [SEP] Runner [SEP] Buy Now",
)
LAB = ("A bench.", "A drawer, closed.", "The drawer holds a key.", "You hold a key.")
WORLDS = {
    "alfworld": (
        "put a hot egg on the table.",
        KITCHEN,
        ("go to fridge 1", "open fridge 1", "take egg 1 from fridge 1"),
        ("help", "inventory", "heat egg 1 with microwave 1"),
    ),
    "webshop": (
        SHOP_TASK,
        SHOP,
        ("search[red running shoes]", "click[b01]", "click[red]"),
        ("search[<your query>]", "click[buy now]"),
    ),
    "lab": ("open the door", LAB, ("look", "open drawer", "take key"), None),
}


def view(env: str, *, is_first: bool, has_skill: bool) -> AgentView:
    """What the agent knows at step 1 or step 4 of a small episode."""
    instruction, texts, actions, admissible = WORLDS[env]
    turns = tuple(Turn(text, action, True) for text, action in zip(texts, actions, strict=False))
    return AgentView(
        task=Task("t", env, "train", 0, instruction, "any"),
        first_observation=texts[0],
        observation=Observation(texts[0 if is_first else -1], admissible),
        max_steps=15,
        candidates=tuple(Candidate(skill, 0.5, 0.5) for skill in SKILLS) if has_skill else (),
        skill=SKILLS[1] if has_skill else None,
        turns=() if is_first else turns,
    )


def prompts() -> dict[str, str]:
    """File name to text."""
    texts = {}
    for name in PROFILES:
        for env in WORLDS:
            profile = load_profile(name, env=env)
            for is_first in (True, False):
                for has_skill in (False, True):
                    rendered = profile.render(
                        "act_first" if is_first else "act",
                        view(env, is_first=is_first, has_skill=has_skill),
                        history=2,
                    )
                    situation = ("first" if is_first else "later") + ("_skill" if has_skill else "")
                    texts[f"{name}_{env}_{situation}.txt"] = rendered.text + "\n"
    return texts


def main() -> None:
    for file, text in prompts().items():
        (HERE / file).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
