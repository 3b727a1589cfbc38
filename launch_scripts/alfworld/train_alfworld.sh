#!/usr/bin/env bash
# Qwen2.5-7B-Instruct on ALFWorld with the paper's numbers (Tables 4-6): Skill1, or --method M. Installs nothing and
# stops within seconds if this machine cannot run it, saying what is missing. Any --a.b VALUE passes through.
set -euo pipefail
exec bash "$(dirname "${BASH_SOURCE[0]}")/../train_paper.sh" alfworld "$@"
