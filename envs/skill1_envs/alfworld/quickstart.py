"""The data of `skill1 quickstart alfworld` (``skill1.recipes.worlds``): homes with habits."""

QUICKSTART = {
    "configs": "alfworld/homes",
    "lessons": (
        ("explorer", 12_000, 256, "alfworld/homes/cold_start_explorer"),
        ("sloppy", 2400, 64, "alfworld/homes/cold_start_sloppy"),
    ),
    "heldout": "valid_unseen",
    "evaluations": (
        ("cold_start", "valid_unseen", "none"),
        ("cold_start", "valid_unseen", "fresh"),
        ("grpo", "valid_unseen", "none"),
        ("grpo", "valid_seen", "none"),
        ("skill1", "valid_unseen", "none"),
        ("skill1", "valid_unseen", "fresh"),
        ("skill1", "valid_seen", "none"),
        ("skill1", "valid_seen", "frozen"),
    ),
    "columns": (
        ("held-out\nhomes,\nfresh,\nlate", "valid_unseen-fresh", "last_rounds"),
        ("held-out\nhomes,\nfresh,\nall", "valid_unseen-fresh", None),
        ("held-out\nhomes,\nnone", "valid_unseen-none", None),
        ("training\nhomes,\nfrozen", "valid_seen-frozen", None),
        ("training\nhomes,\nnone", "valid_seen-none", None),
    ),
    "games": {"seed": 0, "train": 1536, "seen": 144, "unseen": 864},
    "smoke_games": {"seed": 0, "train": 24, "seen": 24, "unseen": 96},
    "differences": (
        ("skill1/valid_unseen-fresh", "cold_start/valid_unseen-fresh"),
        ("skill1/valid_unseen-fresh", "grpo/valid_unseen-none"),
    ),
}

# Packaged model → what is other with it: fewer demonstrations and games, each of them in ALFWorld's own words.
WITH_MODEL = {
    "smollm2-135m": {
        "configs": "alfworld/smollm2",
        "lessons": (
            ("explorer", 1600, 16, "alfworld/smollm2/cold_start_explorer"),
            ("sloppy", 160, 16, "alfworld/smollm2/cold_start_sloppy"),
        ),
        "evaluations": (
            ("cold_start", "valid_unseen", "fresh"),
            ("grpo", "valid_unseen", "none"),
            ("skill1", "valid_unseen", "fresh"),
        ),
        "columns": (
            ("held-out\nhomes,\nfresh,\nlate", "valid_unseen-fresh", "last_rounds"),
            ("held-out\nhomes,\nfresh,\nall", "valid_unseen-fresh", None),
            ("held-out\nhomes,\nnone", "valid_unseen-none", None),
        ),
        "games": {"seed": 0, "train": 1536, "seen": 144, "unseen": 144},
    },
}
