#!/usr/bin/env bash
# Runs every fuzz target for the given time, one after the other: "go test"
# fuzzes one target at a time.
set -euo pipefail
cd "$(dirname "$0")/.."
fuzztime=$1

targets=$(grep -rhoE --include='*_test.go' '^func Fuzz[A-Za-z0-9_]+' internal -H | sort || true)
if [[ -z $targets ]]; then
  echo "There is no fuzz target yet."
  exit 0
fi
while IFS=: read -r file declaration; do
  name=${declaration#func }
  echo "== $name ($(dirname "$file"))"
  go test -vet=off -ldflags '-s -w' -run '^$' -fuzz "^$name\$" -fuzztime "$fuzztime" "./$(dirname "$file")"
done <<<"$targets"
