#!/usr/bin/env bash
# Sets up .venv if missing and builds the documentation into build/docs: any warning is an error, and the notebook is run.
# Open build/docs/index.html afterwards. Further arguments go to sphinx-build.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh" docs
python -m sphinx -q -W --keep-going -b html -d build/docs/.doctrees "$@" docs build/docs
echo "build/docs/index.html"
