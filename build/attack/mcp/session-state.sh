# Two programs that are served at the same time. The second lives on what the first may: what it has read, so that it could overwrite it; its jobs and
# long output; what it was allowed for its session; and the session's name on the command line.
needs walls python3
seq 1 30 >file.txt; seq 1 30 >two.txt
cat >"$SCRATCH/a.py" <<'EOF'
import json, os, re, sys
sys.path.insert(0, os.environ["ATTACK"])
from client import *
secret = sys.argv[1]
a, b = Client(forms=accept, name="one"), Client(forms=lambda m: {"action": "decline"}, name="one")
print("CONTROL", json.dumps(a.call("read", path="file.txt"))[:100])
print("OVERWRITE", json.dumps(b.call("write", path="file.txt", content="overwritten by the second"))[:300])
print("EDIT", json.dumps(b.call("edit", path="file.txt", old_string="17\n", new_string="seventeen\n"))[:300])
r = a.call("bash", command="sleep 0.2; echo job-says-%s; sleep 30" % secret, background=True)
print("JOB", json.dumps(r)[:300])
text = json.dumps(r); ids = set(re.findall(r"\b(?:job|j|bg)[-_][A-Za-z0-9]+", text)) | set(re.findall(r"[a-z]+[-_][0-9a-f]{4,}", text)) | {"1", "job-1", "job_1", "j1"}
r = a.call("bash", command="for i in $(seq 1 9000); do echo line-$i-%s; done" % secret)
text = json.dumps(r); ids |= set(re.findall(r"[a-z]+[-_][0-9a-f]{4,}", text))
print("IDS", sorted(ids))
import time; time.sleep(0.7)
for i in sorted(ids):
    x = json.dumps(a.call("job_output", job=i)); print("OWN", i, "SAID" if secret in x else x[:120])
    x = json.dumps(b.call("job_output", job=i)); print("FOREIGN", i, "SAID" if secret in x else x[:120])
    x = json.dumps(b.call("job_stop", job=i)); print("STOP", i, x[:160])
for i in sorted(ids):
    x = json.dumps(a.call("job_output", job=i)); print("AFTER", i, x[:300])
a.close(); b.close()
EOF
timeout 80 python3 "$SCRATCH/a.py" "$SECRET" >"$SCRATCH/a" 2>&1 || broke "it hung: $(tail -n 1 "$SCRATCH/a")"
cat "$SCRATCH/a" >>"$SCRATCH/log"
grep -q 'OWN .* SAID' "$SCRATCH/a" || dead "the first does not even read its own job: $(grep -E 'IDS|JOB' "$SCRATCH/a" | head -c 500)"
! grep -q 'FOREIGN .* SAID' "$SCRATCH/a" || broke "a second program reads the first one's jobs: $(grep 'FOREIGN .* SAID' "$SCRATCH/a" | tr '\n' ' ')"
! grep -q overwritten file.txt || broke "a program overwrote a file that only another had read"
! grep -q seventeen file.txt || broke "a program edited a file that only another had read"
! grep 'STOP' "$SCRATCH/a" | grep -qE '"isError": false|stopped' || broke "a second program stops the first one's job: $(grep STOP "$SCRATCH/a" | head -n 3)"
# By a session's name on the command line a read counts, and by another it does not.
h call read path=two.txt --session one
h --json call write '{"path": "two.txt", "content": "x"}' --session two
[ "$(wc -l <two.txt)" = 30 ] || broke "a read of one session counts for another"
for s in ../one 'one/../two' 'ONE' 'one ' $'one\n' "$(printf 'o%.0s' {1..9000})"; do
	h --json call write '{"path": "two.txt", "content": "x"}' --session "$s"
	[ "$(wc -l <two.txt)" = 30 ] || broke "a read of the session one counts for «${s:0:20}»"
done
held
