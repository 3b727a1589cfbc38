"""The ready set packed as ALFWorld's releases are."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

READY = Path(__file__).parents[2] / "data" / "alfworld"


def packed(members: dict[str, bytes]) -> bytes:
    """A zip archive."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return buffer.getvalue()


def archives() -> dict[str, bytes]:
    """The ready set packed as ALFWorld's releases are: trajectories, PDDL problems and games each for themselves."""
    games = sorted((READY / "json_2.1.1").rglob("game.tw-pddl"))
    below = {game.parent: game.parent.relative_to(READY).as_posix() for game in games}
    return {
        "json.zip": packed(
            {f"{name}/traj_data.json": (folder / "traj_data.json").read_bytes() for folder, name in below.items()}
        ),
        "pddl.zip": packed({f"{name}/initial_state.pddl": b"(define)" for name in below.values()}),
        "games.zip": packed(
            {f"{name}/game.tw-pddl": (folder / "game.tw-pddl").read_bytes() for folder, name in below.items()}
        ),
    }
