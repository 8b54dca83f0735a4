# The person's PATH begins with a folder of the space (node_modules/.bin, bin). An agent puts programs there, called as those that Handrail starts by
# itself, outside of its walls: git, zenity, xdg-open, systemd-run, npm, secret-tool and many more. None may run there unasked.
needs walls
mkdir -p bin
room "for p in git zenity kdialog xdg-open gio notify-send systemd-run systemctl busctl dbus-send gdbus secret-tool security npm pnpm yarn pip pip3 cargo go gem bundle uv uvx npx node python3 ruby perl bash sh env uname id getent hostname lsof fuser ps ss ip mount umount fusermount newuidmap newgidmap unshare bwrap nsenter setpriv sudo pkexec ldd ldconfig which file stat less more pager vi vim nano code editor sensible-editor sensible-browser x-www-browser firefox chromium pinentry gpg ssh ssh-keygen ssh-agent wl-copy wl-paste xclip xsel osascript open java php composer docker podman make sed awk tar locale tput stty tty loginctl; do printf '#!/bin/sh\necho %s >>%s\nexit 1\n' \$p '$PROOF' >bin/\$p; chmod +x bin/\$p; done; ls bin | wc -l"
rm -f bin/setsid
export SHELL=/bin/bash EDITOR= BROWSER=
old=$PATH
mkdir -p "$SCRATCH/tools"; for p in setsid tee cat sed tr; do ln -sf "$(command -v $p)" "$SCRATCH/tools/$p"; done
planted() { # WORDS ARGUMENT...
	rm -f "$PROOF"
	PATH=$SPACE/bin:$old timeout 40 /usr/bin/setsid -w "$handrail" "${@:2}" >"$SCRATCH/out" 2>"$SCRATCH/err" </dev/null || true
	{ echo "== $1"; head -c 600 "$SCRATCH/out" "$SCRATCH/err"; } >>"$SCRATCH/log"
	[ ! -e "$PROOF" ] || broke "$1 ran an agent's program outside the walls: $(sort -u "$PROOF" | tr '\n' ' ')"
}
handrail=$(command -v handrail)
source "$ATTACK/gitlib.sh"
git init -q . ; echo '{"dependencies": {}}' >package.json
planted "a call of bash" call bash 'command=true'
planted "a call of read" call read path=package.json
planted "a call that asks" call bash 'command=rm -rf node_modules'
planted "a build with the registries" --network registry --confirm allow call bash 'command=/usr/bin/true'
planted "a build that reaches for a registry" --confirm allow call bash 'command=/usr/bin/npm view x; /usr/bin/pip download x'
planted "the doctor" doctor
planted "check" check
planted "scaffold" space scaffold
planted "trust" space trust --yes
planted "tools" tools
planted "servers list" servers list
planted "servers programs" servers programs
planted "servers import" servers import
planted "secrets" secrets list
planted "open" open "$SPACE"
planted "a rehearsal" call bash 'command=echo x >made' --rehearse --discard
planted "pages" pages list
planted "memory" memory show
planted "channels" channels list
planted "jobs" jobs list
planted "data" data show
planted "open external" --confirm allow call open_external 'target=package.json'
planted "clipboard" --confirm allow call read_clipboard
planted "web search" web show
planted "runs" runs list
rm -f "$PROOF"; PATH=$SPACE/bin:$old bash -c 'git --version' >/dev/null 2>&1 || true
[ -e "$PROOF" ] || dead "the planted programs do not run even by hand"
held
