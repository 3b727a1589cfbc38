"""The data of `skill1 quickstart household` (``skill1.recipes.worlds``): the household."""

QUICKSTART = {
    "configs": "household",
    # Expert, its episodes, those with ``--smoke``, and the configuration. The expert without mistakes comes first:
    # among mistakes a tiny policy does not learn to copy facts.
    "lessons": (
        ("oracle", 6400, 256, "household/cold_start_oracle"),
        ("sloppy", 2400, 64, "household/cold_start_sloppy"),
    ),
    "heldout": "heldout",
    # Policy, split and mode of the library.
    "evaluations": (
        ("cold_start", "heldout", "none"),
        ("cold_start", "heldout", "fresh"),
        ("cold_start", "seen", "none"),
        ("grpo", "heldout", "none"),
        ("grpo", "seen", "none"),
        ("skill1", "heldout", "none"),
        ("skill1", "heldout", "frozen"),
        ("skill1", "heldout", "fresh"),
        ("skill1", "seen", "none"),
        ("skill1", "seen", "frozen"),
    ),
    # Title, evaluation, and which part of its rounds; None: all.
    "columns": (
        ("held-out\nhomes,\nfresh", "heldout-fresh", "last_rounds"),
        ("held-out\nhomes,\nfrozen", "heldout-frozen", None),
        ("held-out\nhomes,\nnone", "heldout-none", None),
        ("training\nhomes,\nfrozen", "seen-frozen", None),
        ("training\nhomes,\nnone", "seen-none", None),
    ),
}
