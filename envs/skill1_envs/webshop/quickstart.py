"""The data of `skill1 quickstart webshop` (``skill1.recipes.worlds``): a shop of makers."""

QUICKSTART = {
    "configs": "webshop/makers",
    "lessons": (
        ("explorer", 12_000, 256, "webshop/makers/cold_start_explorer"),
        ("sloppy", 2400, 64, "webshop/makers/cold_start_sloppy"),
    ),
    "heldout": "test",
    "evaluations": (
        ("cold_start", "test", "none"),
        ("cold_start", "test", "fresh"),
        ("grpo", "test", "none"),
        ("grpo", "eval", "none"),
        ("skill1", "test", "none"),
        ("skill1", "test", "fresh"),
        ("skill1", "eval", "none"),
        ("skill1", "eval", "frozen"),
    ),
    "columns": (
        ("test\ngoals,\nfresh,\nlate", "test-fresh", "last_rounds"),
        ("test\ngoals,\nfresh,\nall", "test-fresh", None),
        ("test\ngoals,\nnone", "test-none", None),
        ("training\nmakers,\nfrozen", "eval-frozen", None),
        ("training\nmakers,\nnone", "eval-none", None),
    ),
    "games": {"seed": 0, "train": 1536, "seen": 144, "unseen": 864},
    "smoke_games": {"seed": 0, "train": 24, "seen": 24, "unseen": 96},
    "games_mark": "makers",
    "games_splits": ("train", "eval", "test"),
    "differences": (
        ("skill1/test-fresh", "cold_start/test-fresh"),
        ("skill1/test-fresh", "grpo/test-none"),
    ),
}

# Packaged model → what is other with it: fewer demonstrations and goals, each of them in WebShop's own words.
WITH_MODEL = {
    "smollm2-135m": {
        "configs": "webshop/smollm2",
        "lessons": (
            ("explorer", 1600, 16, "webshop/smollm2/cold_start_explorer"),
            ("sloppy", 160, 16, "webshop/smollm2/cold_start_sloppy"),
        ),
        "evaluations": (
            ("cold_start", "test", "fresh"),
            ("grpo", "test", "none"),
            ("skill1", "test", "fresh"),
        ),
        "columns": (
            ("test\ngoals,\nfresh,\nlate", "test-fresh", "last_rounds"),
            ("test\ngoals,\nfresh,\nall", "test-fresh", None),
            ("test\ngoals,\nnone", "test-none", None),
        ),
        "games": {"seed": 0, "train": 1536, "seen": 144, "unseen": 144},
    },
}
