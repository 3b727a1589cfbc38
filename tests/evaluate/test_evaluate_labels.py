"""The table that an environment's papers print: task types by short name, in their order, then all."""

import json
from dataclasses import replace

from rich.console import Console

from skill1.cli.evaluation import _print_tables
from skill1.evaluate.card import headline, label_table, markdown_card, type_columns, type_rows
from skill1.evaluate.figures import by_type, in_order
from skill1.evaluate.storage import write_result
from tests.evaluate.sample_results import FOUR, made_up, sample_result

LABELS = {"put": "Pick", "look": "Look", "heat": "Heat"}
SOURCE = "official seen, 4 of 4 games"


def labelled(episodes=FOUR, warning=""):
    return sample_result(episodes, type_labels=LABELS, split_source=(SOURCE, warning))


def test_names_in_an_order_and_the_rest_by_alphabet():
    assert in_order(["z", "b", "a", "c", "a"], ["c", "missing", "b", "c"]) == ["c", "b", "a", "z"]
    assert list(by_type([made_up(0, type_=name) for name in ("a", "heat", "put")], LABELS)) == ["put", "heat", "a"]


def test_columns_are_in_the_papers_order_with_all_at_the_end():
    """put: 1 of 2; heat: 1 of 1, the other is in error; no look. All: 2 of 3. Wilson 95 % by its formula."""
    columns, rows = label_table(labelled())
    assert columns == ("", "Pick", "Look", "Heat", "All")
    assert rows[0] == ("success", "50.0 %", "–", "100.0 %", "66.7 %")
    assert rows[1] == ("95 % Wilson", "9.5 – 90.5", "–", "20.7 – 100.0", "20.8 – 93.9")
    assert [row[0] for row in rows] == ["success", "95 % Wilson", "tasks"] and rows[2][1:3] == ("3", "0")


def test_the_score_stands_above_the_success_where_there_is_one():
    """put: (1 + .25)/2 = .625; heat: .5, the other is in error. All: (1 + .25 + .5)/3 = .5833."""
    graded = [replace(e, score=s) for e, s in zip(FOUR, (1.0, 0.25, 0.5, None), strict=True)]
    result = labelled(graded)
    assert result["mean_score"] == 1.75 / 3 and result["by_type"]["put"]["mean_score"] == 0.625
    assert [row["score"] for row in result["results"]] == [1.0, 0.25, 0.5, None]
    _, rows = label_table(result)
    assert rows[0] == ("score", "62.5", "–", "50.0", "58.3") and rows[1][0] == "success"
    assert type_columns(result)[6] == "score"
    assert [row[6] for row in type_rows(result)] == ["62.5", "50.0", "58.3", ""]
    assert ", score 58.3, 4 tasks" in headline(result)


def test_without_scores_and_in_older_results_there_is_no_such_column():
    older = labelled()
    assert older.pop("mean_score") is None and all(row.pop("score") is None for row in older["results"])
    assert "score" not in type_columns(older) and "score" not in headline(older)
    assert {len(row) for row in type_rows(older)} == {len(type_columns(older))}


def test_all_is_over_tasks_and_not_the_mean_of_the_columns():
    episodes = [made_up(i, success=True) for i in range(3)] + [made_up(9, type_="heat")]
    result = labelled(episodes)
    assert label_table(result)[1][0] == ("success", "100.0 %", "–", "0.0 %", "75.0 %")
    assert result["macro_success_rate"] == 0.5


def test_the_file_is_enough_to_print_it_again(tmp_path):
    """compare and cards read files: no suite is asked, and the order survives."""
    result = labelled()
    path, _ = write_result(tmp_path / "r.json", result, "skill1 eval RUN")
    stored = json.loads(path.read_text(encoding="utf-8"))
    assert label_table(stored) == label_table(result)
    assert list(stored["type_labels"]) == ["put", "look", "heat"] and list(stored["by_type"])[0] == "put"


def test_card_and_command_say_which_games_these_are(monkeypatch):
    result = labelled(warning="two games are missing")
    card = markdown_card(result, "skill1 eval RUN")
    assert f"Tasks: {SOURCE}." in card and "**Warning:** two games are missing" in card
    assert "|  | Pick | Look | Heat | All |" in card
    console = Console(width=160, record=True, quiet=False)
    monkeypatch.setattr("skill1.cli.evaluation.make_console", lambda: console)
    _print_tables(result)
    said = console.export_text()
    assert f"tasks: {SOURCE}" in said and "Pick2" not in said and "Heat" in said


def test_environments_without_names_have_no_such_table():
    result = sample_result()
    assert label_table(result) is None and result["type_labels"] == {} and result["split_source"] is None
    assert "Tasks:" not in markdown_card(result, "")
    del result["type_labels"], result["split_source"]  # a file from before
    assert label_table(result) is None and markdown_card(result, "")


def test_hostile_labels_stay_in_their_cells():
    result = sample_result(type_labels={"put": "a|b\n<c>"}, split_source=("x\n| y | [z](http://h)", ""))
    card = markdown_card(result, "")
    assert "a\\|b &lt;c>" in card and "Tasks: x \\| y \\| \\[z\\](http://h)." in card
