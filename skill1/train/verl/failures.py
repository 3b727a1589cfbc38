"""What the errors of other processes say, in one line."""

from __future__ import annotations


def cause(error: BaseException) -> str:
    """Ray's errors are whole pages: of a traceback the last line tells the cause, of anything else the first.

    That of a dead actor begins with indented facts; its class and machine are told too.
    """
    lines = str(error).strip().splitlines() or [type(error).__name__]
    if any(line.lstrip().startswith('File "') for line in lines):
        return lines[-1]
    facts = dict(line.strip().split(": ", 1) for line in lines if line.startswith("\t") and ": " in line)
    if "class_name" not in facts:
        return lines[0]
    reason = next((line for line in lines[1:] if not line.startswith("\t")), lines[0])
    return f"{facts['class_name'].rpartition('.')[2]} on {facts.get('ip', 'an unknown machine')}: {reason}"
