#!/usr/bin/env bash
# Qwen2.5-1.5B-Instruct with LoRA on ALFWorld, on one GPU of 24 GB: configs/alfworld/one_gpu.yaml, which also says how much
# memory it takes. Stops within seconds if this machine cannot run it, saying what is missing.
set -euo pipefail
exec bash "$(dirname "${BASH_SOURCE[0]}")/../train_paper.sh" alfworld/one_gpu "$@"
