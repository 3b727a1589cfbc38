"""The data of `skill1 quickstart alfworld` (``skill1.recipes.worlds``): homes with habits."""

from skill1_envs.kit.quickstart import GeneratedWorld

HOMES = GeneratedWorld(
    configs="alfworld/homes",
    seen="valid_seen",
    unseen="valid_unseen",
    unseen_title="held-out\nhomes",
    seen_title="training\nhomes",
    with_model="alfworld/smollm2",
    # Eight rounds of 54 (`eval.round_tasks`): a library that begins empty needs so many to grow.
    unseen_with_model=432,
    passes_with_model=7500,  # its parts, measured one by one: two and a half hours where a pass takes 1.2 s
)
QUICKSTART = HOMES.quickstart()
WITH_MODEL = HOMES.with_models()
