# What a call has left running starts itself anew and ends, all the time, slowly or fast, deaf to what asks it to end: it is listed,
# and ended with `handrail stop` and `jobs stop`.
needs walls python3
file hop.py <<'END'
import os, signal, sys, time
signal.signal(signal.SIGTERM, signal.SIG_IGN); signal.signal(signal.SIGCHLD, signal.SIG_IGN)
end = time.time() + 60
while time.time() < end:
    if os.fork(): os._exit(0)
    os.setsid()
    with open(sys.argv[2], "a") as f: f.write(".")
    time.sleep(float(sys.argv[1]))
END
lives() { local was; was=$(stat -c %s "$1"); sleep 1; [ "$was" != "$(stat -c %s "$1")" ]; }
for pause in 0.003 0.3; do
	for how in all one; do
		t=t$how$pause
		call bash "{\"command\": \"python3 hop.py $pause $t >/dev/null 2>&1 & until [ -e $t ]; do sleep 0.01; done\"}"
		[[ $refused == '' ]] || dead "the call did not run: $said$err"
		lives "$t" || dead "it does not live on"
		h --json jobs list; id=$(jq -r '.jobs[] | select(.left) | .id' <<<"$out" | head -n 1)
		[[ $id ]] || { broke "$t: jobs list does not show it"; id=none; }
		if [ $how = all ]; then h stop; else h jobs stop "$id"; fi
		! lives "$t" || broke "$t: it lives on after ${how} was stopped: $out$err"
	done
done
held
