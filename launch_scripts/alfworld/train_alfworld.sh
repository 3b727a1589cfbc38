#!/usr/bin/env bash
# Skill1 on ALFWorld with Qwen2.5-7B-Instruct and the paper's numbers (Tables 4-6). Installs nothing: it first asks
# `skill1 doctor` whether this machine can do it, and stops with what is missing. Any --a.b VALUE passes through.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
[ -n "${VIRTUAL_ENV:-}${CONDA_PREFIX:-}" ] || export PATH="$PWD/.venv/bin:$PATH"
stop() { echo "This machine can run, as it is: bash launch_scripts/alfworld/train_alfworld_tiny.sh" >&2; exit 1; }
if ! python3 -c 'import skill1_envs, skill1.cli' 2>/dev/null; then # then there is no doctor to ask
  echo "missing  skill1: not installed → bash launch_scripts/setup.sh gpu" >&2
  command -v nvidia-smi >/dev/null || echo "missing  gpu: none found → take a machine with one" >&2
  [ -d "${ALFWORLD_DATA:-}" ] || echo "missing  games: \$ALFWORLD_DATA → pip install alfworld && alfworld-download" >&2
  stop
fi
settings=() previous=
for word; do # doctor takes the --a.b VALUE among the arguments, not --run-dir, --resume, --fresh
  case $word:$previous in --*.*:*) settings+=("$word") ;; --*) ;; *:--*.*) settings+=("$word") ;; esac
  previous=$word
done
python3 -m skill1 doctor --for alfworld/skill1 ${settings[@]+"${settings[@]}"} || stop
exec python3 -m skill1 train --config alfworld/skill1 "$@"
