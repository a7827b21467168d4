#!/usr/bin/env bash
# Formats the examples and modules with the engine's own formatter; -check only looks.
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/engine.sh
require_engine "formatting the examples"

"$TERRAFORM" fmt -recursive -diff "$@" examples
"$TERRAFORM" fmt -recursive -diff "$@" modules
