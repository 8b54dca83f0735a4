#!/usr/bin/env bash
# Makes the program that becomes rooms and does nothing else, for Handrail to carry (decision 1053).
# Only Linux has rooms. What is the same as before is not written again, so nothing is compiled anew.
set -euo pipefail
cd "$(dirname "$0")/.."
[ "$(go env GOOS)" = linux ] || exit 0
made=internal/proc/lean/made/roomer-$(go env GOARCH)
new=$(mktemp "$made.XXXXXX")
trap 'rm -f "$new"' EXIT
CGO_ENABLED=0 go build -buildvcs=false -trimpath -ldflags '-s -w' -o "$new" ./internal/proc/roomer
chmod 644 "$new"
cmp -s "$new" "$made" || mv "$new" "$made"
