"""Which tasks a split really has, as the suite itself says it: for the header of a run or an evaluation."""

from __future__ import annotations

from skill1.env.protocol import Suite

Source = tuple[str, str]  # which tasks, in the environment's words, and a warning; each may be empty


def split_source(suite: Suite, split: str) -> Source:
    """What the suite says of a split; two empty texts if it says nothing."""
    text, warning = suite.split_source(split) if hasattr(suite, "split_source") else ("", "")
    return str(text), str(warning)


def tell_source(console, env: str, split: str, source: Source) -> None:
    """Prints it, a warning in yellow; ``console`` is a rich console or None."""
    text, warning = source
    if console is not None and text:
        console.print(f"{env} {split}: {text}", markup=False, soft_wrap=True)
    if console is not None and warning:
        console.print(f"warning: {warning}", style="yellow", markup=False, soft_wrap=True)
