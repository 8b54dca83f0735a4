# A space lies in a folder whose path reads as two, or as options, where it is taken apart: by ":" and ",", blanks, "\", "=", a quote, a line's
# end, "..". What is rehearsed changes nothing, and rooms reach nothing else.
needs walls
mkdir -p "$HOME/sp"; echo before >"$HOME/sp/f"; echo before >"$OUTSIDE/f"
for d in "$HOME/sp:$OUTSIDE" "$HOME/sp,upperdir=$OUTSIDE" "$HOME/a b" "$HOME/q'\"q" "$HOME/l
l" "$HOME/back\\072slash" "$HOME/\$(touch x)" "$HOME/%s%n" "$HOME/.. x" "$HOME/-rf" "$HOME/*" "$HOME/u"$'\u202e'"x"; do
	mkdir -p "$d"; cd "$d"; echo before >f
	OPTIONS=(--space "$d")
	h --space "$d" call bash 'command=echo after >f; echo after >new' --rehearse
	[[ $(cat f) == before && ! -e new ]] || broke "$(printf %q "$d"): rehearsed, and changed"
	[[ $out$err == *[Rr]ehears* ]] || echo "no rehearsal in $d: $err" >>"$SCRATCH/log"
	printf 'echo began; echo after >f; echo x >"%s"; echo x >"%s/made"; cat "%s/secret"\n' "$PROOF" "$HOME/sp" "$OUTSIDE" >s.sh
	call bash '{"command":"bash s.sh"}'
	[[ $said == *began* ]] || { echo "no room in $(printf %q "$d"): $said $err $out" >>"$SCRATCH/log"; continue; }
	worked=$((${worked:-0} + 1))
	[[ $(cat f) == after ]] || broke "$(printf %q "$d"): the room wrote elsewhere"
	if [[ $d != "$HOME/sp:$OUTSIDE" ]]; then hides "$SECRET" "$(printf %q "$d"): a room reads outside"; fi
	none "$PROOF" "$(printf %q "$d"): a room wrote outside"; rm -f "$PROOF"
	none "$HOME/sp/made" "$(printf %q "$d"): a room wrote into another folder"; rm -f "$HOME/sp/made"
	[[ $(cat "$HOME/sp/f") == before && $(cat "$OUTSIDE/f") == before ]] || broke "$(printf %q "$d"): another folder's file changed"
	hides "$SECRET" "$(printf %q "$d"): a room reads the person's secret"
done
cd "$SPACE"
((${worked:-0} > 5)) || dead "only ${worked:-0} rooms opened"
held
