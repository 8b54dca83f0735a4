#!/usr/bin/env bash
# Usage: add-change.sh -- KIND NAME TEXT
set -euo pipefail
[ "${1-}" = "--" ] && shift
kind=$1 name=$2 text=$3
mkdir -p changes
for other in changes/*-"$name".md; do
  [ -e "$other" ] || continue
  echo "there is a change called $name already: $other" >&2
  exit 1
done
file=changes/$(date +%Y%m%d)-$name.md
printf '%s: %s\n' "$kind" "$text" > "$file"
echo "$file"
