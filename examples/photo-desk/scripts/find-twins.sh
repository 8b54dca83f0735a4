#!/usr/bin/env bash
# Usage: find-twins.sh FOLDER …
# Prints groups of files with the same content.
set -euo pipefail
. scripts/dates.sh

for folder in "$@"; do
  files_of "$folder"
done | while IFS= read -r file; do
  cksum < "$file" | tr -d '\n'
  printf ' %s\n' "$file"
done | LC_ALL=C sort -n | awk '
  { key = $1 " " $2; name = $0; sub(/^[0-9]+ [0-9]+ /, "", name) }
  key == last { if (first != "") { groups++; print "The same:"; print "  " first; first = "" } print "  " name }
  key != last { first = name }
  { last = key }
  END { print "Groups of twins: " groups + 0 }'
