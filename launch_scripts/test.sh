#!/usr/bin/env bash
# Sets up .venv if missing, lints, runs all tests on the CPU without a network. Further arguments go to pytest:
#   bash launch_scripts/test.sh tests/credit -k ndcg
# All tests are spread over the cores, each file in one process, which makes its fixtures once. What is named by its path
# runs in a single process, which starts faster and takes --pdb.
# test.sh --verl: the cluster backend instead, for real but without a GPU, in an environment of its own (.venv-verl, 4 GB).
# test.sh --commands: types every command of the documents instead, small (tests/documented); some are among all tests too.
set -euo pipefail
if [ "${1:-}" = --commands ]; then shift && set -- tests/documented -m "" "$@"; fi
if [ "${1:-}" = --verl ]; then shift && exec bash "$(dirname "${BASH_SOURCE[0]}")/test_verl.sh" "$@"; fi
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh" test
# Tests use tiny matrices: one thread is fastest, and the same numbers come out on every machine.
export OMP_NUM_THREADS=${OMP_NUM_THREADS:-1} MKL_NUM_THREADS=${MKL_NUM_THREADS:-1} TOKENIZERS_PARALLELISM=false
export HF_HUB_OFFLINE=1
python -m ruff check .
python -m ruff format --check .
spread="-n logical --maxprocesses 8 --dist loadfile --no-loadscope-reorder"
for argument in "$@"; do [ -e "${argument%%::*}" ] && spread=""; done
# shellcheck disable=SC2086  # several words
python -m pytest -q --durations=10 $spread "$@"
