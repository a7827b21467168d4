#!/usr/bin/env bash
# Generates the documentation without an engine and without a network:
#   docs.sh docs    writes docs/
#   docs.sh check   writes elsewhere and fails when docs/ differs
set -euo pipefail
cd "$(dirname "$0")/.."

generate() {
  go run -trimpath ./internal/cmd/schemajson >bin/schema.json
  bin/tfplugindocs generate \
    --provider-name videoindexer \
    --rendered-provider-name "Video Indexer" \
    --providers-schema bin/schema.json \
    --rendered-website-dir "$1" >bin/tfplugindocs.log 2>&1 || {
    cat bin/tfplugindocs.log >&2
    exit 1
  }
  for page in "$1"/{resources,data-sources,ephemeral-resources,list-resources,actions,functions}/*.md; do
    menu=$(group "${page#"$1"/}")
    sed "s/^subcategory: \"\"$/subcategory: \"$menu\"/" "$page" >bin/page.md
    cat bin/page.md >"$page"
  done
}

# group names the group of a page in the registry's menu: that of its link in the table of the first page.
group() {
  local row
  row=$(grep '^| ' templates/index.md.tmpl | grep -F -m 1 "]($1)") || {
    echo "The table of templates/index.md.tmpl has no link to $1." >&2
    return 1
  }
  row=$(cut -d '|' -f 2 <<<"$row" | xargs)
  case $row in
  Videos | Projects) echo "Videos and projects" ;;
  *) echo "$row" ;;
  esac
}

case $1 in
docs)
  generate docs
  echo "docs/ is written: $(find docs -name '*.md' | wc -l | tr -d ' ') pages."
  ;;
check)
  generate bin/docs
  if ! diff -ru docs bin/docs; then
    echo 'docs/ is stale (left: committed, right: generated). Run "make docs" and commit the result.' >&2
    exit 1
  fi
  bin/tfplugindocs validate --provider-name videoindexer --providers-schema bin/schema.json >bin/tfplugindocs.log 2>&1 || {
    cat bin/tfplugindocs.log >&2
    exit 1
  }
  echo "docs/ is up to date: $(find docs -name '*.md' | wc -l | tr -d ' ') pages."
  ;;
*)
  echo "usage: docs.sh docs|check" >&2
  exit 2
  ;;
esac
