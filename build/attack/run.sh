#!/usr/bin/env bash
# Runs the attacks of this folder against a built handrail, as an ordinary user.
#
#   build/attack/run.sh PROGRAM [ONLY]
#
# ONLY is a part of the attacks' names: git, walls/shm. Each attack prints one line; the
# last line counts. Ends with 1 if one broke something, or proves nothing any more.
# README.md beside this file says how to write one.
set -uo pipefail

program=$(realpath -- "${1:?usage: run.sh PROGRAM [ONLY]}")
only=${2:-}
sources=$(realpath -- "${ATTACKS:-$(dirname "$0")}")
limit=${LIMIT:-120} # seconds for each attack
hands=$(nproc)
((hands <= 4)) || hands=4

# Not below /tmp: that is another folder in every room. Root must be able to give folders away,
# and others to pass through to them.
if ((EUID == 0)); then place=/home; else place=${XDG_CACHE_HOME:-$HOME/.cache}; fi
mkdir -p "$place"
root=$(mktemp -d "$place/handrail-attack.XXXXXX")
trap 'rm -rf "$root"' EXIT
trap 'exit 130' INT TERM HUP
chmod 711 "$root"
mkdir "$root/bin" "$root/verdicts"
cp "$program" "$root/bin/handrail"
cp -r "$sources" "$root/attacks"
chmod -R a+rX "$root/bin" "$root/attacks"
cd "$root" || exit 2

# as NUMBER COMMAND...: runs it with a home folder of its own and, for root, as a user who
# need not have a name, a different one for each attack.
as() {
	local folder=$root/$1 path user=()
	((EUID != 0)) || user=(setpriv "--reuid=$((61200 + $1))" "--regid=$((61200 + $1))" --clear-groups --inh-caps=-all)
	path=/usr/local/bin:/usr/bin:/bin
	shift
	"${user[@]}" env -i "PATH=$root/bin:$path" "HOME=$folder/home" USER=attacker LANG=C.UTF-8 TERM=dumb TMPDIR="$folder/tmp" \
		"WALLS=${walls:-}" "ATTACK=$root/attacks" "SCRATCH=$folder/scratch" "$@"
}

# prepare NUMBER makes its folders.
prepare() {
	mkdir -p "$root/$1/home" "$root/$1/scratch" "$root/$1/tmp"
	((EUID != 0)) || chown -R "$((61200 + $1)):$((61200 + $1))" "$root/$1"
}

# end NUMBER ends, by their ids, the processes that were started with its home folder and still live.
end() {
	local left round
	for round in 1 2 3 4 5; do
		left=$(grep -lszxF "HOME=$root/$1/home" /proc/[0-9]*/environ | cut -d/ -f3)
		[ -n "$left" ] || return 0
		# shellcheck disable=SC2086
		kill -KILL $left 2>/dev/null
	done
}

# play NUMBER NAME runs one attack and says what became of it.
play() {
	local number=$1 name=$2 status=0 verdict words
	prepare "$number"
	cd "$root/$number" || exit 2
	as "$number" timeout --kill-after=5 "$limit" bash -eu -o pipefail -c 'source "$ATTACK/lib.sh"; source "$0"' \
		"$root/attacks/$name.sh" >scratch/stdout 2>scratch/stderr </dev/null || status=$?
	end "$number"
	verdict=dead words=
	if [ -f scratch/verdict ]; then read -r verdict words <scratch/verdict; fi
	case $status/$verdict in
	0/held) printf 'ok %s\n' "$name" ;;
	0/broke) printf 'BROKE %s: %s\n' "$name" "$words" ;;
	0/missing) printf 'not run %s: %s\n' "$name" "$words" ;;
	*)
		case $status/$verdict in
		124/* | 137/*) words="it took longer than $limit s" ;;
		0/dead | 1/dead) [ -n "$words" ] || words="it ended without a verdict: $(tail -n 1 scratch/stderr)" ;;
		*) words="it ended with $status: $(tail -n 1 scratch/stderr)" ;;
		esac
		verdict=dead
		printf 'not run %s: it proves nothing any more: %s\n' "$name" "$words"
		;;
	esac
	: >"$root/verdicts/$verdict.$number"
	if [ -n "${KEEP:-}" ]; then mkdir -p "$KEEP/$name" && cp -r scratch/. "$KEEP/$name"; fi
	chmod -R u+rwX "$root/$number" 2>/dev/null
	rm -rf "${root:?}/$number"
}

names=()
for file in "$root"/attacks/*/*.sh; do
	name=${file#"$root/attacks/"}
	name=${name%.sh}
	# What is known to succeed still has to be asked for.
	if [[ $name == *"$only"* && ($name != open/* || $only == open*) ]]; then names+=("$name"); fi
done
if ((${#names[@]} == 0)); then
	echo "no attack is called *$only*; they lie in $sources" >&2
	exit 2
fi

# What stands here decides which attacks can say anything.
prepare 0
report=$(cd "$root/0/scratch" && as 0 setsid -w handrail doctor </dev/null 2>&1)
end 0
absent=()
for wall in files network limits; do
	grep -qE "^ +ok +$wall:" <<<"$report" || absent+=("$wall")
done
walls=${absent[*]:-enforced}

running=0
for i in "${!names[@]}"; do
	if ((running >= hands)); then
		wait -n
		running=$((running - 1))
	fi
	play "$((i + 1))" "${names[i]}" &
	running=$((running + 1))
done
wait

count() { find "$root/verdicts" -name "$1.*" | wc -l; }
broke=$(count broke) dead=$(count dead) missing=$(count missing)
line="$(count held) passed, $((broke + dead)) failed"
((dead == 0)) || line+=" ($dead of these prove nothing any more)"
((missing == 0)) || line+=", $missing not run"
if [ "$walls" != enforced ]; then
	echo "The walls do not stand on this machine (not enforced: $walls): what attacks them was not run, and proves nothing here."
fi
echo "$line, in $SECONDS s"
((broke + dead == 0))
