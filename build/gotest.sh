#!/usr/bin/env bash
# Runs tests of Go as make test does: with the race detector. Arguments are those of go test.
#
#   build/gotest.sh ./operator/...
#
# SQLite is C that was translated into Go: under the detector it takes nearly half of all
# time, and nobody looks for races in it. So it is compiled without (decision 1023).
# -count=1: the cache does not see what only a started program has read. GORACE: else each of
# the thousands of processes that tests start waits a second when it ends.
set -euo pipefail
export GORACE=atexit_sleep_ms=10
exec go test -race -gcflags='modernc.org/...=-race=false -d=checkptr=0' -count=1 -timeout 40m "$@"
