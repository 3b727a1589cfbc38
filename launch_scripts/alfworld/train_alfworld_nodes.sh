#!/usr/bin/env bash
# The same on several machines with 8 GPUs each: configs/alfworld/nodes.yaml. First, with the same environment on each:
#   export RAY_AUTH_MODE=token               on each, with the same ~/.ray/auth_token (ray get-auth-token --generate)
#   ray start --head --port 6379             on the first, where this script is run
#   ray start --address FIRST:6379           on every other
#   bash launch_scripts/alfworld/train_alfworld_nodes.sh --cluster.nodes 4
set -euo pipefail
exec bash "$(dirname "${BASH_SOURCE[0]}")/../train_paper.sh" alfworld/nodes "$@"
