#!/usr/bin/env bash
# Builds what a release would hold into dist/, and installs this platform's archive
# from a local mirror, as an engine does from a registry.
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/engine.sh
require_engine "make snapshot"
if ! command -v goreleaser >/dev/null; then
  echo "goreleaser is not on the PATH: go install github.com/goreleaser/goreleaser/v2@v2.15.4" >&2
  exit 1
fi

goreleaser check
# Signing and the bill of materials need a key and syft, which releases have.
goreleaser release --snapshot --clean --skip=sign,sbom

version=0.0.1-dev
name=terraform-provider-videoindexer_$version
# The manifest is uploaded under this name, and the checksums cover it.
cp terraform-registry-manifest.json "dist/${name}_manifest.json"
(cd dist && sha256sum --check --quiet "${name}_SHA256SUMS")
grep -q "${name}_manifest.json" "dist/${name}_SHA256SUMS"

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
for registry in registry.terraform.io registry.opentofu.org; do
  mkdir -p "$scratch/mirror/$registry/videoindexer/videoindexer"
  cp "dist/${name}_$(go env GOOS)_$(go env GOARCH).zip" "$scratch/mirror/$registry/videoindexer/videoindexer/"
done
cp -R examples/complete "$scratch/"
# A pre-release is found only by a configuration that asks for exactly it.
cat >"$scratch/complete/version_override.tf" <<OVERRIDE
terraform {
  required_providers {
    videoindexer = {
      source  = "videoindexer/videoindexer"
      version = "$version"
    }
  }
}
OVERRIDE
cd "$scratch/complete"
"$TERRAFORM" init -plugin-dir="$scratch/mirror" -no-color
"$TERRAFORM" validate -no-color
"$TERRAFORM" version
# The binary in the archive serves the provider: it plans against the simulated service.
cd "$OLDPWD"
go build -buildvcs=false -o "$scratch/mockserver" ./internal/cmd/mockserver
"$scratch/mockserver" -quiet -env-file "$scratch/service.env" >/dev/null &
trap 'kill %1; rm -rf "$scratch"' EXIT
for _ in $(seq 100); do
  [[ -s $scratch/service.env ]] && break
  sleep 0.1
done
source "$scratch/service.env"
cd "$scratch/complete"
"$TERRAFORM" apply -auto-approve -no-color >/dev/null
"$TERRAFORM" plan -detailed-exitcode -no-color
"$TERRAFORM" destroy -auto-approve -no-color >/dev/null
