"""How each documented command is tested: the one place. Every command matches exactly one of RULES.

`python tests/documented/table.py` prints the list that follows from it.
"""

from tests.documented.manifest.reading import CURATING, READING, RETRIEVERS, WORLDS
from tests.documented.manifest.scripts import (
    BENCHES,
    INSTALLERS,
    MENTIONS,
    PYTHON,
    QUICKSTART,
    SCRIPTS,
    SMALL_SCRIPTS,
)
from tests.documented.manifest.training import EVALUATION, STAGE_BY_STAGE, TRAINING

# Typed whole, from top to bottom, in a checkout where nothing was run: the first command makes what the others read.
SEQUENCES = ("README.md", "docs/tutorials/first-run.md")

RULES = (
    *(*READING, *CURATING, *RETRIEVERS, *WORLDS, *EVALUATION, *TRAINING, *STAGE_BY_STAGE),
    *(*QUICKSTART, *SMALL_SCRIPTS, *SCRIPTS, *BENCHES, *INSTALLERS, *MENTIONS, *PYTHON),
)
