"""The data of `skill1 quickstart webshop` (``skill1.recipes.worlds``): a shop of makers."""

from skill1_envs.kit.quickstart import GeneratedWorld

SHOP = GeneratedWorld(
    configs="webshop/makers",
    seen="eval",
    unseen="test",
    unseen_title="test\ngoals",
    seen_title="training\nmakers",
    with_model="webshop/smollm2",
    unseen_with_model=432,  # in 144, a library that began empty knew a third of what was asked for
    passes_with_model=8000,  # 147 minutes where a pass takes 0.8 s, less what playing takes less since
    lessons_with_model=(("orderly", 2160), ("wary", 768)),  # of which a third are won and learnt
)
QUICKSTART = SHOP.quickstart() | {"games_mark": "makers", "games_splits": ("train", "eval", "test")}
WITH_MODEL = SHOP.with_models()
