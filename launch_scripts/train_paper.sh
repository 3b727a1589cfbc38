#!/usr/bin/env bash
# train_paper.sh ENV [--method M] [--a.b VALUE ...]: what alfworld/train_alfworld.sh and webshop/train_webshop.sh share.
# Asks check_machine.sh first, then trains with configs/ENV/M.yaml. Installs nothing.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
[ -n "${VIRTUAL_ENV:-}${CONDA_PREFIX:-}" ] || export PATH="$PWD/.venv/bin:$PATH"
environment=$1 method=skill1 settings=() passed=() previous= folder=
for word in "${@:2}"; do # the check takes the --a.b VALUE among the arguments, and the disk that --run-dir is on
  case $previous:$word in
    --method:*) method=$word previous=; continue ;; *:--method=*) method=${word#*=} previous=; continue ;;
    *:--method) method=none previous=$word; continue ;;
    --run-dir:*) folder=$(dirname "$word") ;; *:--run-dir=*) folder=$(dirname "${word#*=}") ;;
    *:--*.*) settings+=("$word") ;; *:--*) ;; --*.*:*) settings+=("$word") ;;
  esac
  passed+=("$word") previous=$word
done
[ -z "$folder" ] || settings+=(--run-dir "$folder/.checked") # as a new run there: `train` knows of --resume and --fresh
bash launch_scripts/check_machine.sh "$environment" "$method" ${settings[@]+"${settings[@]}"}
exec python3 -m skill1 train --config "$environment/$method" ${passed[@]+"${passed[@]}"}
