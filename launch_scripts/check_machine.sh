#!/usr/bin/env bash
# check_machine.sh ENV [CONFIG] [--a.b VALUE ...]: can this machine train as configs/ENV/CONFIG.yaml says (alfworld, webshop,
# search; a method's or a cluster's)? One line for each missing thing with the command that fixes it, then a script that works
# here. Exit code 1: no, or a setting is wrong. 2: no such method, or one that trains nothing.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
[ -n "${VIRTUAL_ENV:-}" ] || python3 -c 'import skill1_envs, skill1.cli' 2>/dev/null || export PATH="$PWD/.venv/bin:$PATH" # conda's base has none
environment=${1:-} method=${2:-skill1}
shift $(($# < 2 ? $# : 2))
case $environment in
  alfworld) things=games folder=${ALFWORLD_DATA:-} variable=ALFWORLD_DATA ;;
  webshop) things=products folder=${WEBSHOP_DATA:-} variable=WEBSHOP_DATA ;;
  search) things=corpus folder=${SEARCH_DATA:-} variable=SEARCH_DATA ;;
  *) echo "'$environment' cannot be used here; expected alfworld, webshop or search" >&2; exit 2 ;;
esac
case $method in
  zero_shot | react | reflexion)
    echo "--method $method trains nothing. Type: skill1 eval MODEL --env $environment --method $method" >&2; exit 2 ;;
esac
if ! grep -qsxE -e "method: $method" -e "  utilisation: $method" -e "inherits: $environment/(skill1|cluster)" -e "inherits: .* presets/$method]" \
  "configs/$environment/$method.yaml"; then
  known=$(sed -nE -e 's/^(method|  utilisation): ([^ ]*).*/\2/p' -e 's/^inherits: .* presets\/(.*)]/\1/p' "configs/$environment"/*.yaml | sort -u |
    grep -vx -e zero_shot -e react -e reflexion -e discounted -e pipeline | paste -sd, - | sed 's/,/, /g')
  echo "--method '$method' cannot be used here; expected one of: $known" >&2
  exit 2
fi
if ! python3 -c 'import skill1_envs, skill1.cli' 2>/dev/null; then # then there is no doctor to ask
  echo "missing  skill1: not installed → bash launch_scripts/setup.sh gpu" >&2
  command -v nvidia-smi >/dev/null || echo "missing  gpu: none found → use a machine with one" >&2
  [ -d "$folder" ] || echo "missing  $things: \$$variable → afterwards: skill1 envs fetch $environment DIR" >&2
else
  status=0
  missing=$(python3 -m skill1 doctor --missing --for "$environment/$method" "$@") || status=$?
  [ -z "$missing" ] || printf '%s\n' "$missing" >&2
  [ "$status" = 1 ] && [ -n "$missing" ] || exit "$status" # nothing is missing, or doctor has named a wrong setting
fi
echo "This machine can run, as it is: bash launch_scripts/$environment/train_${environment}_tiny.sh" >&2
exit 1
