#!/usr/bin/env bash
# check_gpu.sh [--model MODEL] [--run-dir DIR] [--json]: checks in about ten minutes on one GPU, after `setup.sh gpu`,
# whether training will work on this machine: real kernels, vLLM's sleep mode, weight sync to its servers, a killed and resumed
# run, fused kernels, LoRA, the local backend in bfloat16. One line each, with what to do. Exit code 1: something fails.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
command -v nvidia-smi >/dev/null || {
  echo "missing  gpu: no NVIDIA driver here → this needs an NVIDIA GPU; bash launch_scripts/test.sh --verl tests the same on a CPU" >&2
  exit 1
}
source launch_scripts/setup.sh gpu
exec python -m skill1 doctor --gpu "$@"
