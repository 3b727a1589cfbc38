#!/usr/bin/env bash
# Qwen2.5-7B-Instruct on ALFWorld with the paper's numbers (Tables 4-6): Skill1, or --method M. Installs nothing and
# stops within seconds where this machine cannot do it, saying what is missing. Any --a.b VALUE passes through.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
[ -n "${VIRTUAL_ENV:-}${CONDA_PREFIX:-}" ] || export PATH="$PWD/.venv/bin:$PATH"
method=skill1 settings=() passed=() previous=
for word; do # the check takes the --a.b VALUE among the arguments, not --run-dir, --resume, --fresh
  case $previous:$word in
    --method:*) method=$word previous=; continue ;;
    *:--method=*) method=${word#*=} previous=; continue ;;
    *:--method) method=none previous=$word; continue ;;
    *:--*.*) settings+=("$word") ;; *:--*) ;; --*.*:*) settings+=("$word") ;;
  esac
  passed+=("$word") previous=$word
done
bash launch_scripts/alfworld/check_machine.sh "$method" ${settings[@]+"${settings[@]}"}
exec python3 -m skill1 train --config "alfworld/$method" ${passed[@]+"${passed[@]}"}
