#!/usr/bin/env bash
# The same on several machines with 8 GPUs each: configs/alfworld/nodes.yaml. Before it, with the same environment on each:
#   ray start --head --port 6379             on the first, where this script is typed
#   ray start --address FIRST:6379           on every other
#   bash launch_scripts/alfworld/train_alfworld_nodes.sh --cluster.nodes 4
# Ports of Ray have no password: open them inside the cluster's own network only.
set -euo pipefail
exec bash "$(dirname "${BASH_SOURCE[0]}")/../train_paper.sh" alfworld/nodes "$@"
