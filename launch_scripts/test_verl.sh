#!/usr/bin/env bash
# test_verl.sh [pytest's arguments]: what `test.sh --verl` runs. The tests that need verl, Ray and vLLM, in one process:
# some start a whole cluster. Then Skill1 on household through all of it: 3 steps, kill, resume, merge, evaluation.
# By hand, some ten minutes more, which kills its processes one after the other:
#   python tests/train_verl/run_faults.py
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh" verl-cpu
export OMP_NUM_THREADS=1 MKL_NUM_THREADS=1 TOKENIZERS_PARALLELISM=false HF_HUB_OFFLINE=1
export RAY_USAGE_STATS_ENABLED=0 VLLM_NO_USAGE_STATS=1 DO_NOT_TRACK=1
tests=(tests/train_verl tests/policy_vllm tests/parity)
for argument in "$@"; do [ -e "${argument%%::*}" ] && tests=(); done
python -m pytest -q -m "not documented" --durations=10 -p no:cacheprovider ${tests[@]+"${tests[@]}"} "$@"
[ ${#tests[@]} = 0 ] || python tests/train_verl/run_household.py
