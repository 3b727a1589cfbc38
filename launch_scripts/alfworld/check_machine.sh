#!/usr/bin/env bash
# check_machine.sh METHOD [--a.b VALUE ...]: can this machine train METHOD on ALFWorld? One line for each missing thing
# with the command that mends it, then the script that works here. Exit code 1: no. 2: there is no such method.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
method=$1
shift
if ! grep -qsx "method: $method" "configs/alfworld/$method.yaml"; then
  known=$(grep -hs '^method: ' configs/alfworld/*.yaml | cut -d ' ' -f 2 | sort -u | paste -sd, - | sed 's/,/, /g')
  echo "--method '$method' cannot be used here; expected one of: $known" >&2
  exit 2
fi
if ! python3 -c 'import skill1_envs, skill1.cli' 2>/dev/null; then # then there is no doctor to ask
  echo "missing  skill1: not installed → bash launch_scripts/setup.sh gpu" >&2
  command -v nvidia-smi >/dev/null || echo "missing  gpu: none found → take a machine with one" >&2
  [ -d "${ALFWORLD_DATA:-}" ] || echo "missing  games: \$ALFWORLD_DATA → skill1 envs fetch alfworld DIR, after that" >&2
elif python3 -m skill1 doctor --missing --for "alfworld/$method" "$@" >&2; then
  exit 0
fi
echo "This machine can run, as it is: bash launch_scripts/alfworld/train_alfworld_tiny.sh" >&2
exit 1
