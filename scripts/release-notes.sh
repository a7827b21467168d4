#!/usr/bin/env bash
# Prints the section of CHANGELOG.md for a tag such as v0.1.0; fails when there is none.
set -euo pipefail
cd "$(dirname "$0")/.."
version=${1#v}

notes=$(awk -v version="$version" '
  /^## / { inside = ($2 == version); next }
  inside { print }' CHANGELOG.md)
if [[ -z ${notes//[[:space:]]/} ]]; then
  echo "CHANGELOG.md has no section \"## $version\": rename \"Unreleased\" before tagging." >&2
  exit 1
fi
echo "$notes"
