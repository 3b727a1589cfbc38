#!/usr/bin/env bash
# Skill1 and GRPO without a library on a generated encyclopedia: cold start, RL, held-out evaluation, one table. CPU only,
# no download.
#   bash launch_scripts/search/train_search_tiny.sh [--seed N] [--smoke] [--fresh] [--runs-dir DIR] [--a.b VALUE ...]
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../setup.sh" search
exec skill1 quickstart search "$@"
