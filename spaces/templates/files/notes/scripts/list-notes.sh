#!/usr/bin/env bash
# Prints the file of each note with its title.
set -euo pipefail
for note in notes/*.md; do
  [ -e "$note" ] || { echo "There are no notes yet."; exit 0; }
  IFS= read -r title < "$note" || true
  printf '%s: %s\n' "$note" "${title#\# }"
done
