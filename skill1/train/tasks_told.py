"""The tasks a run trains on: said at its start, kept in its manifest, compared when it goes on."""

from __future__ import annotations

from pathlib import Path

from skill1.env.protocol import Suite
from skill1.env.splits import split_source, tell_source
from skill1.run_dir import read_manifest, update_manifest


def tell_tasks(run_dir: Path, env: str, suite: Suite, split: str, console) -> str:
    """Prints where the split's tasks come from and notes it in the manifest as ``split_source``.

    Returns:
        A note for the user if the run began with other tasks or another judge of them, else "".
    """
    source = split_source(suite, split)
    tell_source(console, env, split, source)
    text, warning = source
    if not text and not warning:
        return ""
    before = read_manifest(run_dir).get("split_source") or {}
    if before and before != {"split": split, "text": text, "warning": warning}:
        return (
            f"{run_dir} began on other tasks than it goes on with: {before.get('text') or before.get('warning')} "
            f"({env} {before.get('split')}). It will not come out as an uninterrupted run would have."
        )
    update_manifest(run_dir, split_source={"split": split, "text": text, "warning": warning})
    return ""
