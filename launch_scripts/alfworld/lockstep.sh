#!/usr/bin/env bash
# N fresh games of each task type (default 2), played by our simulator and by ALFWorld's original engine with the same
# commands; every answer is compared. Exit code 1: they differ. Needs the extra `alfworld` (pip install -e '.[alfworld]'),
# or --python PATH of an interpreter that has the engine.
#   bash launch_scripts/alfworld/lockstep.sh [N] [--seed S] [--games DIR] [--python PATH]
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../setup.sh" alfworld
exec python -m skill1_envs.alfworld.lockstep "$@"
