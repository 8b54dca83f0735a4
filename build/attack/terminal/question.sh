# The question in a terminal: a yes that was typed before it, hidden characters, an act that is longer than a screen, a long folder.
needs walls python3
mkdir sub && touch sub/x
ask() { python3 "$ATTACK/terminal.py" "${WHEN[@]}" -- "$@" 2>&1 | tr -d '\0' || true; }
WHEN=(--when un $'n\n')
out=$(ask handrail call bash 'command=rm -rf sub')
[ -e sub/x ] || broke "a no ran it"
[[ $out == *'rm -rf sub'* ]] || dead "no question is shown: $(tail -c 300 <<<"$out")"
WHEN=(--when un $'\n')
ask handrail call bash 'command=rm -rf sub' >/dev/null
[ -e sub/x ] || broke "an empty line ran it"
WHEN=(--when un $'\x04')
ask handrail call bash 'command=rm -rf sub' >/dev/null
[ -e sub/x ] || broke "closing ran it"
far=$(printf 'aaaaaaaaaaaaaaaaaaaa/%.0s' 1 2 3 4)not-in-sight/$(printf 'bbbbbbbbbbbbbbbbbbbb/%.0s' 1 2 3 4); mkdir -p "$far/x"
WHEN=(--when un $'n\n')
out=$(ask handrail call bash "cwd=$far" 'command=rm -rf x')
[[ $(tr -d ' \r\n' <<<"$out") == *not-in-sight* ]] || broke "where it would run is not shown whole"
hidden=$'rm -rf sub # \xe2\x80\xae\xe2\x80\x8b\033[8m'
WHEN=(--when un $'n\n')
out=$(ask handrail call bash "command=$hidden")
[[ $out != *$'\xe2\x80\xae'* && $out != *$'\033[8m'* ]] || broke "characters that change direction, or hide, are not made visible"
long="rm -rf sub; $(printf 'echo line %s\n' {1..200})"
WHEN=(--when un $'y\n')
out=$(ask timeout 20 handrail call bash "command=$long")
[ -e sub/x ] || broke "an act longer than a screen ran by one y"
WHEN=(--when un $'y\n')
ask handrail call bash 'command=rm -rf sub' >"$SCRATCH/asked"
[ ! -e sub/x ] || dead "not even a yes runs it: $(tail -c 200 "$SCRATCH/asked")"
held
