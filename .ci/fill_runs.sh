#!/usr/bin/env bash
# Fills runs/ with what may lie there when somebody types test.sh: finished runs, cold starts, runs that are broken, files
# where folders belong. What is there already stays.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
mkdir -p runs
finished() { [ -e "runs/$1" ] || cp -r data/household/run "runs/$1"; }
for run in household household-skill1 household-grpo household-s0 household-smoke mixed-tiny broken half; do finished "$run"; done
for start in household alfworld webshop; do
  [ -e "runs/$start-cold-start" ] && continue
  mkdir "runs/$start-cold-start"
  echo '{"model_type": "qwen2"}' >"runs/$start-cold-start/config.json"
  : >"runs/$start-cold-start/model.safetensors"
done
echo '{"status": ' >runs/broken/manifest.json
echo 'env: {name: household' >runs/broken/config.yaml
head -c 3000 /dev/urandom >runs/broken/library.sqlite
rm -rf runs/half/manifest.json runs/half/checkpoints && mkdir runs/half/checkpoints
mkdir -p runs/empty runs/household-skillrl runs/RUN/checkpoints/step_000001
for file in alfworld tiny run mine x household-react; do
  [ -e "runs/$file" ] || echo "a file where a folder belongs" >"runs/$file"
done
