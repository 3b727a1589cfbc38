import io
import json
from types import SimpleNamespace

import pytest
from rich.console import Console

from skill1.train.quickstart import quickstart_household

OVERRIDES = ["--train.threads", "1", "--train.weight_decay=0.001"]


@pytest.fixture(scope="session")
def smoke(tmp_path_factory):
    """One whole smoke quickstart: its folder, what it returned and what it printed."""
    folder = tmp_path_factory.mktemp("quickstart")
    console = Console(file=io.StringIO(), width=160)
    result = quickstart_household(seed=3, smoke=True, runs_dir=folder, overrides=OVERRIDES, console=console)
    assert json.loads(json.dumps(result)) == json.loads((folder / "household-summary.json").read_text())
    return SimpleNamespace(folder=folder, result=result, text=console.file.getvalue(), overrides=OVERRIDES)
