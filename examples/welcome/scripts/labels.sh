#!/usr/bin/env bash
# Usage: labels.sh [--framed] small|large COPIES
# Prints a label for every book.
set -euo pipefail
framed=no
if [ "${1-}" = "--framed" ]; then
  framed=yes
  shift
fi
size=$1
copies=$2
case $copies in
  [1-9]) ;;
  *) echo "copies must be a number from 1 to 9, got: $copies" >&2; exit 2 ;;
esac

label() { # label TEXT
  if [ "$framed" = yes ]; then
    local line
    line=$(printf '%s' "$1" | sed 's/./-/g')
    printf '+-%s-+\n| %s |\n+-%s-+\n' "$line" "$1" "$line"
  else
    printf '%s\n' "$1"
  fi
}

while IFS=, read -r title author year _; do
  [ "$title" = "title" ] && continue
  text=$title
  [ "$size" = large ] && text="$title, $author, $year"
  for ((i = 0; i < copies; i++)); do
    label "$text"
  done
done < books.csv
