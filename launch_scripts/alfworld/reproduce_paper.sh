#!/usr/bin/env bash
# Tables 1 and 2 of the paper for ALFWorld on one machine with 8 GPUs of 80 GB: games, three seeds of each row, both splits, then the
# paper's numbers beside ours. Not run by us; takes weeks, and up to 10 TB in runs/paper. Run again, it resumes where it stopped. SkillRL's teacher is o3 (OPENAI_API_KEY).
#   bash launch_scripts/alfworld/reproduce_paper.sh [--dry-run]
set -euo pipefail && cd "$(dirname "${BASH_SOURCE[0]}")/../.."
dry=${1:-} out=runs/paper model=Qwen/Qwen2.5-7B-Instruct cluster="--backend verl --cluster.tensor_parallel 4 --cluster.gpu_memory 0.7"
[ "${*:---dry-run}" = --dry-run ] || { echo "reproduce_paper.sh takes --dry-run or nothing, got: $*" >&2; exit 2; }
export ALFWORLD_DATA=${ALFWORLD_DATA:-data/cache/alfworld}
run() { printf '%s\n' "$*"; [ -n "$dry" ] || "$@"; }
eval_both() { for split in valid_seen valid_unseen; do # NAME TARGET OPTIONS; existing results are kept
  [ -f $out/$1.$split.json ] || run skill1 eval "${@:2}" --split $split --policy.engine vllm --output $out/$1.$split.json; done; }

[ -n "$dry" ] || source launch_scripts/setup.sh gpu
run skill1 envs fetch alfworld "$ALFWORLD_DATA"
run skill1 doctor --for alfworld/cluster
run skill1 doctor --for alfworld/skillrl $cluster # its teacher is first asked days later
for row in zero_shot react reflexion; do eval_both $row $model --config alfworld/$row --library none; done
for seed in 0 1 2; do
  for row in skill1 paper grpo gigpo skillrl ablations/{no_selection,no_distillation,no_library,lambda1_zero,lambda2_zero,lambdas_zero}; do
    name=${row#*/}-s$seed
    run skill1 train --config alfworld/$row $cluster --seed $seed --run-dir $out/$name
    eval_both $name $out/$name --library frozen; done; done
run python bench/paper_tables.py $out
