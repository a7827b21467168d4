#!/usr/bin/env bash
# Formats the examples and templates with the engine's own formatter; -check only looks.
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/engine.sh
require_engine "formatting the examples"

"$TERRAFORM" fmt -recursive -diff "$@" examples
