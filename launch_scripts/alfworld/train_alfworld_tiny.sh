#!/usr/bin/env bash
# A few RL steps of the tiny policy on ALFWorld games, to see the whole path work on a CPU (no learning expected).
# Games: --env.data DIR, or $ALFWORLD_DATA, or the seven of this repository. Any --a.b VALUE passes through.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../setup.sh" cpu
export ALFWORLD_DATA=${ALFWORLD_DATA:-$PWD/data/alfworld}
exec skill1 train --config alfworld/tiny "$@"
