#!/usr/bin/env bash
# Usage: build.sh SYSTEM MACHINE
set -euo pipefail
export GOOS=$1 GOARCH=$2
out=bin/shortlink-$GOOS-$GOARCH
[ "$GOOS" = windows ] && out=$out.exe
mkdir -p bin
go build -trimpath -o "$out" ./cmd/shortlink
echo "$out, $(wc -c < "$out" | tr -d ' ') bytes"
