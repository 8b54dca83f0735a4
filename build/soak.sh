#!/usr/bin/env bash
# Plays the suites many times over, beside four busy loops, and keeps a table of how it
# went. What fails in one round of a hundred fails here.
#
#   build/soak.sh start [SUITE=ROUNDS...]   play the rounds that are not played yet, in the background
#   build/soak.sh status                    print the table
#   build/soak.sh stop                      stop; start goes on with the round that was stopped
#   build/soak.sh clear                     forget all rounds
#
# Suites: page (the page's), browser (the built page in a browser), go (everything), real
# (the packages of Go that open windows and start processes). Without any:
# page=20 browser=3 go=2 real=5. Everything is kept in build/cache/soak: rounds.tsv with a
# row for each round, the output of rounds that failed, and table.md.
#
# SOAK_BUSY=0 leaves the busy loops out, SOAK_DIR keeps everything elsewhere.
set -uo pipefail
cd "$(dirname "$0")/.."

soak=${SOAK_DIR:-$PWD/build/cache/soak}
busy=${SOAK_BUSY:-4}
rounds=$soak/rounds.tsv # suite, ok or failed, seconds, names of failed tests
pidfile=$soak/pid
all=(page=20 browser=3 go=2 real=5)

# Folders whose tests open windows or start processes, with what lies below them.
real=(bridge cli hooks internal/lockfile internal/proc internal/secrets mcp operator tools window)

# --- the suites --------------------------------------------------------------------

play() { # play SUITE: one round; its output is the log
	case $1 in
	page) cd frontend && npm test ;;
	browser) cd frontend && npm run e2e ;;
	go) build/gotest.sh ./... ;;
	real)
		local packages=(.) folder
		for folder in "${real[@]}"; do packages+=("./$folder/..."); done
		build/gotest.sh "${packages[@]}"
		;;
	esac
}

failures() { # failures LOG: the names of the tests that failed, each once
	sed 's/\x1b\[[0-9;]*m//g' "$1" |
		sed -nE -e 's/^ *--- FAIL: ([^ ]+).*/\1/p' -e 's/^FAIL[[:space:]]+(handrail[^ [:space:]]*).*/\1/p' -e 's/^ *FAIL  +(.+)$/\1/p' |
		awk '!seen[$0]++' | paste -sd';' | sed 's/;/; /g'
}

# --- the table ---------------------------------------------------------------------

table() {
	echo "| suite | rounds | failed | least | median | most | what failed |"
	echo "| ----- | ------ | ------ | ----- | ------ | ---- | ----------- |"
	[ -f "$rounds" ] || return 0
	local suite seconds
	for suite in $(cut -f1 "$rounds" | awk '!seen[$0]++'); do
		seconds=$(awk -F'\t' -v s="$suite" '$1 == s { print $3 }' "$rounds" | sort -n |
			awk '{ v[NR] = $1 } END { printf "%d s | %d s | %d s", v[1], (v[int((NR+1)/2)] + v[int((NR+2)/2)]) / 2, v[NR] }')
		awk -F'\t' -v s="$suite" -v seconds="$seconds" '
			$1 == s { n++; if ($2 != "ok") { failed++; names = names (names == "" ? "" : "; ") $4 } }
			END { printf "| %s | %d | %d | %s | %s |\n", s, n, failed, seconds, names }' "$rounds"
	done
}

# --- start, stop, status -----------------------------------------------------------

# The pid of the soak that runs, if one does. A pid file that a killed one left does not
# count, nor another program that has got its pid.
running() {
	local pid
	pid=$(cat "$pidfile" 2>/dev/null) && is_soak "$pid" && echo "$pid"
}
is_soak() { # is_soak PID
	[[ $(ps -o args= -p "$1" 2>/dev/null) == *soak.sh\ work* ]]
}

played() { # played SUITE: how many of its rounds have been
	[ -f "$rounds" ] || { echo 0; return; }
	awk -F'\t' -v s="$1" '$1 == s { n++ } END { print n + 0 }' "$rounds"
}

end() { # ends the round that runs, and the busy loops, by their process groups
	trap - EXIT INT TERM HUP
	[ -z "${round:-}" ] || { kill -TERM -- "-$round" 2>/dev/null; wait "$round" 2>/dev/null; }
	local loop
	for loop in ${loops[@]+"${loops[@]}"}; do kill "$loop" 2>/dev/null; done
	rm -f "$pidfile"
}

# The whole of a soak, in the background. Whoever kills it finds the rounds played so far.
work() {
	set -m # a process group for each round and each loop
	loops=()
	round=
	trap end EXIT
	trap 'exit 143' INT TERM HUP
	local i plan suite log began status took turn most=0
	echo $$ >"$pidfile"
	for ((i = 0; i < busy; i++)); do
		# They end with the soak, however that ends.
		(while kill -0 $$ 2>/dev/null; do for ((n = 0; n < 100000; n++)); do :; done; done) &
		loops+=($!)
	done
	for plan in "$@"; do [ "${plan#*=}" -le "$most" ] || most=${plan#*=}; done
	# In turns, so that the table says something of each suite early.
	for ((turn = 1; turn <= most; turn++)); do
		for plan in "$@"; do
			suite=${plan%%=*}
			{ [ "$turn" -le "${plan#*=}" ] && [ "$(played "$suite")" -lt "$turn" ]; } || continue
			log=$soak/$suite-$turn.log
			began=$SECONDS
			(play "$suite") >"$log" 2>&1 </dev/null &
			round=$!
			wait "$round"
			status=$?
			round=
			took=$((SECONDS - began))
			if [ "$status" -eq 0 ]; then
				printf '%s\tok\t%d\t\n' "$suite" "$took" >>"$rounds"
				rm -f "$log"
			else
				printf '%s\tfailed\t%d\t%s (%s)\n' "$suite" "$took" "$(failures "$log")" "$(basename "$log")" >>"$rounds"
			fi
			table >"$soak/table.md"
		done
	done
}

case ${1:-} in
start)
	shift
	[ $# -gt 0 ] || set -- "${all[@]}"
	for plan in "$@"; do
		case $plan in
		page=[0-9]* | browser=[0-9]* | go=[0-9]* | real=[0-9]*) ;;
		*)
			echo "soak: $plan is not SUITE=ROUNDS; suites are page, browser, go and real" >&2
			exit 2
			;;
		esac
	done
	if pid=$(running); then
		echo "soak: it runs already, as process $pid" >&2
		exit 1
	fi
	make --no-print-directory frontend/node_modules/.package-lock.json build/peers/node_modules/.package-lock.json build || exit
	mkdir -p "$soak"
	nohup "$0" work "$@" >"$soak/soak.log" 2>&1 </dev/null &
	until running >/dev/null || ! kill -0 $! 2>/dev/null; do sleep 0.05; done
	echo "soak: started as process $!; build/soak.sh status prints the table"
	;;
work)
	shift
	work "$@"
	;;
status)
	pid=$(running) || true # asked before the table is read, so that one that is over is whole
	table
	[ -z "$pid" ] || printf '\nIt runs, as process %s.\n' "$pid"
	;;
stop)
	pid=$(running) || { echo "soak: it does not run"; exit 0; }
	kill "$pid"
	while is_soak "$pid"; do sleep 0.2; done
	echo "soak: stopped"
	;;
clear)
	if pid=$(running); then
		echo "soak: it runs, as process $pid; stop it first" >&2
		exit 1
	fi
	rm -rf "$soak"
	;;
*)
	sed -n '2,/^set /{/^set /d;s/^# \{0,1\}//;p}' "$0" >&2
	exit 2
	;;
esac
