"""Fails unless a wheel holds exactly ``skill1`` and ``skill1_envs``, with configs, prompts, seed skills; no tests.

Usage: python .ci/check_wheel.py WHEEL
"""

import sys
import zipfile
from pathlib import PurePosixPath

PACKAGES = {"skill1", "skill1_envs"}
UNWANTED = {"tests", "test", "bench", "docs", "launch_scripts", "__pycache__"}


def problems(names: list[str]) -> list[str]:
    """What is wrong with a wheel's list of files; empty if nothing is."""
    found = []
    top = {name.split("/")[0] for name in names}
    packages = {name for name in top if not name.endswith(".dist-info")}
    if packages != PACKAGES:
        found.append(f"top-level names are {sorted(packages)}, expected {sorted(PACKAGES)}")
    folders = (
        "skill1/configs/",
        "skill1/agent/prompts/",
        "skill1/methods/skillrl/prompts/",
        "skill1/methods/skillpro/seeds/",
        "skill1_envs/alfworld/prompts/",
    )
    for needed in (*folders, "skill1/py.typed", "skill1_envs/py.typed"):
        if not any(name.startswith(needed) for name in names):
            found.append(f"nothing under {needed}")
    found += [f"{name} does not belong in a wheel" for name in names if UNWANTED & set(PurePosixPath(name).parts)]
    return found


def main() -> None:
    """Checks the wheel named on the command line; exits with 1 and the list of problems, if there are any."""
    wheel = sys.argv[1]
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    if found := problems(names):
        sys.exit(f"{wheel}:\n  " + "\n  ".join(found))
    sys.stdout.write(f"{PurePosixPath(wheel).name}: {len(names)} files, nothing missing, nothing extra\n")


if __name__ == "__main__":
    main()
