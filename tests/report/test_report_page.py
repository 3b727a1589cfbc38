"""The one-file report: what is in it, what is left out, and that nothing in it is anything but text."""

import html
import json
import os
import re
import subprocess
import sys

import pytest

from skill1.cli import main
from skill1.errors import ConfigError, DataError, StorageError
from skill1.report import report, write_report
from skill1.report.page import render_page
from skill1.report.source import find_source
from tests.report.builders import HOSTILE, LAST, STEPS


def data_of(path):
    text = path.read_text(encoding="utf-8")
    (embedded,) = re.findall(r'<script type="application/json" id="skill1-data">(.*?)</script>', text, re.DOTALL)
    return json.loads(embedded)


def test_the_report_holds_what_the_view_shows(run, view, tmp_path):
    path = write_report(run, tmp_path / "deep" / "report.html")
    data = data_of(path)
    assert [row["id"] for row in data["episodes"]] == [row["id"] for row in view.episodes()]
    assert data["skills"] == view.skills() and data["metrics"] == view.metrics()
    assert data["episode"][data["episodes"][0]["id"]] == view.episode(data["episodes"][0]["id"])
    assert data["skill"].keys() == {row["id"] for row in view.skills()}
    counts = data["summary"]["report"]
    assert (counts["episodes"], counts["of_episodes"]) == (STEPS * 8 + 4, STEPS * 8 + 4)
    assert (counts["skills"], counts["of_skills"], data["left_out"]) == (7, 7, "")


def test_hostile_texts_stay_texts(run, tmp_path):
    path = write_report(run, tmp_path / "report.html")
    text = path.read_text(encoding="utf-8")
    assert HOSTILE not in text and "<script>alert" not in text and "alert(1)\\u003c/script" in text
    assert data_of(path)["episode"][f"s0-{LAST:06d}-t00-r0"]["turns"][1]["observation"] == HOSTILE


def test_the_report_asks_no_network(run, tmp_path):
    text = write_report(run, tmp_path / "report.html").read_text(encoding="utf-8")
    outside_data = re.sub(r'<script type="application/json".*?</script>', "", text, flags=re.DOTALL)
    assert "default-src 'none'" in html.unescape(outside_data)
    assert re.findall(r"""(?:src|href)\s*=\s*["'](?!data:|#)[^"']*""", outside_data) == []


def test_few_episodes_are_the_telling_ones(run, tmp_path):
    data = data_of(write_report(run, tmp_path / "r.html", episodes=4, skills=3))
    ends = [row["id"][-2:] for row in data["episodes"] if row["step"] == LAST]
    assert ends == ["r3", "r2", "r1", "r0"]  # in error, control, lost with a skill, wrote a skill
    assert data["left_out"].startswith("This report leaves out 24 of 28 episodes and 4 of 7 skills.")
    assert "--episodes N keeps more, up to 8 MiB" in data["left_out"]
    assert all(set(life["episodes"]) <= data["episode"].keys() for life in data["skill"].values())


def row(name, **facts):
    return {"id": name, "status": "ok", "used": None, "withheld": None, "wrote": None, "success": False} | facts


def test_kinds_are_taken_in_turn_the_newest_first():
    rows = [row("lost2"), row("lost1"), row("won", success=True), row("bad", status="error")]
    rows += [row("control", withheld="s"), row("wrote2", wrote="t", used="s", success=True)]
    rows += [row("wrote1", wrote="t"), row("used", used="s"), row("helped", used="s", success=True)]
    expected = ["wrote2", "helped", "used", "control", "bad", "won", "lost2", "wrote1", "lost1"]
    assert report.telling(rows) == expected


def test_episodes_past_the_size_are_left_out(run, monkeypatch):
    source = find_source(run)
    whole = report.report_data(source)
    sizes = sorted(len(json.dumps(episode)) for episode in whole["episode"].values())
    monkeypatch.setattr(report, "EPISODE_BYTES", sum(sizes) // 2)
    cut = report.report_data(source)
    assert 0 < len(cut["episode"]) < len(whole["episode"])
    assert sum(len(json.dumps(episode)) for episode in cut["episode"].values()) <= sum(sizes) // 2


def test_no_episodes_and_no_skills(run, tmp_path):
    data = data_of(write_report(run, tmp_path / "r.html", episodes=0, skills=0))
    assert data["episode"] == data["skill"] == {} and data["episodes"] == data["skills"] == []
    with pytest.raises(ConfigError, match="-1 episodes"):
        write_report(run, episodes=-1)


def test_a_library_alone_has_a_report(run, tmp_path):
    data = data_of(write_report(run / "library.sqlite", tmp_path / "r.html"))
    assert len(data["skills"]) == 7 and data["episodes"] == [] and data["metrics"]["steps"] == []


def test_a_file_that_is_no_library_has_no_report(run, tmp_path):
    whole = write_report(run).read_bytes()
    for name in ("metrics.jsonl", "report.html"):
        with pytest.raises(DataError, match=f"neither a run nor a library at .*{name}"):
            write_report(run / name)
    assert (run / "report.html").read_bytes() == whole
    (tmp_path / "skills.db").write_bytes((run / "library.sqlite").read_bytes())
    assert len(data_of(write_report(tmp_path / "skills.db"))["skills"]) == 7


def test_a_run_that_may_not_be_read_has_no_empty_report(run, tmp_path, monkeypatch):
    access = os.access
    for name in ("config.yaml", "metrics.jsonl"):
        # Root may read every file.
        monkeypatch.setattr("os.access", lambda path, mode, name=name: path != run / name and access(path, mode))
        with pytest.raises(DataError, match=f"{name} cannot be used: Permission denied. Ask its owner"):
            write_report(run, tmp_path / "r.html")
    assert not (tmp_path / "r.html").exists()


def test_the_command(run, tmp_path, capsys):
    assert main(["report", str(run), "--episodes", "2"]) == 0
    assert capsys.readouterr().out.startswith(f"{run / 'report.html'} (0.")
    assert len(data_of(run / "report.html")["episodes"]) == 2
    assert main(["report", str(tmp_path)]) == 1
    assert "there is neither a run nor a library" in capsys.readouterr().err
    assert main(["report", str(run), "--train.steps", "3"]) == 2
    with pytest.raises(DataError):
        write_report(tmp_path / "nothing")


def test_a_folder_whose_name_is_no_text_has_a_page():
    assert "f?r" in render_page(os.fsdecode(b"f\xfcr"), data={}).encode("utf-8").decode()


def test_a_place_that_cannot_be_written(run, tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(StorageError, match=r"file cannot be written: .* is not a folder"):
        write_report(run, tmp_path / "file" / "report.html")


def test_a_report_overwrites_no_folder_and_no_library(run, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(report, "render_page", None)  # it is told before any work
    assert main(["report", str(run), "-o", str(tmp_path)]) == 1
    assert "is a folder, but a report is one file" in capsys.readouterr().err
    library = run / "library.sqlite"
    before = library.read_bytes()
    assert main(["report", str(run), "-o", str(library)]) == 1
    assert "is a skill library, which a report would overwrite" in capsys.readouterr().err
    assert library.read_bytes() == before


def test_no_torch_and_no_faiss(run, tmp_path):
    code = (
        "import sys; from skill1.report import write_report; import skill1.report.server, skill1.cli.viewer; "
        f"write_report({str(run)!r}, {str(tmp_path / 'r.html')!r}); "
        "assert not {'torch', 'faiss', 'transformers'} & set(sys.modules)"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert result.returncode == 0, result.stderr
