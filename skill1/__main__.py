"""``python -m skill1`` is the same as ``skill1``."""

from skill1.cli import main

if __name__ == "__main__":
    raise SystemExit(main())
