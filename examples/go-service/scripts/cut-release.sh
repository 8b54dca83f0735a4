#!/usr/bin/env bash
# Usage: cut-release.sh VERSION
# Writes the notes into CHANGELOG.md, below its title, and removes their files.
set -euo pipefail
version=$1
if grep -q -F -- "## $version (" CHANGELOG.md; then
  echo "CHANGELOG.md has a version $version already" >&2
  exit 1
fi
notes=$(bash scripts/release-notes.sh "$version")
{
  head -n 1 CHANGELOG.md
  printf '\n%s\n' "$notes"
  tail -n +2 CHANGELOG.md
} > CHANGELOG.md.new
mv CHANGELOG.md.new CHANGELOG.md
rm -- changes/*.md
echo "$version is in CHANGELOG.md; commit and tag it when you have read it."
