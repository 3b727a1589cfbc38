"""Library files that no skill1 wrote so: an error that names the file, or what can be told, never a traceback."""

import json
import shutil
import sqlite3
from contextlib import closing

import pytest

from skill1.cli import main
from skill1.errors import LibraryError
from skill1.library import Library
from skill1.library.curation_plan import FORGOTTEN_UNTIL
from skill1.library.file_errors import named_errors
from skill1.library.store import Store
from skill1.report import write_report
from skill1.schema import Skill
from tests.library.builders import HASHING
from tests.library.test_catalogue import commit_row, write_library

EGG, MUG = (
    Skill("sk_egg", "an egg has to be hot", "use the microwave", 0.5, 3, 2, 1, 1, "s0-000001-t00-r0"),
    Skill("sk_mug", "a mug has to be clean", "use the sink", 0.25, 1, 1, 0, 1, "s0-000001-t01-r0"),
)
EVENTS = [("added", 1, "s0-000001-t00-r0", "sk_egg", 0, 0.5), ("credited", 2, "", "sk_egg", 0, 0.75)]
DEEP = "[" * 100_000 + "]" * 100_000
WRONG_SKILLS = {
    "utility": "UPDATE skills SET utility = 'high' WHERE id = 'sk_egg'",
    "endless utility": "UPDATE skills SET utility = 9e999 WHERE id = 'sk_egg'",
    "impossible utility": "UPDATE skills SET utility = -0.1 WHERE id = 'sk_egg'",
    "count": "UPDATE skills SET selected = x'00ff' WHERE id = 'sk_egg'",
    "negative count": "UPDATE skills SET wins = -2 WHERE id = 'sk_egg'",
    "text": "UPDATE skills SET description = x'ff00' WHERE id = 'sk_egg'",
    "parents": "UPDATE skills SET parents = '{}' WHERE id = 'sk_egg'",
    "extra": "UPDATE skills SET extra = '[[[' WHERE id = 'sk_egg'",
    "deep": f"UPDATE skills SET extra = '{DEEP}' WHERE id = 'sk_egg'",
    "version": "UPDATE meta SET value = '}{' WHERE key = 'version'",
    "trend": "INSERT OR REPLACE INTO meta VALUES ('success_trend', 'up')",
    "endless trend": "INSERT OR REPLACE INTO meta VALUES ('success_trend', 9e999)",
    "largest version": f"UPDATE meta SET value = {2**63 - 1} WHERE key = 'version'",
    "version beyond 64 bits": f"UPDATE meta SET value = {2**64} WHERE key = 'version'",
    "negative version": "UPDATE meta SET value = -1 WHERE key = 'version'",
    "forgotten": f"INSERT OR REPLACE INTO meta VALUES ('{FORGOTTEN_UNTIL}', 'long ago')",
    "encoder": "INSERT OR REPLACE INTO meta VALUES ('encoder', 5)",
    "prompt": "INSERT OR REPLACE INTO meta VALUES ('query_prompt', x'ff')",
}
FOREIGN_PARTS = {
    "view": "CREATE VIEW more AS WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT x FROM c",
    "trigger": "CREATE TRIGGER on_event AFTER INSERT ON events BEGIN DELETE FROM skills; END",
    "virtual table": "CREATE VIRTUAL TABLE more USING fts5(x)",
    "computed index": "CREATE INDEX more ON skills (printf('%.*c', 50000000, 'x'))",
    "partial index": "CREATE INDEX more ON skills (id) WHERE length(printf('%.*c', 30000000, 'x')) > 5",
    "computed column": "ALTER TABLE skills ADD COLUMN more TEXT AS (printf('%.*c', 50000000, 'x'))",
}
WRONG_HISTORY = {
    "last event": "UPDATE commits SET last_event = 'q'",
    "step": "UPDATE commits SET step = 'late'",
    "step without end": "UPDATE commits SET step = 9e999",
    "bytes as a step": "UPDATE commits SET step = x'00'",
    "trend": "UPDATE commits SET success_trend = 'up'",
    "run": "INSERT INTO runs VALUES (1, x'ff', 'skill1', 'toy', 0, '1', 0)",
    "start of a run": "INSERT INTO runs VALUES (1, 'a', 'skill1', 'toy', 0, '1', 'q')",
    "query that won": "INSERT INTO wins VALUES (x'ff', 'sk_egg', 1)",
    "winner": "INSERT INTO wins VALUES ('egg', x'ff', 1)",
}


