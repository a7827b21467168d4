#!/usr/bin/env bash
# Runs the tests, unit and acceptance, and counts them.
# Arguments go to "go test"; a full log with passing subtests is in test.log.
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/engine.sh
require_engine "make test"

export TF_ACC=1
TF_ACC_TERRAFORM_PATH=${TF_ACC_TERRAFORM_PATH:-$(command -v "$TERRAFORM")}
export TF_ACC_TERRAFORM_PATH

echo "$("$TF_ACC_TERRAFORM_PATH" version | head -n 1), $(go version | cut -d ' ' -f 3)"

# Tests allocate much memory and hold little: with less frequent garbage collection, tests over the protocol take a third
# less time.
export GOGC=${GOGC:-800}

# Releases are built without cgo, and linking takes less time without it. The race detector needs it.
if [[ " $* " != *" -race"* ]]; then
  export CGO_ENABLED=${CGO_ENABLED:-0}
fi

status=0
# Tests that wait for an engine's processes, or for a time to pass, gain from running beside each other: more packages at
# once than cores keep these busy. Nobody debugs these thirty binaries, and linking them without debugging information
# needs only two thirds of the time. With -trimpath, what is compiled does not hold the checkout's path: the provider that
# tests build, and other checkouts, find it in the cache. The linter runs vet.
go test -v -vet=off -trimpath -timeout 20m -p 3 -parallel 4 -ldflags '-s -w' "$@" 2>&1 |
  tee test.log |
  grep -vE '^=== (RUN|PAUSE|CONT)|^ +--- PASS|no test files' || status=${PIPESTATUS[0]}

awk -v seconds="$SECONDS" '
  /^--- PASS/  { passed++ }
  /^--- SKIP/  { skipped++ }
  /^--- FAIL/  { failed++ }
  /^ +--- (PASS|FAIL|SKIP)/ { cases++ }
  /^ok /       { packages++ }
  /^FAIL\t/    { packages++; broken++ }
  END {
    printf "\n%d tests passed, %d failed, %d skipped (%d subtests); %d packages, %d of them failing; %d s\n",
      passed, failed, skipped, cases, packages, broken, seconds
  }' test.log
exit "$status"
