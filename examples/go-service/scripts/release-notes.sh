#!/usr/bin/env bash
# Usage: release-notes.sh VERSION
# Prints the notes of the next release.
set -euo pipefail
version=$1
echo "## $version ($(date +%Y-%m-%d))"
echo
found=no
for kind in added changed fixed removed; do
  for file in changes/*.md; do
    [ -e "$file" ] || continue
    IFS= read -r line < "$file" || true
    [ "${line%%:*}" = "$kind" ] || continue
    first=$(printf '%s' "${kind%"${kind#?}"}" | tr '[:lower:]' '[:upper:]')
    printf -- '- %s%s:%s\n' "$first" "${kind#?}" "${line#*:}"
    found=yes
  done
done
if [ "$found" = no ]; then
  echo "there are no changes to release; note one with add-change" >&2
  exit 1
fi
