# A program gives a script a second name before the person trusts a tool that runs it. While the script runs, and its shell reads it piece by
# piece, a program of an agent writes by the second name: one that was left running, one of a new call, and one of another space.
needs walls python3
mkdir -p scripts "$HOME/other"
room 'printf "sleep 2.5\necho good-ran\n" >scripts/deploy.sh; ln scripts/deploy.sh second; printf "sleep 2.5\necho evil-ran\n" >evil'
[ second -ef scripts/deploy.sh ] || dead "no second name"
ln second "$HOME/other/third"; cp evil "$HOME/other/evil"
cp scripts/deploy.sh "$SCRATCH/plain.sh"; (sleep 0.7; cat evil >"$SCRATCH/plain.sh") & [[ $(bash "$SCRATCH/plain.sh") == evil-ran ]] || dead "a shell does not read on"
tool deploy 'bash scripts/deploy.sh'
tool quick 'cat scripts/deploy.sh'
trust
# the same inode by each name, again and again, each in a call of its own
during() { # WORDS COMMAND...
	local w=$1; shift
	(sleep 0.8; "$@") >>"$SCRATCH/log" 2>&1 &
	local p=$!
	h --confirm allow call deploy
	wait "$p" || true
	hides evil-ran "$w: it ran what nobody has looked at"
	if [[ $out != *good-ran* && $out != *evil-ran* ]]; then echo "$w: it did not run: $err" >>"$SCRATCH/log"; else ran=1; fi
	cat <(printf 'sleep 2.5\necho good-ran\n') >second
	h space trust --yes
}
ran=
during "a new call" setsid -w handrail call bash 'command=cat evil >second; cat second'
during "a file tool" bash -c 'printf "%s\n" "{\"type\":\"tool\",\"name\":\"read\",\"input\":{\"path\":\"second\"}}" "{\"type\":\"tool\",\"name\":\"write\",\"input\":{\"path\":\"second\",\"content\":\"sleep 2.5\\necho evil-ran\\n\"}}" | setsid -w handrail call -'
during "another space" setsid -w handrail --space "$HOME/other" call bash 'command=cat evil >third; cat third'
[ -n "$ran" ] || dead "the tool did not run: $err"
grep -q 'echo evil-ran' "$SCRATCH/log" || dead "nobody could write by the second name"
held
