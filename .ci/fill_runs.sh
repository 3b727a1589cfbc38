#!/usr/bin/env bash
# Fills runs/ with what may lie there when somebody types test.sh: finished runs, cold starts, runs that are broken, files
# where folders belong. What is there already stays.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
finished=data/household/run
mkdir -p runs
for run in household household-skill1 household-grpo household-s0 household-smoke mixed-tiny; do cp -rn "$finished" "runs/$run"; done
for start in household alfworld webshop; do
  mkdir -p "runs/$start-cold-start"
  echo '{"model_type": "qwen2"}' >"runs/$start-cold-start/config.json"
  : >"runs/$start-cold-start/model.safetensors"
done
cp -rn "$finished" runs/broken
echo '{"status": ' >runs/broken/manifest.json
echo 'env: {name: household' >runs/broken/config.yaml
head -c 3000 /dev/urandom >runs/broken/library.sqlite
cp -rn "$finished" runs/half && rm -r runs/half/manifest.json runs/half/checkpoints && mkdir runs/half/checkpoints
mkdir -p runs/empty runs/household-skillrl runs/RUN/checkpoints/step_000001
for file in alfworld tiny run mine x household-react; do echo "a file where a folder belongs" >"runs/$file"; done
