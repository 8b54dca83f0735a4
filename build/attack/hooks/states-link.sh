# Files that Handrail itself writes in a space (states of hooks, memory, hands, ignore lists) are links, hard links, pipes and folders that lead outside:
# made by the space's author, or by a program. Nothing outside changes, and nothing hangs.
needs walls python3
file scripts/check.sh <<<'exit 0'
hook 'bash scripts/check.sh'
trust
shell 'echo fine'; says fine
until_true 3 test -e agent/hooks/hook-states.json || true
mine() { printf 'mine: do not touch\n' >"$OUTSIDE/mine"; }
same() { [ "$(cat "$OUTSIDE/mine" 2>/dev/null)" = 'mine: do not touch' ] || broke "$1"; mine; }
mine
for kind in link hard dir pipe above; do
	rm -rf agent/hooks/hook-states.json MEMORY.md agent/hooks/.hook-states* 2>/dev/null
	case $kind in
	link) ln -s "$OUTSIDE/mine" agent/hooks/hook-states.json; ln -s "$OUTSIDE/mine" MEMORY.md ;;
	hard) ln "$OUTSIDE/mine" agent/hooks/hook-states.json; ln "$OUTSIDE/mine" MEMORY.md ;;
	dir) mkdir agent/hooks/hook-states.json MEMORY.md ;;
	pipe) mkfifo agent/hooks/hook-states.json MEMORY.md ;;
	above) mv agent/hooks "$OUTSIDE/hooks"; ln -s "$OUTSIDE/hooks" agent/hooks; rm -f "$OUTSIDE/hooks/hook-states.json" ;;
	esac
	for words in 'call bash command=true' 'hooks disable guard' 'hooks enable guard' 'hooks list' 'call memory_write content=agent-words' 'memory show'; do
		c=0; timeout 25 setsid -w handrail --confirm allow $words >>"$SCRATCH/log" 2>&1 </dev/null || c=$?
		((c != 124)) || broke "«$words» hung where the file is a $kind"
	done
	sleep 1.2
	same "Handrail wrote into the person's file ($kind)"
	! grep -q agent-words "$OUTSIDE/mine" || broke "memory went outside"
	[ $kind != above ] || { [ ! -e "$OUTSIDE/hooks/hook-states.json" ] || broke "states of hooks were written outside the space, over a link"; rm agent/hooks; mv "$OUTSIDE/hooks" agent/hooks; }
done
# A program of the space, that lives on, makes links of every name that comes up in the folder.
rm -rf agent/hooks/hook-states.json MEMORY.md; echo 'first' >MEMORY.md; h call memory_read
cat >race.py <<EOF
import os, time
open("ready", "w").close(); end = time.time() + 20; n = 0
while time.time() < end and not os.path.exists("stop"):
    for d in (".", "agent/hooks", "agent"):
        for f in os.listdir(d):
            if f.endswith((".tmp", ".new")) or f.startswith((".handrail", ".hook", "MEMORY.md.")) :
                try: os.remove(d + "/" + f); os.symlink("$OUTSIDE/mine", d + "/" + f); n += 1
                except OSError: pass
open("count", "w").write(str(n))
EOF
room 'setsid python3 race.py >/dev/null 2>&1 & until [ -e ready ]; do sleep 0.02; done'
for i in 1 2 3 4 5 6 7 8; do timeout 20 setsid -w handrail --confirm allow call memory_write content="agent-words-$i" >>"$SCRATCH/log" 2>&1 </dev/null || true; timeout 20 handrail hooks disable guard >>"$SCRATCH/log" 2>&1 </dev/null || true; timeout 20 handrail hooks enable guard >>"$SCRATCH/log" 2>&1 </dev/null || true; done
touch stop
same "a program led what Handrail wrote into the person's file"
rm -f MEMORY.md; h --confirm allow call memory_write content=agent-words; grep -q agent-words MEMORY.md || dead "memory is not written at all: $out$err"
held
