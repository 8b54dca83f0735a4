#!/usr/bin/env bash
# Usage: set-aside.sh -- FILE …
# Moves files of inbox/ and sorted/ to set-aside/. Never over another file.
set -euo pipefail
[ "${1-}" = "--" ] && shift

for file in "$@"; do # look at all of them before the first is moved
  case $file in
    *../*) echo "$file leads out of its folder" >&2; exit 1 ;;
    inbox/* | sorted/*) ;;
    *) echo "$file does not lie in inbox/ or sorted/" >&2; exit 1 ;;
  esac
  [ -f "$file" ] || { echo "there is no file $file" >&2; exit 1; }
  [ ! -e "set-aside/${file##*/}" ] || { echo "set-aside/${file##*/} is there already" >&2; exit 1; }
done
mkdir -p set-aside
for file in "$@"; do
  mv -n -- "$file" set-aside/
  if [ -e "$file" ]; then
    echo "left: $file (a file of that name has just been set aside)"
  else
    echo "$file -> set-aside/"
  fi
done
