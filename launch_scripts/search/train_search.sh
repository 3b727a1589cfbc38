#!/usr/bin/env bash
# Qwen2.5-7B-Instruct on Search-QA with the field's numbers (configs/search/base.yaml): Skill1, or --method M. Installs nothing
# and stops within seconds if this machine cannot run it, saying what is missing. Any --a.b VALUE passes through.
set -euo pipefail
exec bash "$(dirname "${BASH_SOURCE[0]}")/../train_paper.sh" search "$@"
