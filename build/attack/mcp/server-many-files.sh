# Beside a server's program lie more files, and deeper folders, than one looks at gladly. The person has approved them all. Then an agent
# changes one module behind them: last by name, deep down, with a name of bytes that are no text. Its code gets no key.
needs walls python3
source "$ATTACK/planted.sh"
for s in last deep bytes wide looped; do server "$s" '["python3", "-B", "@S/server.py", ""]'; done
mk() { mkdir -p "$1"; cp "$ATTACK/server.py" "c/$2/server.py"; }
for s in "${cases[@]}"; do cp "$ATTACK/server.py" "c/$s/server.py"; done
pre() { { printf 'import sys; sys.path.insert(0, %s); import zz; sys.path.pop(0)\n' "$2"; cat "$ATTACK/server.py"; } >"c/$1/server.py"; }
deep=$(printf 'd/%.0s' {1..90})
pre last "'$SPACE/c/last/zz'"; mkdir -p c/last/zz; : >c/last/zz/zz.py
python3 - <<'X'
import os
for d in range(60):
    os.makedirs("c/last/a%02d" % d)
    for i in range(1000): open("c/last/a%02d/m%04d.py" % (d, i), "w").close()
os.makedirs("c/wide/a")
for i in range(30000): open("c/wide/a/m%05d.py" % i, "w").close()
os.makedirs(b"c/bytes/\xff\xfe\n x")
open(b"c/bytes/\xff\xfe\n x/zz.py", "w").close()
X
pre deep "'$SPACE/c/deep/$deep'"; mkdir -p "c/deep/$deep"; : >"c/deep/${deep}zz.py"
pre bytes "__import__('os').fsdecode(b'$SPACE/c/bytes/\\xff\\xfe\\n x')"
pre wide "'$SPACE/c/wide/a'"; : >c/wide/a/zz.py
pre looped "'$SPACE/c/looped/a/b/../b/l/zz'"; mkdir -p c/looped/a/b c/looped/zz; ln -s ../.. c/looped/a/b/l; ln -s l c/looped/a/b/m; : >c/looped/zz/zz.py
begin
{
	plant py last zz/zz.py
	printf 'cat >%q <<"X"\n%s\nX\n' "c/deep/${deep}zz.py" "$(planted py deep)"
	printf 'cat >$'"'"'c/bytes/\\xff\\xfe\\n x/zz.py'"'"' <<"X"\n%s\nX\n' "$(planted py bytes)"
	plant py wide a/zz.py
	plant py looped zz/zz.py
} | done_by_agent
tried 'an agent put behind many files'
reaches
held
