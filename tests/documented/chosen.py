"""Prints what a page's made-up ids stand for: an active skill of runs/household-skill1 (`skill`), or one of its episodes
that used a skill and the option (`with`, `without`) with a skill for it."""

import gzip
import json
import sqlite3
import sys
from pathlib import Path

RUN = Path("runs/household-skill1")
with sqlite3.connect(RUN / "library.sqlite") as store:
    (some,) = store.execute("SELECT id FROM skills WHERE status = 'active' ORDER BY id").fetchone()
(asked,) = sys.argv[1:]
if asked == "skill":
    print(some)
else:
    rows = (json.loads(line) for path in sorted(RUN.glob("episodes/*")) for line in gzip.open(path, "rt"))
    used = next(row for row in rows if row["used"] and not row["withheld"])
    print(used["id"], f"--{asked}", some if asked == "with" else used["used"]["id"])
