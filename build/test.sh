#!/usr/bin/env bash
# Makes targets one after the other, goes on when one has failed, and names at the end
# all that did. Ends with 1 if any did.
#
#   build/test.sh TARGET...
#
# Ctrl-C, or a signal to this script, stops the target that runs; the rest is left out.
set -uo pipefail
# Each target in a process group of its own, so that it can be stopped with all it started.
set -m

stop() { # stop SIGNAL STATUS
	trap - INT TERM HUP
	kill "-$1" -- "-$running" 2>/dev/null
	wait "$running"
	echo "test: stopped in $target; what follows it did not run" >&2
	exit "$2"
}

failed=()
for target in "$@"; do
	"${MAKE:-make}" --no-print-directory "$target" </dev/null &
	running=$!
	trap 'stop INT 130' INT
	trap 'stop TERM 143' TERM HUP
	wait "$running" || failed+=("$target")
	trap - INT TERM HUP
done

[ ${#failed[@]} -gt 0 ] || exit 0
echo "test: ${#failed[@]} of $# parts failed: ${failed[*]}" >&2
exit 1