@pytest.fixture
def library(tmp_path):
    commits = [commit_row(1, step=1, size=2), commit_row(2, step=2, size=2)]
    return write_library(tmp_path / "library.sqlite", [EGG, MUG], events=EVENTS, commits=commits)


def change(library, *statements):
    with closing(sqlite3.connect(library)) as connection:
        connection.execute("PRAGMA ignore_check_constraints = ON")
        for statement in statements:
            connection.execute(statement)
        connection.commit()


def page_of(library):
    file = write_report(library, library.with_name("report.html"))
    text = file.read_text(encoding="utf-8")
    return json.loads(text.split('id="skill1-data">')[1].split("</script>")[0])


@pytest.mark.parametrize("statement", WRONG_SKILLS.values(), ids=WRONG_SKILLS)
def test_values_of_a_wrong_type_are_an_error_that_names_the_file(library, tmp_path, capsys, statement):
    skills, whole = tmp_path / "skills.jsonl", str(tmp_path / "whole.sqlite")
    skills.write_text('{"description": "a cup is wanted", "strategy": "open the cupboard"}\n')
    shutil.copy(library, whole)
    change(library, statement)
    egg, mug = page_of(library)["skills"]  # which shows the rest
    assert (egg["id"], mug["id"]) == ("sk_egg", "sk_mug")
    assert (mug["description"], mug["selected"], mug["utility"]) == (MUG.description, 1, 0.25)
    for name, *rest in (
        ["check"],
        ["search", "egg"],
        ["import", str(skills)],
        ["merge", whole],
        ["diff", whole],
    ):
        code, told = main(["library", name, str(library), *rest]), capsys.readouterr().err
        is_told = f"{library} cannot be used as a skill library: " in told
        # What needs none of the wrong values may work.
        assert (code == 1 and is_told) or (code == 0 and name in ("import", "merge", "diff")), (name, told)


@pytest.mark.parametrize("statement", WRONG_HISTORY.values(), ids=WRONG_HISTORY)
def test_a_history_of_wrong_values_names_the_file_or_hinders_nothing(library, tmp_path, capsys, statement):
    shutil.copy(library, tmp_path / "whole.sqlite")
    change(library, statement)
    path, num_refused = str(library), 0
    for words in (
        ["check", path],
        ["stats", path],
        ["merge", path, str(tmp_path / "whole.sqlite")],
        ["merge", str(tmp_path / "whole.sqlite"), path],
        ["bench-encoders", path, "hashing"],
        ["rollback", path, "--to-step", "1"],
        ["prune", path, "--unused-for", "1"],
        ["pin", path, "sk_mug"],
    ):
        code, told = main(["library", *words]), capsys.readouterr().err
        num_refused += f"{path} cannot be used as a skill library: " in told
        assert code in (0, 1) and "Traceback" not in told
    assert num_refused


def test_what_a_file_computes_fills_no_memory_and_calls_nothing_that_acts(library):
    change(library, "UPDATE skills SET strategy = printf('%.*c', 40000000, 'x') WHERE id = 'sk_egg'")
    with pytest.raises(LibraryError, match="library.sqlite cannot be used .*too big"):
        Library.open(library, HASHING, read_only=True)
    with closing(Store.open(library, create=False, read_only=True)) as store:
        assert store.rows("PRAGMA trusted_schema") == [(0,)]


def test_a_count_that_outgrows_the_file_is_an_error_that_names_it(library):
    store = Store.open(library, create=False, read_only=False)
    with pytest.raises(LibraryError, match="library.sqlite cannot be used .*too large"), store.transaction(2):
        store.put_meta({"version": 2**63})
    assert store.version() == 2
    store.close()


