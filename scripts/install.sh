#!/usr/bin/env bash
# Builds the provider into a plugin mirror: install.sh <version> <mirror>.
# "init" finds it there without a registry, under either registry's name.
set -euo pipefail
cd "$(dirname "$0")/.."
version=$1
mirror=$2
platform="$(go env GOOS)_$(go env GOARCH)"
binary="terraform-provider-videoindexer_v$version$(go env GOEXE)"

go build -buildvcs=false -trimpath -ldflags "-s -w -X main.version=$version" -o "bin/$binary" .
for registry in registry.terraform.io registry.opentofu.org; do
  folder="$mirror/$registry/videoindexer/videoindexer/$version/$platform"
  mkdir -p "$folder"
  cp "bin/$binary" "$folder/"
  echo "installed $folder/$binary"
done
echo "If a configuration locked an earlier build of $version, remove its .terraform.lock.hcl."
