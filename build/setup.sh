#!/usr/bin/env bash
# Installs what Handrail needs and this machine does not have yet.
#
#   build/setup.sh run     to build both programs and open the window
#   build/setup.sh test    what the tests need as well
#   build/setup.sh --list [run|test]   only say what is missing; change nothing
#
# With apt it installs (through sudo when it is not root). On any other system it
# prints the exact list and ends with 1. When nothing is missing it is silent.
set -euo pipefail

list_only=no
if [ "${1:-}" = --list ]; then list_only=yes; shift; fi
purpose=${1:-run}
case $purpose in
run | test) ;;
*)
	echo "usage: build/setup.sh [--list] [run|test]" >&2
	exit 2
	;;
esac

cd "$(dirname "$0")/.."
system=$(uname -s)

# --- Go and Node ---------------------------------------------------------------
# Not installed by us: every distribution's own are too old, and people have opinions.

trouble=()
if ! command -v go >/dev/null; then
	trouble+=("Go 1.26 or newer is missing. Get it from https://go.dev/dl/ and put its bin folder on PATH.")
elif ! answer=$(go env GOVERSION 2>&1); then
	trouble+=("Go does not accept this project: $answer. Get Go 1.26 or newer from https://go.dev/dl/.")
fi
if ! command -v node >/dev/null || ! command -v npm >/dev/null; then
	trouble+=("Node 20.19 or newer, with npm, is missing. Get it from https://nodejs.org/.")
elif ! node -e 'const [a, b] = process.versions.node.split(".").map(Number); process.exit(a > 20 || (a === 20 && b >= 19) ? 0 : 1)'; then
	trouble+=("Node $(node --version) is too old for the frontend: 20.19 or newer is needed. Get it from https://nodejs.org/.")
fi
if [ ${#trouble[@]} -gt 0 ]; then
	printf 'setup: %s\n' "${trouble[@]}" >&2
	exit 1
fi

# --- System packages -------------------------------------------------------------
# A need is judged by what it gives (a program, a library), not by a package's name,
# so that a machine that has it in another way is left alone.

missing=() # rows "Debian Fedora Arch", "-" where a system has no such package

program() { # program NAME DEBIAN FEDORA ARCH
	command -v "$1" >/dev/null || missing+=("$2 $3 $4")
}
library() { # library PKG-CONFIG-NAME DEBIAN FEDORA ARCH
	{ command -v pkg-config >/dev/null && pkg-config --exists "$1"; } || missing+=("$2 $3 $4")
}
file() { # file NAME-BELOW-A-LIBEXEC-FOLDER DEBIAN FEDORA ARCH
	local folder
	for folder in /usr/libexec /usr/lib /usr/lib/at-spi2-core; do
		[ ! -e "$folder/$1" ] || return 0
	done
	missing+=("$2 $3 $4")
}

case $system in
Linux)
	program gcc build-essential gcc base-devel
	program g++ build-essential gcc-c++ base-devel
	program pkg-config pkg-config pkgconf-pkg-config pkgconf
	library gtk+-3.0 libgtk-3-dev gtk3-devel gtk3
	library webkit2gtk-4.1 libwebkit2gtk-4.1-dev webkit2gtk4.1-devel webkit2gtk-4.1
	program zenity zenity zenity zenity
	if [ "$purpose" = test ]; then
		program git git git git
		program python3 python3 python3 python
		program curl curl curl curl
		program Xvfb xvfb xorg-x11-server-Xvfb xorg-server-xvfb
		program xauth xauth xorg-x11-xauth xorg-xauth
		program xdotool xdotool xdotool xdotool
		program openbox openbox openbox openbox
		program dbus-run-session dbus-x11 dbus-daemon dbus
		program dunst dunst dunst dunst
		program xclip xclip xclip xclip
		program busctl systemd systemd systemd
		file at-spi-bus-launcher at-spi2-core at-spi2-core at-spi2-core
		program import imagemagick ImageMagick imagemagick
		program chromium chromium chromium chromium
		program rg ripgrep ripgrep ripgrep
		program jq jq jq jq
		program ps procps procps-ng procps-ng
	fi
	;;
Darwin)
	if ! xcode-select -p >/dev/null 2>&1; then
		echo "setup: Apple's command line tools are missing. Install them: xcode-select --install" >&2
		exit 1
	fi
	if [ "$purpose" = test ]; then
		program rg ripgrep ripgrep ripgrep
		program jq jq jq jq
	fi
	;;
*)
	if ! command -v gcc >/dev/null; then
		echo "setup: on $system a C compiler is needed: install MSYS2 (https://www.msys2.org/) and in it mingw-w64-x86_64-gcc." >&2
		exit 1
	fi
	;;
esac

[ ${#missing[@]} -gt 0 ] || exit 0

names() { # names COLUMN: that system's packages, each once
	printf '%s\n' "${missing[@]}" | awk -v column="$1" '$column != "-" && !seen[$column]++ { printf "%s%s", separator, $column; separator = " " }'
}
refuse() {
	{
		echo "setup: $1 Missing on this machine; install it and run the command again:"
		case $system in
		Darwin) echo "  Homebrew:       brew install $(names 1)" ;;
		*)
			echo "  Debian, Ubuntu: apt-get install $(names 1)"
			echo "  Fedora:         dnf install $(names 2)"
			echo "  Arch:           pacman -S --needed $(names 3)"
			;;
		esac
	} >&2
	exit 1
}

[ "$list_only" = no ] || refuse "Nothing was changed."
if [ "$system" != Linux ] || ! command -v apt-get >/dev/null; then
	refuse "This system has no apt, so nothing was installed."
fi

root=()
if [ "$(id -u)" -ne 0 ]; then
	command -v sudo >/dev/null || refuse "Installing needs root, and there is no sudo."
	root=(sudo)
	# Without a terminal nobody can type a password: fail with the list, do not hang.
	[ -t 0 ] || root=(sudo -n)
	"${root[@]}" true || refuse "sudo refused."
fi

# "${root[@]}" alone is an error for an empty array under set -u in bash before 4.4.
apt_get() {
	${root[@]+"${root[@]}"} env DEBIAN_FRONTEND=noninteractive apt-get -q -y -o DPkg::Lock::Timeout=300 -o Acquire::Retries=3 "$@" </dev/null
}
read -r -a packages <<<"$(names 1)"
echo "setup: installing ${packages[*]}"
# Lists from another mirror or day may be stale; only if both the refresh and the install fail is it over.
apt_get update || echo "setup: the package lists could not be refreshed; trying with those that are here" >&2
apt_get install --no-install-recommends "${packages[@]}" || refuse "apt could not install them (see above)."