@pytest.mark.parametrize("kind", FOREIGN_PARTS)
def test_views_and_triggers_are_refused_unread(library, capsys, kind):
    change(library, FOREIGN_PARTS[kind])
    for command in (["show", str(library), "sk_egg"], ["pin", str(library), "sk_egg"]):
        assert main(["library", *command]) == 1
        assert f"holds the {kind} " in capsys.readouterr().err
    page = page_of(library)
    assert page["skills"] == [] and f"holds the {kind} " in page["summary"]["notice"]


def test_a_history_of_wrong_values_leaves_the_curve_what_can_be_told(library, capsys):
    change(
        library,
        "INSERT INTO events (kind, step, episode, skill, policy_version, value) "
        "VALUES ('credited', 3, x'00', 'sk_egg', 0, 9e999), ('credited', 'x', '', 'sk_egg', 0, 0.5), "
        "('credited', 4, '', 'sk_egg', 0, 'high')",
        "UPDATE commits SET size = 'big', success_trend = x'00'",
    )
    assert main(["library", "why", str(library), "sk_egg", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["curve"] == [[1, 0.5], [2, 0.75]]
    page = page_of(library)
    assert page["skill"]["sk_egg"]["curve"] == [[1, 0.5], [2, 0.75]]
    assert [commit["size"] for commit in page["library_history"]] == [None, None]


def test_a_file_whose_newest_events_were_dropped_on_purpose_is_whole(library):
    change(library, "DELETE FROM events WHERE kind = 'credited'")
    with Library.open(library, read_only=True) as damaged:
        assert damaged.check() == ["the newest event is 1 but the newest commit ends with 2"]
    change(library, f"INSERT INTO meta VALUES ('{FORGOTTEN_UNTIL}', 2)")
    with Library.open(library, read_only=True) as forgetful:
        assert forgetful.check() == []


def test_a_full_disk_is_no_damaged_file(library):
    with Library.open(library) as opened:
        opened._store._connection.execute("PRAGMA max_page_count = 1")  # what a full disk says, without one
        big = [Skill(f"sk_{i}", f"when {i}", "x" * 2000, 0.5) for i in range(50)]
        with pytest.raises(LibraryError, match=r"database or disk is full\. Free some space \(df -h\)") as told:
            opened.add_skills(big, step=3)
    assert "--resume" not in str(told.value)
    with Library.open(library, read_only=True) as opened:
        assert {skill.id for skill in opened.skills(None)} == {"sk_egg", "sk_mug"}


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("SQLITE_IOERR_WRITE", "df -h"),
        ("SQLITE_READONLY", "writable"),
        ("SQLITE_IOERR_SHMMAP", "cannot lock files"),
        ("SQLITE_NOTADB", "--resume"),
        (None, "--resume"),
    ],
)
def test_what_is_not_the_files_fault_has_its_own_advice(tmp_path, code, said):
    error = sqlite3.OperationalError("it says no")
    error.sqlite_errorname = code
    with pytest.raises(LibraryError, match=f"l.sqlite cannot be used as a skill library: it says no. .*{said}"):
        with named_errors(tmp_path / "l.sqlite"):
            raise error


def test_two_processes_that_make_one_library_at_once_have_the_same(tmp_path, monkeypatch):
    made = Store._create

    def late(store):
        monkeypatch.setattr(Store, "_create", made)
        # Between the look for tables and their making, the other process makes them.
        with Library.open(tmp_path / "new.sqlite", HASHING, create=True) as other:
            other.add_skills([EGG])
        made(store)

    monkeypatch.setattr(Store, "_create", late)
    with Library.open(tmp_path / "new.sqlite", HASHING, create=True) as library:
        assert (library.version, len(library)) == (1, 1)
        library.add_skills([MUG])
    assert main(["library", "check", str(tmp_path / "new.sqlite")]) == 0
