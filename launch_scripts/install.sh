#!/usr/bin/env bash
# install.sh PYTHON EXTRAS [alfworld|gpu|verl-cpu]: what setup.sh installs, in the order that works: first skill1 with
# torch and all else, then what is built against them or must be removed again. In a conda environment of your own:
#   bash launch_scripts/install.sh python local,encoders,webshop,verl gpu
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
[ $# -ge 2 ] || { echo "install.sh: expected PYTHON EXTRAS, such as: bash launch_scripts/install.sh python local,verl gpu; got: ${*:-nothing}" >&2; exit 2; }
python=$1 extras=$2 besides=${3:-}
install() { "$python" -m pip install --quiet --disable-pip-version-check "$@"; }
# vLLM requires them for vision and audio models. Where their build does not match torch, as on a CPU, they break
# `import transformers`; text models need none.
without_media() { "$python" -m pip uninstall --quiet --yes torchvision torchaudio torchcodec; }

install -e ".[$extras]"
case $besides in
  alfworld) # without its dependencies: only its data files are read, and its engine takes minutes to compile
    install --no-deps "$(grep -o 'alfworld==[0-9.]*' pyproject.toml | head -n 1)" ;;
  gpu) # flash-attn is compiled against the torch just installed, for up to an hour, and only by a compiler of torch's CUDA
    without_media
    flash=$(grep -o '"flash-attn[^"]*"' pyproject.toml | tr -d '"')
    compiler=$(nvcc --version 2>/dev/null | sed -n 's/.*release \([0-9]*\).*/\1/p') || compiler=""
    wanted=$("$python" -c 'import torch; print((torch.version.cuda or "").split(".")[0])' 2>/dev/null) || wanted=""
    # each compiler takes up to 8 GB of memory
    export MAX_JOBS=${MAX_JOBS:-$(awk '/^MemAvailable/ {print int($2 / 8388608) + 1}' /proc/meminfo 2>/dev/null || echo 1)}
    { command -v nvcc >/dev/null && [ "${compiler:-$wanted}" = "${wanted:-$compiler}" ] &&
      install "setuptools>=77,<81" wheel ninja && install --no-build-isolation "$flash"; } ||
      echo "setup.sh: no flash-attn (it needs nvcc of CUDA ${wanted:-as torch}${compiler:+, found $compiler}; conda install -c nvidia cuda-nvcc${wanted:+=$wanted} brings one): slower PyTorch attention (sdpa) is used" >&2 ;;
  verl-cpu) # the platform plugin, and an empty distribution of the name that verl looks for; and without the package
    # `tests` that verl and TransferQueue put beside theirs, which would hide ours
    without_media
    "$python" -c 'import shutil, sysconfig; shutil.rmtree(sysconfig.get_path("purelib") + "/tests", ignore_errors=True)'
    copy=$(mktemp -d) # a build leaves files beside its source
    trap 'rm -rf "$copy"' EXIT
    cp -r tests/verl_support/. "$copy"
    install --no-deps --no-build-isolation "$copy" "$copy/vllm_stub" ;;
esac
