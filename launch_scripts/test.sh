#!/usr/bin/env bash
# Sets up .venv if missing, lints, runs the tests on the CPU without a network. Further arguments go to pytest:
#   bash launch_scripts/test.sh tests/credit -k ndcg
# Tests are spread over the cores, each file in one process, which makes its fixtures once. Tests named by path
# run in a single process, which starts faster and allows --pdb; slow ones, otherwise left out, then run too.
# test.sh --slow: those slow ones instead (tests/slow.py): whole runs, killed processes, browsers.
# test.sh --explore [MINUTES] [pytest's arguments]: property tests alone, with new examples in each round, for MINUTES (10)
# or until one fails. All other commands try the same examples every time. With a path:
#   bash launch_scripts/test.sh --explore 30 tests/config
# test.sh --verl: the cluster backend instead, for real but without a GPU, in an environment of its own (.venv-verl, 4 GB).
# test.sh --commands: runs every documented command instead, in small (tests/documented); some are among all tests too.
set -euo pipefail
commands=""
if [ "${1:-}" = --commands ]; then commands=yes && shift && set -- tests/documented -m "" "$@"; fi
if [ "${1:-}" = --verl ]; then shift && exec bash "$(dirname "${BASH_SOURCE[0]}")/test_verl.sh" "$@"; fi
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh" test
# Every worker, and every process that a test starts, would compile all sources again.
unset PYTHONDONTWRITEBYTECODE
minutes="" marks=()
if [ "${1:-}" = --slow ]; then shift && marks=(-m "slow and not documented"); fi
if [ "${1:-}" = --explore ]; then
  shift && minutes=10
  if [[ "${1:-}" =~ ^[0-9]+$ ]]; then minutes=$1 && shift; fi
fi
# No worker in place of one that crashed: with --dist loadfile the run would then hang.
spread="-n logical --maxprocesses 8 --dist loadfile --no-loadscope-reorder --max-worker-restart 0"
for argument in "$@"; do [ -e "${argument%%::*}" ] && spread="" && marks=(-m "not documented"); done
# Commands are in one file: its pages are spread (tests/documented/conftest.py).
[ -z "$commands" ] || spread="-n logical --maxprocesses 8 --max-worker-restart 0"
# shellcheck disable=SC2086  # several words, here and below
while [ -n "$minutes" ]; do
  python -m pytest -q -x -m hypothesis --hypothesis-profile=explore $spread "$@"
  [ "$SECONDS" -lt $((60 * minutes)) ] || exit 0
done
python -m ruff check .
python -m ruff format --check .
# shellcheck disable=SC2086
python -m pytest -q --durations=10 $spread ${marks[@]+"${marks[@]}"} "$@"
