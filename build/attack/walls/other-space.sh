# A program of one space meets another's: its files, its processes, its temporary folder.
needs walls
mkdir -p "$HOME/second"
echo "$SECRET" >"$HOME/second/note"
(cd "$HOME/second" && exec setsid handrail call bash '{"command": "echo '"$SECRET"' >$TMPDIR/t; echo '"$SECRET"' >/dev/shm/t; touch up; sleep 20", "timeout": 30}') >"$SCRATCH/second" 2>&1 </dev/null &
began+=($!)
until_true 15 test -e "$HOME/second/up" || dead "the other space's program does not run"
room "echo began; cat '$HOME/second/note' ../second/note; cat /tmp/* /dev/shm/* \$TMPDIR/*; ls /tmp; ps ax; cat /proc/*/cmdline; find / -name t -path '*temp*' -exec cat {} + ; echo x >'$HOME/second/proof'"
says began
hides "$SECRET" "a program of one space reads what is another's"
hides 'sleep 20' "a program of one space sees another's processes"
none "$HOME/second/proof" "a program of one space writes into another"
held
