"""Tables for people: what they leave out where it is narrow."""

import io

from rich.console import Console

from skill1.cli.output import make_table


def shown(width, *table):
    file = io.StringIO()
    Console(file=file, width=width).print(make_table(*table))
    return file.getvalue()


def test_labels_that_differ_at_their_ends_differ_in_a_narrow_table_too():
    arms = [f"household-skill1-tiny-[credit.selection={name}]" for name in ("trend", "ndcg")]
    text = shown(40, "", ("arm", *arms), [(arm, "1.0000", "2.0000") for arm in arms])
    in_one = "".join(character for character in text if character.isalnum())
    assert in_one.count("trend") == in_one.count("ndcg") == 2


def test_no_part_of_a_number_stands_for_another():
    text = shown(24, "", ("arm", "difference", "p"), [("household-skill1", "0.12345678", "1.0000")])
    assert "…" in text and "0.12345678" not in text


def test_a_path_in_a_title_is_in_one_line_above_a_narrow_table():
    title = "runs/household-skill1@100 → runs/household-skill1"
    assert shown(80, title, ("", "value"), [("same", 3)]).splitlines()[0].rstrip() == title
