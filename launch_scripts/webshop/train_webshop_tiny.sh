#!/usr/bin/env bash
# Skill1 and GRPO without a library on generated shops in WebShop's format: cold start, RL, held-out evaluation, one
# table. CPU only, no download.
#   bash launch_scripts/webshop/train_webshop_tiny.sh [--seed N] [--smoke] [--fresh] [--runs-dir DIR] [--a.b VALUE ...]
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../setup.sh" webshop
exec skill1 quickstart webshop "$@"
