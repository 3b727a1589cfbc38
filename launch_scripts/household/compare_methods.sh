#!/usr/bin/env bash
# GRPO, SkillRL, Skill-Pro, SkillOpt and Skill1 on the household world: same tiny policy, same budget, one table. CPU only.
#   bash launch_scripts/household/compare_methods.sh [--seeds 0 1 2] [--methods skill1 grpo] [--jobs 2] [--smoke]
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../setup.sh" cpu
exec python bench/methods_household.py --output runs/methods_household.json "$@"
