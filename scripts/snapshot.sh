#!/usr/bin/env bash
# Builds what a release would hold into dist/, signs it with a throw-away key,
# checks signature and checksums, and has the engine install this platform's
# archive from a filesystem mirror.
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/engine.sh
require_engine "make snapshot"
for tool in goreleaser gpg; do
  if ! command -v "$tool" >/dev/null; then
    echo "$tool is not on the PATH. For goreleaser: go install github.com/goreleaser/goreleaser/v2@v2.15.4" >&2
    exit 1
  fi
done

scratch=$(mktemp -d)
export GNUPGHOME=$scratch/gnupg
trap 'gpgconf --kill gpg-agent 2>/dev/null || true; rm -rf "$scratch"' EXIT
mkdir -m 700 "$GNUPGHOME"
# RSA, as the registry asks for.
gpg --batch --quiet --pinentry-mode loopback --passphrase "" --quick-generate-key "Throw-away <throw-away@videoindexer.example>" rsa3072 sign 1d
GPG_FINGERPRINT=$(gpg --batch --list-keys --with-colons | awk -F: '$1 == "fpr" { print $10; exit }')
export GPG_FINGERPRINT

goreleaser check
# The bill of materials needs syft, which releases have.
goreleaser release --snapshot --clean --skip=sbom

version=0.0.1-dev
# The manifest is uploaded under this name, and the checksums cover it.
cp terraform-registry-manifest.json "dist/terraform-provider-videoindexer_${version}_manifest.json"
sums="terraform-provider-videoindexer_${version}_SHA256SUMS"
(cd dist && gpg --batch --verify "$sums.sig" "$sums" && sha256sum --check "$sums")
[[ "$(wc -l <"dist/$sums")" -eq $(($(find dist -maxdepth 1 -name "*.zip" | wc -l) + 1)) ]] # all archives, and the manifest
RELEASE_DIST="$PWD/dist" RELEASE_VERSION=$version scripts/test.sh -count=1 -run TestAccSnapshot ./internal/examples
