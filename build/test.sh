#!/usr/bin/env bash
# Makes targets one after the other, goes on when one has failed, and names at the end
# all that did. Ends with 1 if any did.
#
#   build/test.sh TARGET... TARGET+TARGET...
#
# Targets joined by + are made at the same time. What the last of them prints comes when
# all have ended, after how long each took; what the others print, and all errors, as they come.
#
# Ctrl-C, or a signal to this script, stops the targets that run; the rest is left out.
set -uo pipefail
# Each target in a process group of its own, so that it can be stopped with all it started.
set -m

stop() { # stop SIGNAL STATUS
	trap '' INT TERM HUP # make hands on the signal that it gets, so it comes twice
	for job in "${running[@]}"; do kill "-$1" -- "-$job" 2>/dev/null; done
	wait "${running[@]}"
	echo "test: stopped in $together; what follows it did not run" >&2
	exit "$2"
}

logs=$(mktemp -d)
trap 'rm -rf "$logs"' EXIT
failed=() parts=0 took=
for together in "$@"; do
	IFS=+ read -ra targets <<<"$together"
	parts=$((parts + ${#targets[@]}))
	running=() began=$SECONDS
	trap 'stop INT 130' INT
	trap 'stop TERM 143' TERM HUP
	for i in "${!targets[@]}"; do
		if ((i > 0 && i == ${#targets[@]} - 1)); then
			"${MAKE:-make}" --no-print-directory "${targets[i]}" </dev/null >"$logs/last" &
		else
			"${MAKE:-make}" --no-print-directory "${targets[i]}" </dev/null &
		fi
		running+=($!)
	done
	for i in "${!targets[@]}"; do
		wait "${running[i]}" || failed+=("${targets[i]}")
	done
	trap - INT TERM HUP
	took+="${took:+, }$together $((SECONDS - began)) s"
	if ((${#targets[@]} > 1)); then
		echo "test: $took" >&2
		cat "$logs/last"
	fi
done

[ ${#failed[@]} -gt 0 ] || exit 0
echo "test: ${#failed[@]} of $parts parts failed: ${failed[*]}" >&2
exit 1
