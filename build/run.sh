#!/usr/bin/env bash
# Opens Handrail on the welcome space, in the best way this machine has: the window,
# else a conversation in this terminal, else the tour, played without anybody to answer.
#
# It works on a copy of examples/welcome, so that the checkout stays clean: build/welcome,
# which is kept from one run to the next (delete it to start over), and for the tour
# build/tour, which is made anew each time.
set -euo pipefail
cd "$(dirname "$0")/.."

handrail=build/bin/handrail
window=build/bin/handrail-desktop

copy() { # copy FOLDER: examples/welcome as a trusted space of its own
	echo "handrail: copying examples/welcome to $1"
	mkdir -p "$1"
	cp -R examples/welcome/. "$1"
	# Its own repository: build/ is ignored by this one, and what Git ignores is not searched.
	if command -v git >/dev/null; then git -C "$1" init -q; fi
	# Whoever runs this script has already trusted the checkout it comes with.
	"$handrail" space trust --yes "$1" >/dev/null
}

has_display() {
	case $(uname -s) in
	Linux) [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ] ;;
	*) [ -z "${SSH_CONNECTION:-}" ] ;;
	esac
}

if has_display; then
	[ -d build/welcome ] || copy build/welcome
	echo "handrail: opening the window on build/welcome"
	status=0
	"$window" --space build/welcome || status=$?
	[ "$status" -ne 0 ] || exit 0
	echo "handrail: the window ended with $status (see above); going on without it" >&2
else
	echo "handrail: there is no display (neither DISPLAY nor WAYLAND_DISPLAY is set), so no window can open"
fi

if [ -t 0 ] && [ -t 1 ]; then
	[ -d build/welcome ] || copy build/welcome
	echo "handrail: the same session in this terminal, on build/welcome"
	exec "$handrail" --space build/welcome chat
fi

echo "handrail: no terminal either: playing the welcome tour in build/tour; as nobody can be asked, its questions are answered with Run once"
rm -rf build/tour
copy build/tour
exec "$handrail" --space build/tour --confirm allow run --tour
