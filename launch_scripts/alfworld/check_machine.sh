#!/usr/bin/env bash
# check_machine.sh METHOD [--a.b VALUE ...]: can this machine train METHOD on ALFWorld? See ../check_machine.sh.
set -euo pipefail
exec bash "$(dirname "${BASH_SOURCE[0]}")/../check_machine.sh" alfworld "$@"
