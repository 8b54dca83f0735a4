# Nobody can be asked: no display, no terminal, closed input, a pipe full of yes. Nothing runs.
needs walls
mkdir sub && touch sub/x
tool careful 'touch ran' 'confirm: true'
trust
yes >"$SCRATCH/yes" & sleep 0.1; kill $! 2>/dev/null || true
for way in null closed yes; do
	case $way in
	null) setsid -w handrail call bash 'command=rm -rf sub' </dev/null >"$SCRATCH/o" 2>&1 || true ;;
	closed) setsid -w handrail call bash 'command=rm -rf sub' <&- >"$SCRATCH/o" 2>&1 || true ;;
	yes) setsid -w handrail call bash 'command=rm -rf sub' <"$SCRATCH/yes" >"$SCRATCH/o" 2>&1 || true ;;
	esac
	grep -q declined "$SCRATCH/o" || broke "it is not declined ($way): $(tail -1 "$SCRATCH/o")"
	[ -e sub/x ] || broke "it ran with nobody to ask ($way)"
done
call careful '{}'
none ran "a tool that asks ran with nobody to ask"
h --confirm deny call careful
none ran "a tool that asks ran with --confirm deny"
h --confirm allow call careful
[ -e ran ] || dead "it does not run with --confirm allow either: $out$err"
held
