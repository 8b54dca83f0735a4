#!/usr/bin/env bash
# Prints how the shelf stands. Fields of the CSV files hold no commas.
set -euo pipefail

awk -F, '
  NR > 1 { total++; count[$4]++; if ($4 == "reading") now = now "\n  " $1 " by " $2 }
  END {
    printf "%d books: %d read, %d being read, %d waiting\n", total, count["read"], count["reading"], count["waiting"]
    print "Being read:" (now == "" ? " nothing" : now)
  }' books.csv

awk -F, '
  NR > 1 { lent = lent "\n  " $1 " to " $2 ", since " $3 }
  END { print "Lent:" (lent == "" ? " nothing" : lent) }' loans.csv
