#!/usr/bin/env bash
# Usage: find-notes.sh -- WORDS
# Prints the lines of notes that hold the words, as FILE:LINE:TEXT.
set -euo pipefail
[ "${1-}" = "--" ] && shift
grep -rniF --include='*.md' -e "$1" notes || echo "No note holds these words."
