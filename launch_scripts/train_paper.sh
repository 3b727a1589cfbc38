#!/usr/bin/env bash
# train_paper.sh ENV[/CONFIG] [--method M] [--a.b VALUE ...]: what the scripts for real models share. Asks
# check_machine.sh first, then trains with configs/ENV/CONFIG.yaml (default: that of the method). Installs nothing. No check for --help and --dry-run.
set -euo pipefail && cd "$(dirname "${BASH_SOURCE[0]}")/.."
[ -n "${VIRTUAL_ENV:-}" ] || python3 -c 'import skill1_envs, skill1.cli' 2>/dev/null || export PATH="$PWD/.venv/bin:$PATH" # conda's base has none
config=$1 method= settings=() passed=() previous= run= fresh= look=
for word in "${@:2}"; do # the check takes the --a.b VALUE among the arguments, and the disk that --run-dir is on
  case $previous:$word in
    --method:*) method=$word previous=; continue ;; *:--method=*) method=${word#*=} previous=; continue ;;
    *:--method) method=none previous=$word; continue ;;
    --run-dir:*) run=$word ;; *:--run-dir=*) run=${word#*=} ;; *:--fresh) fresh=yes ;; *:--help | *:-h | *:--dry-run) look=yes ;;
    *:--*.* | *:--backend* | *:--seed*) settings+=("$word") ;; *:--*) ;; --*.*:* | --backend:* | --seed:*) settings+=("$word") ;;
  esac
  passed+=("$word") previous=$word
done
case $config:$method in # other methods differ from Skill1 in more than the name: prompts, lengths, teacher, groups
  *: | *:skill1 | *:grpo) ;;
  */*:skillpro | */*:skillopt) env=${config%%/*} small= # their gates need the single process of backend local
    case $config in */one_gpu) small=" --model.path Qwen/Qwen2.5-1.5B-Instruct --model.rows 16" ;; esac
    echo "configs/$config.yaml is for backend verl, which --method $method cannot use. Type: bash launch_scripts/$env/train_$env.sh --method $method$small" >&2
    exit 2 ;;
  */cluster:* | */nodes:*) env=${config%%/*} nodes=
    case $config in */nodes) nodes=" --cluster.nodes 2 --cluster.ray_address auto" ;; esac
    [ ! -f "configs/$env/$method.yaml" ] || {
      echo "configs/$config.yaml is for skill1 and grpo; --method $method has its own configuration. Type: bash launch_scripts/$env/train_$env.sh --method $method --backend verl$nodes" >&2
      exit 2
    } ;;
  */one_gpu:*) env=${config%%/*}
    [ ! -f "configs/$env/$method.yaml" ] || { # its lengths, batch and adapters over what the method sets; its word of skill1 goes
      case $method in gigpo) word=grpo ;; skill1plus) word=skill1 ;; retroagent) word="$method' 'agent.profile: $method" ;; *) word=$method ;; esac
      lines="'inherits: [$env/$method, $config]' 'method: $word'"
      echo "configs/$config.yaml is for skill1 and grpo; --method $method has its own configuration. Type: printf '%s\n' $lines > ${method}_one_gpu.yaml && skill1 train --config ${method}_one_gpu.yaml" >&2
      exit 2
    } ;;
esac
case $config in */*) settings+=(${method:+"--method=$method"}) passed+=(${method:+"--method=$method"}) ;; *) config+=/${method:-skill1} ;; esac
[ -z "$run" ] || { [ -f "$run/config.yaml" ] && [ -z "$fresh" ]; } || run=$(dirname "$run")/.checked # a run that resumes has most of its disk
settings+=(${run:+--run-dir "$run"})
{ [ -n "$look" ] && python3 -c 'import skill1_envs, skill1.cli' 2>/dev/null; } || bash launch_scripts/check_machine.sh "${config%%/*}" "${config#*/}" ${settings[@]+"${settings[@]}"}
exec python3 -m skill1 train --config "$config" ${passed[@]+"${passed[@]}"}
