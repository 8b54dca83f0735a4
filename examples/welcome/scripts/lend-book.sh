#!/usr/bin/env bash
# Usage: lend-book.sh -- TITLE NAME
# Notes a loan in loans.csv.
set -euo pipefail
[ "${1-}" = "--" ] && shift
title=$1
name=$2

has() { # has FILE: is the title the first field of a line?
  while IFS=, read -r first _; do
    [ "$first" = "$title" ] && return 0
  done < "$1"
  return 1
}

case $title$name in
  *,* | *$'\n'*) echo "a title or a name with a comma or a line break cannot be noted" >&2; exit 1 ;;
esac
if [ "$title" = "title" ] || ! has books.csv; then
  echo "\"$title\" is not on the shelf; find-books lists what is" >&2
  exit 1
fi
if has loans.csv; then
  echo "\"$title\" is lent already; overview says to whom" >&2
  exit 1
fi
printf '%s,%s,%s\n' "$title" "$name" "$(date +%Y-%m-%d)" >> loans.csv
echo "$name has \"$title\" from today."
