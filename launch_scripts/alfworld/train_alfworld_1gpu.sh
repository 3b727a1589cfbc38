#!/usr/bin/env bash
# Qwen2.5-1.5B-Instruct with LoRA on ALFWorld, on one GPU of 24 GB: configs/alfworld/one_gpu.yaml, which also says what
# it takes of memory. Stops within seconds where this machine cannot do it, saying what is missing.
set -euo pipefail
exec bash "$(dirname "${BASH_SOURCE[0]}")/../train_paper.sh" alfworld/one_gpu "$@"
