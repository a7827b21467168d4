#!/usr/bin/env bash
# Runs all tests with coverage and prints a line for each package. The client and
# the services must stay above their floors; acceptance tests count for every
# package that they pass through. The client's own tests alone reach its floor, so
# that the result does not depend on what varies from run to run.
set -euo pipefail
cd "$(dirname "$0")/.."
client=98
services=88

scripts/test.sh -coverprofile=coverage.out -coverpkg=./internal/... ./... | grep -vE '^(ok |PASS|--- (PASS|SKIP))|coverage: '

echo
# A statement appears once for each test binary: it is covered when any of them ran it.
awk -v client="$client" -v services="$services" '
  FNR == 1 { next }
  {
    statements[$1] = $2
    if ($3 > 0) ran[$1] = 1
  }
  END {
    for (block in statements) {
      package = block
      sub(/\/[^\/]*$/, "", package)
      sub(/^.*\/terraform-provider-videoindexer\//, "", package)
      all[package] += statements[block]
      if (block in ran) covered[package] += statements[block]
    }
    for (package in all) {
      percent = 100 * covered[package] / all[package]
      floor = package ~ /^internal\/videoindexer/ ? client : package ~ /^internal\/service\// ? services : 0
      low = percent < floor
      printf "%5.1f %%  %s%s\n", percent, package, low ? "  (floor: " floor " %)" : "" | "sort -k 3"
      if (low) failed = 1
    }
    close("sort -k 3")
    exit failed
  }' coverage.out
