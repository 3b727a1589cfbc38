#!/usr/bin/env bash
# Qwen2.5-7B-Instruct on Search-QA on one machine with 8 GPUs of 80 GB: configs/search/cluster.yaml. --method grpo trains the
# baseline. Stops within seconds if this machine cannot run it, saying what is missing.
set -euo pipefail
exec bash "$(dirname "${BASH_SOURCE[0]}")/../train_paper.sh" search/cluster "$@"
