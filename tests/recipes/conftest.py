import io
import json
from types import SimpleNamespace

import pytest
from rich.console import Console

from skill1.recipes.quickstart import quickstart
from skill1.recipes.worlds import HOUSEHOLD
from tests.made_once import made_once

# Eight rounds, as in a real one, of a task each.
OVERRIDES = ["--train.threads", "1", "--train.weight_decay=0.001", "--eval.limit=8", "--eval.round_tasks=1"]


@pytest.fixture(scope="session")
def smoke(tmp_path_factory):
    """One whole smoke quickstart: its folder, what it returned and what it printed."""

    def make(made):
        console = Console(file=io.StringIO(), width=160)
        folder = made / "runs"
        result = quickstart(HOUSEHOLD, seed=3, smoke=True, runs_dir=folder, overrides=OVERRIDES, console=console)
        assert json.loads(json.dumps(result)) == json.loads((folder / "household-summary.json").read_text())
        (made / "printed").write_text(console.file.getvalue(), encoding="utf-8")

    made = made_once(tmp_path_factory, "quickstart-smoke", make)
    result = json.loads((made / "runs" / "household-summary.json").read_text())
    printed = (made / "printed").read_text(encoding="utf-8")
    return SimpleNamespace(folder=made / "runs", result=result, text=printed, overrides=OVERRIDES)
