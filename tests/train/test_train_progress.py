"""The progress line shows names and figures as they are; work that takes long says every half a minute where it is."""

import asyncio
import io
from types import SimpleNamespace

import pytest
from rich.console import Console

from skill1.run import progress as module
from skill1.run.progress import Progress, still, telling
from skill1.train.demos import write_demos
from skill1.train.sft import run_sft
from skill1.train.trainer import Skill1Trainer
from tests.rollout.tiny_world import household
from tests.train.runs import small_run


def log() -> Console:
    return Console(file=io.StringIO(), width=160)


def lines(console: Console) -> list[str]:
    return console.file.getvalue().splitlines()


@pytest.fixture
def clock(monkeypatch):
    """Its only entry: the seconds by the progress's clock."""
    now = [0.0]
    monkeypatch.setattr(module.time, "monotonic", lambda: now[0])
    return now


@pytest.fixture
def slow(monkeypatch):
    """By the progress's clock half a minute passes between any two looks at it."""
    clock = iter(range(0, 10**9, 31))
    monkeypatch.setattr(module, "time", SimpleNamespace(monotonic=lambda: float(next(clock))))


@pytest.mark.parametrize("is_terminal", [False, True])
def test_titles_and_figures_are_not_markup(is_terminal):
    stream = io.StringIO()
    console = Console(file=stream, width=160, force_terminal=is_terminal, color_system=None)
    with Progress("run[red]x[/nonsense]", 1, console) as progress:
        progress.advance(note="[/b]y")
    assert "run[red]x[/nonsense]" in stream.getvalue() and "[/b]y" in stream.getvalue()


def test_slow_work_tells_every_half_a_minute_how_long_it_takes(clock):
    console = log()
    with Progress("cold start", 200, console) as progress:
        for _ in range(8):
            clock[0] += 12.0
            progress.advance(loss=1.0)
    assert lines(console) == [
        "cold start 3/200  loss 1  eta 39 min",
        "cold start 6/200  loss 1  eta 39 min",
    ]


def test_quick_work_tells_of_its_end_alone(clock):
    console = log()
    with Progress("eval", 20, console) as progress:
        for _ in range(20):
            clock[0] += 0.2
            progress.advance(success=0.5)
    # The tenth after three seconds, and the last.
    assert lines(console) == ["eval 16/20  success 0.5", "eval 20/20  success 0.5"]


def test_a_unit_that_takes_long_says_every_half_a_minute_where_it_is(clock):
    console = log()
    with Progress("run", 3, console, start=1) as progress:
        for second in range(95):
            clock[0] = float(second)
            still(f"playing [b]{second}")
        progress.advance(success=0.5)
        clock[0] = 120.0
        still("updating")  # 26 s after a line
        clock[0] = 130.0
        progress.advance(success=0.5)
    still("nobody listens")
    assert lines(console) == [
        "run 1/3  playing [b]30  elapsed 0:00:30",
        "run 1/3  playing [b]60  elapsed 0:01:00",
        "run 1/3  playing [b]90  elapsed 0:01:30",
        "run 2/3  success 0.5  eta 2 min",  # as if nothing had been said before
        "run 3/3  success 0.5",
    ]


def test_a_bar_inside_another_has_the_word(clock):
    outer, inner = log(), log()
    with Progress("outer", 2, outer):
        with Progress("inner", 2, inner), Progress("silent", 2, None):
            clock[0] += 31.0
            still("playing")
        still("updating")
    assert lines(inner) == ["inner 0/2  playing  elapsed 0:00:31"]
    assert lines(outer) == ["outer 0/2  updating  elapsed 0:00:31"]


def test_a_terminal_has_its_clock_and_no_lines(slow):
    stream = io.StringIO()
    with Progress("run", 2, Console(file=stream, width=160, force_terminal=True, color_system=None)):
        still("playing")
    assert "playing" not in stream.getvalue()


def test_who_waits_for_others_looks_at_the_clock_all_the_same(monkeypatch, slow):
    monkeypatch.setattr(module, "LOOK_S", 0.0)
    console = log()

    async def wait(turns: int) -> None:
        async with telling(lambda: "waiting"):
            for _ in range(turns):
                await asyncio.sleep(0)

    with Progress("run", 2, console):
        asyncio.run(wait(3))
    asyncio.run(wait(3))
    assert lines(console)[0] == "run 0/2  waiting  elapsed 0:00:31" and 2 <= len(lines(console)) <= 4


STEP = ("--train.steps=1", "--train.micro_batch_tokens=512")


def test_a_training_step_tells_its_stages(warm, tmp_path, slow):
    console = log()
    Skill1Trainer(small_run(warm, *STEP), tmp_path / "run", console=console).train()
    told = [line.partition("  elapsed")[0] for line in lines(console) if line.startswith("run ")]
    assert (
        "run 0/1  playing: 0 of 16 episodes ended" in told and "run 0/1  playing: 16 of 16 episodes ended" in told
    )
    updates = [line for line in told if "updating" in line]
    total = len(updates)
    assert total > 1 and updates == [f"run 0/1  updating: micro-batch {i} of {total}" for i in range(1, total + 1)]
    assert told.index(updates[0]) > told.index("run 0/1  playing: 16 of 16 episodes ended")
    assert told[-1].startswith("run 1/1  success ")


def test_demonstrations_and_the_pass_over_them_tell_where_they_are(folder, tmp_path, slow):
    console, data = log(), tmp_path / "demos"
    config = household(folder, "--sft.epochs=1", "--sft.batch_size=16", "--train.micro_batch_tokens=512")
    write_demos(config, episodes=32, kind="oracle", seed=0, output=data, console=console)
    assert any(line.startswith("demonstrations 32/32  playing: ") for line in lines(console))
    run_sft(config, data, tmp_path / "model", console=console)
    assert any(line.startswith("cold start 1/2  updating: micro-batch 2 of ") for line in lines(console))
