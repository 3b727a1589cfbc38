"""docs/reference/evaluation-result.md explains every field of a result, and names no part that is not there."""

import re
from pathlib import Path

from skill1.cli.evaluation import LIBRARY_MODES
from skill1.config.keys import config_keys
from tests.evaluate.sample_results import sample_result

DOCS = Path(__file__).parents[2] / "docs"
TEXT = (DOCS / "reference" / "evaluation-result.md").read_text(encoding="utf-8")
GUIDE = (DOCS / "how-to" / "evaluate.md").read_text(encoding="utf-8")


def test_every_field_is_explained():
    got = sample_result()
    fields = [*got, *got["by_type"]["put"], *got["tokens"], *got["results"][0], *got["card"]]
    fields += [*got["tokens"]["parts"], *got["tokens"]["parts"]["skill"], "server_counted"]
    assert [field for field in fields if f"`{field}`" not in TEXT] == []


def test_every_explained_field_is_there():
    got = sample_result()
    table = TEXT.partition("## The result")[2].partition("\n\nA row")[0]
    named = [
        n
        for line in table.splitlines()
        if line.startswith("| `")
        for n in re.findall("`(.+?)`", line.split("|")[1])
    ]
    assert len(named) > 25 and set(named) == set(got)


def test_modes_are_those_of_the_configuration_and_the_page():
    assert config_keys()["eval.library"].expected == f"one of {', '.join(LIBRARY_MODES)}"
    assert [mode for mode in LIBRARY_MODES if f"| `{mode}` |" not in GUIDE] == []
