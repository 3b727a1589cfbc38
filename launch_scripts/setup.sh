#!/usr/bin/env bash
# setup.sh [cpu|gpu|alfworld|webshop|test]: makes .venv with skill1 in it; does nothing if it is up to date. Others source it.
# On Linux pip's default torch brings CUDA packages of several GB. Without a GPU, set PIP_EXTRA_INDEX_URL to PyTorch's
# CPU index before the first run; a torch that already satisfies the bounds in .venv is kept.
# An active conda or virtual environment that already holds this checkout is used as it is.
profile=${1:-cpu}
set -euo pipefail
case $profile in
  cpu) extras=local needs="skill1, torch" ;;
  alfworld) extras=local needs="skill1, torch, alfworld" ;; # cpu, and the room layouts that games are made from
  webshop) extras=local,webshop needs="skill1, torch, regex, nltk, textblob" ;;
  gpu) extras=local,encoders,webshop needs="skill1, torch, sentence_transformers, regex, nltk, textblob" ;;
  test) extras=local,webshop,serve,gymnasium,tensorboard,wandb,dev needs="skill1, torch, fastapi, uvicorn, gymnasium, tensorboard, wandb, alfworld, nltk, regex, textblob, jinja2, playwright, pytest, pytest_timeout, xdist, hypothesis, ruff" ;;
  *) echo "setup.sh: expected cpu, gpu, alfworld, webshop or test, got '$profile'" >&2; exit 2 ;;
esac
repository=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
cd "$repository"
# OpenMP threads that wait should sleep: spinning slows every other process on a shared machine.
export OMP_WAIT_POLICY=${OMP_WAIT_POLICY:-PASSIVE} KMP_BLOCKTIME=${KMP_BLOCKTIME:-0}
is_ours="import pathlib, sys, $needs; sys.exit(pathlib.Path(skill1.__file__).resolve().parents[1] != pathlib.Path.cwd())"
if [ -n "${VIRTUAL_ENV:-}${CONDA_PREFIX:-}" ] && python -I -c "$is_ours" 2>/dev/null; then return 0 2>/dev/null || exit 0; fi
for python in python3 python3.14 python3.13 python3.12 python3.11 none; do
  "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && break
done
if [ "$python" = none ]; then
  echo "skill1 needs Python 3.11 or newer; found $(python3 --version 2>&1). Install one (for example: conda create -n skill1 python=3.12)." >&2; exit 1
fi
stamp="$repository $(cat pyproject.toml setup.py | cksum)"
if [ "$(cat ".venv/skill1-$profile.stamp" 2>/dev/null)" != "$stamp" ]; then
  .venv/bin/python -c '' 2>/dev/null || "$python" -m venv --clear .venv
  .venv/bin/python -m pip install --quiet --disable-pip-version-check -e ".[$extras]"
  case $needs in *alfworld*) # without its dependencies: only its data files are read, and its engine takes minutes to compile
    .venv/bin/python -m pip install --quiet --disable-pip-version-check --no-deps "$(grep -o 'alfworld==[0-9.]*' pyproject.toml | head -n 1)" ;;
  esac
  echo "$stamp" > ".venv/skill1-$profile.stamp"
fi
export VIRTUAL_ENV="$repository/.venv" PATH="$repository/.venv/bin:$PATH"
