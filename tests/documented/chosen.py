"""Prints what a page's made-up ids stand for, all of runs/household-skill1.

`skill`, `banned`: an active or a banned skill. `with`, `without`: an episode that used a skill, and the option.
"""

import gzip
import json
import sqlite3
import sys
from pathlib import Path

RUN = Path("runs/household-skill1")
(asked,) = sys.argv[1:]
status = "banned" if asked == "banned" else "active"
with sqlite3.connect(RUN / "library.sqlite") as store:
    (some,) = store.execute("SELECT id FROM skills WHERE status = ? ORDER BY id", [status]).fetchone()
if asked in ("skill", "banned"):
    sys.stdout.write(f"{some}\n")
else:
    rows = (json.loads(line) for path in sorted(RUN.glob("episodes/*")) for line in gzip.open(path, "rt"))
    used = next(row for row in rows if row["used"] and not row["withheld"])
    sys.stdout.write(f"{used['id']} --{asked} {some if asked == 'with' else used['used']['id']}\n")
