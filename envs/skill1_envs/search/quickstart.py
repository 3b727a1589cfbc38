"""The data of `skill1 quickstart search` (``skill1.recipes.worlds``): the fictional encyclopedia."""

QUICKSTART = {
    "configs": "search/realms",
    "lessons": (
        ("explorer", 12_000, 256, "search/realms/cold_start_explorer"),
        ("sloppy", 2400, 64, "search/realms/cold_start_sloppy"),
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
        ("test\nquestions,\nfresh,\nlate", "test-fresh", "last_rounds"),
        ("test\nquestions,\nfresh,\nall", "test-fresh", None),
        ("test\nquestions,\nnone", "test-none", None),
        ("training\nrealms,\nfrozen", "eval-frozen", None),
        ("training\nrealms,\nnone", "eval-none", None),
    ),
    "games": {"seed": 0, "train": 1536, "seen": 144, "unseen": 864},
    "smoke_games": {"seed": 0, "train": 24, "seen": 24, "unseen": 96},
    "games_mark": "realms",
    "games_splits": ("train", "eval", "test"),
    "differences": (
        ("skill1/test-fresh", "cold_start/test-fresh"),
        ("skill1/test-fresh", "grpo/test-none"),
    ),
}

# Packaged model → what is other with it: fewer demonstrations and questions, with passages as they are.
WITH_MODEL = {
    "smollm2-135m": {
        "configs": "search/smollm2",
        "lessons": (
            ("explorer", 1600, 16, "search/smollm2/cold_start_explorer"),
            ("sloppy", 160, 16, "search/smollm2/cold_start_sloppy"),
        ),
        "evaluations": (
            ("cold_start", "test", "fresh"),
            ("grpo", "test", "none"),
            ("skill1", "test", "fresh"),
        ),
        "columns": (
            ("test\nquestions,\nfresh,\nlate", "test-fresh", "last_rounds"),
            ("test\nquestions,\nfresh,\nall", "test-fresh", None),
            ("test\nquestions,\nnone", "test-none", None),
        ),
        "games": {"seed": 0, "train": 1536, "seen": 144, "unseen": 144},
    },
}
