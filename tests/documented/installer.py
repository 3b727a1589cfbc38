"""Stands for pip, conda and ray, which would need a network or a cluster: says whether what is asked for can exist.

pip: every requirement can be parsed, and the extras of skill1 are among those of pyproject.toml.
"""

import sys
import tomllib
from pathlib import Path

from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def check(word):
    text = word.replace("-e", "").strip()
    if text.startswith(".["):
        text = f"skill1{text[1:]}"
    if text in (".", "") or Path(text).exists():
        return
    wanted = Requirement(text)
    unknown = wanted.extras - set(PROJECT["optional-dependencies"]) if wanted.name == "skill1" else set()
    if unknown:
        sys.exit(f"no such extra: {', '.join(unknown)}")


def main(program, action, *words):
    if program == "pip":
        if action not in ("install", "uninstall"):
            sys.exit(f"pip has no {action}")
        for word in words:
            if not word.startswith("-"):
                check(word)


if __name__ == "__main__":
    main(*sys.argv[1:])
