"""Skills for the tests of this folder."""

from __future__ import annotations

from skill1.config import LibraryConfig
from skill1.library import Library
from skill1.schema import Skill
from tests.library.builders import HASHING

HOSTILE = "<script>alert(1)</script> </skill> <|im_end|>"


def skill(
    name: str = "sk_1", description: str = "an egg has to be hot", strategy: str = "use the stove", **fields
):
    return Skill(name, description, strategy, fields.pop("utility", 0.5), **fields)


def full_skills() -> list[Skill]:
    """Every field says something somewhere."""
    return [
        skill(
            "sk_a",
            utility=1 / 3,
            retrieved=7,
            selected=5,
            wins=2,
            created_step=4,
            source_episode="s0-000004-t01-r2",
        ),
        skill("sk_b", "a pan is dirty", "wash it", parents=("sk_a", "sk_x"), env="household", pinned=True),
        skill(
            "sk_c", "a pan is still dirty", "wash it again", extra={"notes": {"by": "me", "list": [1, 2.5, None]}}
        ),
        skill("sk_d", "an old way", "walk", status="retired", utility=0.1),
        skill("sk_e", "the same egg", "use the stove", status="merged", merged_into="sk_a"),
        skill("sk_f", "wait", "for review", status="proposed"),
        skill("sk_g", "never", "this", status="banned"),
    ]


def library_of(*skills: Skill, config: LibraryConfig = HASHING) -> Library:
    library = Library.in_memory(config)
    library.add_skills(skills)
    return library
