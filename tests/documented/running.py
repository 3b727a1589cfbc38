"""Types a command of a page in a workspace, and says what was wrong with what came of it."""

import re
import signal
import subprocess
import time
import urllib.error
import urllib.request

from tests.documented.workspace import PATIENCE_S, Result

ADDRESS = re.compile(r"https?://127\.0\.0\.1:\d+[^\s,;'\"]*")


def run(space, rule, found, servers):
    """What came of it; ``servers``: addresses for {chat} and {embed} in rules, and where downloads come from."""
    text = found.text
    if found.body:
        (space.folder / "block.py").write_text(rule.typed(found.body), encoding="utf-8")
        text = "python block.py"
    line = (
        (text if found.body else rule.typed(text))
        .replace("{chat}", servers["chat"])
        .replace("{embed}", servers["embed"])
    )
    if rule.before:
        space.must(rule.before)
    return serve(space, line) if rule.serves else space.type(line, rule.given, **servers["files"])


def serve(space, line):
    """Starts it, asks for the page at the address that it prints, and interrupts it as Ctrl-C does."""
    with (space.folder / "served.txt").open("w+") as out:
        process = subprocess.Popen(
            ["bash", "-c", f"exec {line}"],
            cwd=space.folder,
            env=space.environment(),
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=out,
        )
        try:
            said = wait_for_address(process, space.folder / "served.txt")
            assert is_answered(ADDRESS.search(said)[0])
        finally:
            process.send_signal(signal.SIGINT)
            code = process.wait(PATIENCE_S)
    said = (space.folder / "served.txt").read_text()
    return Result(0 if code in (0, 130) else code, said, "")


def is_answered(address):
    """Whether a server answers there, be it that it has no page at the root."""
    try:
        with urllib.request.urlopen(address, timeout=PATIENCE_S) as page:
            return page.status == 200
    except urllib.error.HTTPError as answer:
        return answer.code in (404, 405)


def wait_for_address(process, file):
    end = time.monotonic() + PATIENCE_S
    while time.monotonic() < end and process.poll() is None:
        if ADDRESS.search(file.read_text()):
            return file.read_text()
        time.sleep(0.02)
    raise AssertionError(f"no address was printed:\n{file.read_text()}")


def faults(space, rule, result):
    """Everything that a reader would not have expected."""
    said = result.out + result.err
    if "Traceback (most recent call last)" in said:
        yield "a traceback"
    if result.code != rule.code:
        yield f"exit code {result.code}, expected {rule.code}"
    if rule.says and not re.search(rule.says, said):
        yield f"nothing in what it says matches {rule.says!r}"
    for pattern in rule.leaves:
        if not list(space.folder.glob(pattern)):
            yield f"there is no {pattern}"
