import asyncio
import json
import os
import signal
import subprocess
import sys

import pytest

from skill1.errors import MissingExtraError
from skill1.library import Library
from skill1.library.formats import mcp_server
from tests.limits import HANG_S

from .samples import HASHING, HOSTILE, library_of, skill

pytest.importorskip("faiss")
pytest.importorskip("mcp")
EGG, PAN = skill("sk_egg", utility=0.5), skill("sk_pan", "a pan is dirty", "wash it", utility=0.75)


def talk(library, *calls, feedback=False):
    """(names of tools, answers) of a server in memory, asked by the SDK's own client."""
    from mcp import Client

    async def run():
        async with Client(mcp_server.make_server(library, allow_feedback=feedback)) as client:
            tools = (await client.list_tools()).tools
            return tools, [await client.call_tool(name, arguments) for name, arguments in calls]

    return asyncio.run(run())


def answer(library, name, feedback=False, **arguments):
    _, (result,) = talk(library, (name, arguments), feedback=feedback)
    assert not result.is_error, result.content[0].text
    assert json.loads(result.content[0].text) == result.structured_content
    return result.structured_content


def refusal(library, name, feedback=False, **arguments):
    _, (result,) = talk(library, (name, arguments), feedback=feedback)
    assert result.is_error
    return result.content[0].text


def test_tools_are_for_reading_only_unless_asked():
    library = library_of(EGG)
    tools, _ = talk(library)
    assert [tool.name for tool in tools] == ["search_skills", "show_skill", "list_skills"]
    assert all(tool.annotations.read_only_hint and tool.description for tool in tools)
    tools, _ = talk(library, feedback=True)
    assert [tool.name for tool in tools if not tool.annotations.read_only_hint] == ["report_outcome"]


def test_search_show_and_list():
    library = library_of(EGG, PAN)
    found = answer(library, "search_skills", query="clean a dirty pan", k=1)["skills"]
    assert [(f["id"], f["strategy"]) for f in found] == [("sk_pan", "wash it")] and 0 < found[0]["similarity"] <= 1
    shown = answer(library, "show_skill", skill_id="sk_egg")
    assert (shown["description"], shown["status"], shown["utility"]) == ("an egg has to be hot", "active", 0.5)
    listed = answer(library, "list_skills", limit=1)
    assert listed["total"] == 2 and [s["id"] for s in listed["skills"]] == ["sk_pan"]
    assert library.version == 1


@pytest.mark.parametrize(
    ("name", "arguments", "words"),
    [
        ("show_skill", {"skill_id": "sk_none"}, "no skill 'sk_none'"),
        ("search_skills", {"query": ""}, "query"),
        ("search_skills", {"query": "x" * 3000}, "query"),
        ("search_skills", {"query": "x", "k": 1000}, "k"),
        ("list_skills", {"limit": 0}, "limit"),
        ("report_outcome", {"skill_id": "sk_egg", "success": True}, "report_outcome"),
    ],
)
def test_mistakes_of_the_other_side_are_answered(name, arguments, words):
    library = library_of(EGG)
    assert words in refusal(library, name, **arguments) and library.version == 1


def test_an_outcome_moves_utility_and_counts_in_one_commit():
    library = library_of(EGG, PAN)
    now = answer(library, "report_outcome", feedback=True, skill_id="sk_egg", success=True, note=f"ok {HOSTILE}")
    assert now["utility"] == pytest.approx(0.95 * 0.5 + 0.05)
    assert (now["selected"], now["wins"], library.version) == (1, 1, 2)
    told, moved = library.history("sk_egg")[-2:]
    assert (told.kind, told.value) == ("feedback", 1.0) and told.episode.startswith("ok ‹script›")
    assert (moved.kind, moved.value) == ("credited", now["utility"])
    now = answer(library, "report_outcome", feedback=True, skill_id="sk_egg", success=False)
    assert now["utility"] == pytest.approx(0.95 * 0.525) and (now["selected"], now["wins"]) == (2, 1)
    assert library.check() == []


def test_an_outcome_is_kept_though_another_server_writes_at_the_same_time(tmp_path, monkeypatch):
    with Library.open(tmp_path / "l.sqlite", HASHING, create=True) as library:
        library.add_skills([EGG])
        feedback, rivals = Library.feedback, iter([True, True])

        def raced(self, *arguments, **named):
            if next(rivals, False):
                with Library.open(tmp_path / "l.sqlite") as rival:
                    feedback(rival, *arguments, **named)
            return feedback(self, *arguments, **named)

        monkeypatch.setattr(Library, "feedback", raced)
        now = answer(library, "report_outcome", feedback=True, skill_id="sk_egg", success=True)
        assert (now["selected"], now["wins"]) == (3, 3)
        assert "no skill" in refusal(library, "report_outcome", feedback=True, skill_id="sk_x", success=True)


