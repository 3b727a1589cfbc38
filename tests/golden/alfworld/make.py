"""Packs recorded ALFWorld games into the two small files beside this script.

    python tests/golden/alfworld/make.py SOURCE

SOURCE holds ``transcripts.jsonl.gz`` and the games under the paths named in it, and may hold the same once
more under ``genuine/``. Every game file repeats the same domain and grammar, so these are stored once; what
is left of a game is its PDDL problem, task sentence and type. The script checks that each game file can be
put together again.
"""

from __future__ import annotations

import gzip
import json
import lzma
import sys
from pathlib import Path

HERE = Path(__file__).parent
FILLED = '"rhs": "Your task is to: %s."'
TASK_START, TASK_END = FILLED.split("%s")


def pack(source: Path) -> tuple[dict, list[dict]]:
    """The shared texts with all games, and all episodes."""
    packed: dict = {"domain": None, "grammar": None, "games": {}}
    episodes = []
    for folder in (source, source / "genuine"):
        if not (folder / "transcripts.jsonl.gz").exists():
            continue
        with gzip.open(folder / "transcripts.jsonl.gz", "rt", encoding="utf-8") as lines:
            recorded = [json.loads(line) for line in lines]
        for name in sorted({episode["game"] for episode in recorded}):
            add_game(packed, name, folder / name)
        episodes += recorded
    return packed, episodes


def add_game(packed: dict, name: str, folder: Path) -> None:
    game = json.loads((folder / "game.tw-pddl").read_text(encoding="utf-8"))
    head, _, rest = game["grammar"].partition(TASK_START)
    task, _, tail = rest.partition(TASK_END)
    grammar = head + FILLED + tail
    shared = packed["domain"] or game["pddl_domain"], packed["grammar"] or grammar
    if (game["pddl_domain"], game["grammar"]) != (shared[0], shared[1].replace("%s", task)):
        raise SystemExit(f"{folder}: its domain or grammar differ from the other games'.")
    packed["domain"], packed["grammar"] = shared
    task_type = json.loads((folder / "traj_data.json").read_text(encoding="utf-8"))["task_type"]
    packed["games"][name] = {"task": task, "task_type": task_type, "problem": game["pddl_problem"]}


def write(path: Path, text: str) -> None:
    path.write_bytes(lzma.compress(text.encode(), preset=9 | lzma.PRESET_EXTREME))


def main() -> None:
    packed, episodes = pack(Path(sys.argv[1]))
    write(HERE / "games.json.xz", json.dumps(packed))
    write(HERE / "transcripts.jsonl.xz", "".join(json.dumps(episode) + "\n" for episode in episodes))


if __name__ == "__main__":
    main()
