#!/usr/bin/env bash
# Qwen2.5-7B-Instruct on ALFWorld with the paper's numbers (Tables 4-6): Skill1, or --method M. Installs nothing and
# stops within seconds where this machine cannot do it, saying what is missing. Any --a.b VALUE passes through.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
[ -n "${VIRTUAL_ENV:-}${CONDA_PREFIX:-}" ] || export PATH="$PWD/.venv/bin:$PATH"
method=skill1 settings=() passed=() previous= folder=
for word; do # the check takes the --a.b VALUE among the arguments, and the disk that --run-dir is on
  case $previous:$word in
    --method:*) method=$word previous=; continue ;;
    *:--method=*) method=${word#*=} previous=; continue ;;
    *:--method) method=none previous=$word; continue ;;
    --run-dir:*) folder=$(dirname "$word") ;; *:--run-dir=*) folder=$(dirname "${word#*=}") ;;
    *:--*.*) settings+=("$word") ;; *:--*) ;; --*.*:*) settings+=("$word") ;;
  esac
  passed+=("$word") previous=$word
done
[ -z "$folder" ] || settings+=(--run-dir "$folder/.checked") # as a new run there: `train` knows of --resume and --fresh
bash launch_scripts/alfworld/check_machine.sh "$method" ${settings[@]+"${settings[@]}"}
exec python3 -m skill1 train --config "alfworld/$method" ${passed[@]+"${passed[@]}"}
