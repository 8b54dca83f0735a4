#!/usr/bin/env bash
# Usage: file-away.sh [--try] month|year [YYYY-MM]
# Moves pictures and films from inbox/ to sorted/. Never over another file.
set -euo pipefail
. scripts/dates.sh
try=no
if [ "${1-}" = "--try" ]; then
  try=yes
  shift
fi
by=$1
only=${2-}

moved=0 left=0
while IFS= read -r file; do
  [ -n "$file" ] || continue
  [ "$(kind_of "$file")" != "other files" ] || continue
  name=${file##*/}
  month=$(month_of "$name")
  [ -z "$only" ] || [ "$month" = "$only" ] || continue
  case $month/$by in
    /*) folder=sorted/undated ;;
    */year) folder=sorted/${month%-*} ;;
    *) folder=sorted/${month%-*}/${month#*-} ;;
  esac
  if [ -e "$folder/$name" ]; then
    echo "left: $file ($folder/$name is there already)"
    left=$((left + 1))
    continue
  fi
  echo "$file -> $folder/"
  moved=$((moved + 1))
  if [ "$try" = no ]; then
    mkdir -p "$folder"
    mv -n -- "$file" "$folder/"
  fi
done <<< "$(files_of inbox)"

if [ "$try" = yes ]; then
  echo "$moved would be moved, $left would stay. Nothing has been changed."
else
  echo "$moved moved, $left left where they were."
fi
