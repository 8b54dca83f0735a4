#!/usr/bin/env bash
# Usage: what-is-here.sh FOLDER
set -euo pipefail
. scripts/dates.sh
folder=$1

echo "$folder, by kind:"
files_of "$folder" | while IFS= read -r file; do
  kind_of "$file"
done | LC_ALL=C sort | uniq -c
echo "by month:"
files_of "$folder" | while IFS= read -r file; do
  month=$(month_of "${file##*/}")
  echo "${month:-no date in the name}"
done | LC_ALL=C sort | uniq -c
