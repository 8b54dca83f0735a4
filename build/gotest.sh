#!/usr/bin/env bash
# Runs tests of Go as make test does: with the race detector. Arguments are those of go test.
#
#   build/gotest.sh ./operator/...
#
# What only reckons, and is others', is compiled without the detector (decision 1023): SQLite, which was translated
# from C, what presses, what reads shell and schemas. Under it they take nearly half of all time, and nobody looks for
# races in them. Not RE2: it brings its own copy of sync.Map, which the linker then takes for all of the program, and
# each use of one is told as a race.
# -count=1: the cache does not see what only a started program has read. GORACE: else each of
# the thousands of processes that tests start waits a second when it ends.
set -euo pipefail
export GORACE=atexit_sleep_ms=10
bare=()
for module in modernc.org/... github.com/klauspost/... github.com/santhosh-tekuri/... mvdan.cc/...; do
	bare+=(-gcflags="$module=-race=false -d=checkptr=0")
done
exec go test -race "${bare[@]}" -count=1 -timeout 40m "$@"
