#!/usr/bin/env bash
# Usage: find-books.sh -- STATUS [WORD …]
# Prints the books with a status ("any": all) whose title or author contains every word.
set -euo pipefail
[ "${1-}" = "--" ] && shift
status=$1
shift

lower() { tr '[:upper:]' '[:lower:]'; }

found=0
while IFS=, read -r title author year state stars; do
  [ "$title" = "title" ] && continue
  [ "$status" = "any" ] || [ "$status" = "$state" ] || continue
  text=$(printf '%s %s' "$title" "$author" | lower)
  for word in "$@"; do
    word=$(printf '%s' "$word" | lower)
    case $text in
      *"$word"*) ;;
      *) continue 2 ;;
    esac
  done
  printf '%s by %s (%s), %s%s\n' "$title" "$author" "$year" "$state" "${stars:+, $stars stars}"
  found=$((found + 1))
done < books.csv
echo "$found found"
