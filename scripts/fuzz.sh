#!/usr/bin/env bash
# Runs every fuzz target for the given time, one after the other. "go test" would
# link a package's tests anew for each of its targets.
set -euo pipefail
cd "$(dirname "$0")/.."
fuzztime=$1
binary=$PWD/bin/fuzz.test
found=$(go env GOCACHE)/fuzz/$(go list -m) # Where "go test" keeps inputs that reach new code.

mkdir -p bin
packages=$(grep -rlE --include='*_test.go' '^func Fuzz' internal | xargs -n 1 dirname | sort -u)
for package in $packages; do
  go test -c -vet=off -ldflags '-s -w' -fuzz . -o "$binary" "./$package"
  for target in $("$binary" -test.list '^Fuzz'); do
    echo "== $target ($package)"
    # In its folder: what fails is written to testdata/fuzz there, and repeated by "go test".
    (cd "$package" && "$binary" -test.run '^$' -test.fuzz "^$target\$" -test.fuzztime "$fuzztime" -test.fuzzcachedir "$found/$package" 2>&1)
  done
done