def test_outcomes_go_to_active_skills_only():
    library = library_of(
        EGG,
        skill("sk_old", "x", "y", status="retired"),
        skill("sk_m", "v", "w", status="merged", merged_into="sk_egg"),
    )
    assert "is retired" in refusal(library, "report_outcome", feedback=True, skill_id="sk_old", success=True)
    assert answer(library, "report_outcome", feedback=True, skill_id="sk_m", success=True)["id"] == "sk_egg"


def test_hostile_texts_go_out_as_harmless_data(tmp_path):
    import sqlite3

    with Library.open(tmp_path / "l.sqlite", HASHING, create=True) as library:
        library.add_skills([EGG])
    with sqlite3.connect(tmp_path / "l.sqlite") as connection:
        connection.execute("UPDATE skills SET strategy = ?, env = ?", (HOSTILE * 500, HOSTILE))
    connection.close()
    with Library.open(tmp_path / "l.sqlite", read_only=True) as library:
        for name, arguments in (("show_skill", {"skill_id": "sk_egg"}), ("search_skills", {"query": "egg"})):
            text = json.dumps(answer(library, name, **arguments), ensure_ascii=False)
            assert "<" not in text and len(text) < 3000


def test_commits_of_another_process_are_followed(tmp_path):
    with Library.open(tmp_path / "l.sqlite", HASHING, create=True) as writer:
        writer.add_skills([EGG])
        with Library.open(tmp_path / "l.sqlite", read_only=True) as reader:
            assert answer(reader, "list_skills")["total"] == 1
            writer.add_skills([PAN])
            assert answer(reader, "list_skills")["total"] == 2


NOISY = """
import sys
from skill1.cli import main
from skill1.library import Library
refresh = Library.refresh
Library.refresh = lambda self: (print("noise", flush=True), refresh(self))
sys.exit(main(["library", "serve", sys.argv[1], "--mcp", "--feedback"]))
"""


def test_a_client_over_standard_input_and_output(tmp_path):
    """A part that prints, say an encoder's progress, must not break the other side's reading."""
    from mcp import ClientSession, StdioServerParameters, stdio_client

    path, errors = tmp_path / "l.sqlite", tmp_path / "errors"
    with Library.open(path, HASHING, create=True) as library:
        library.add_skills([EGG, PAN])

    async def run():
        parameters = StdioServerParameters(command=sys.executable, args=["-c", NOISY, str(path)])
        with errors.open("w") as file:
            async with stdio_client(parameters, errlog=file) as streams, ClientSession(*streams) as session:
                await session.initialize()
                found = await session.call_tool("search_skills", {"query": "dirty pan"})
                return found, await session.call_tool("report_outcome", {"skill_id": "sk_pan", "success": False})

    found, told = asyncio.run(run())
    assert found.structured_content["skills"][0]["id"] == "sk_pan" and not told.is_error
    assert "noise" in errors.read_text()
    with Library.open(path, read_only=True) as library:
        assert library.get("sk_pan").utility == pytest.approx(0.95 * 0.75) and library.check() == []


def test_a_run_that_begins_anew_keeps_its_library_to_itself(tmp_path):
    run = tmp_path / "run"
    run.mkdir()
    with Library.open(run / "library.sqlite", HASHING, create=True) as library:
        library.add_skills([EGG])
    with Library.open(run, HASHING) as library:
        run.rename(tmp_path / "discarded")  # as `train --fresh` does
        run.mkdir()
        with Library.open(run / "library.sqlite", HASHING, create=True) as trainer:
            trainer.add_skills([EGG])
            for name, arguments in (("report_outcome", {"success": True}), ("show_skill", {})):
                said = refusal(library, name, feedback=True, skill_id="sk_egg", **arguments)
                assert "was replaced or removed" in said
            assert not trainer.refresh() and trainer.get("sk_egg") == EGG


def test_a_missing_sdk_is_said(monkeypatch):
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(MissingExtraError, match=r"skill1\[mcp\]"):
        mcp_server.make_server(library_of(EGG))


@pytest.mark.slow
def test_typed_by_hand_it_ends_on_an_interrupt(tmp_path):
    with Library.open(tmp_path / "l.sqlite", HASHING, create=True) as library:
        library.add_skills([EGG])
    keyboard, terminal = os.openpty()
    command = [sys.executable, "-m", "skill1", "library", "serve", str(tmp_path / "l.sqlite"), "--mcp"]
    with subprocess.Popen(command, stdin=terminal, stdout=subprocess.PIPE) as process:
        hello = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}
        line = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": hello})
        os.write(keyboard, f"{line}\n".encode())
        process.stdout.readline()  # it answers, so it is reading
        process.send_signal(signal.SIGINT)
        try:
            assert process.wait(HANG_S) == -signal.SIGINT
        finally:
            process.kill()
            os.close(keyboard)
            os.close(terminal)
