"""The data of `skill1 quickstart search` (``skill1.recipes.worlds``): the fictional encyclopedia."""

from skill1_envs.kit.quickstart import GeneratedWorld

REALMS = GeneratedWorld(
    configs="search/realms",
    seen="eval",
    unseen="test",
    unseen_title="test\nquestions",
    seen_title="training\nrealms",
    with_model="search/smollm2",
    # As in homes and shops, where these settings were tried; here nobody has run them yet.
    unseen_with_model=432,
)
QUICKSTART = REALMS.quickstart() | {"games_mark": "realms", "games_splits": ("train", "eval", "test")}
WITH_MODEL = REALMS.with_models()
