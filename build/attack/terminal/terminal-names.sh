# Names of files, programs, folders, branches and links with bytes that steer a terminal, as the record, the undo, the jobs and what
# git says show them.
needs walls python3 git
file evil.py <<'EOF'
import os
E = b"\033]0;OWNED\a\033[31m\033[8m"; C = b"\xc2\x9b31m"; R = b"\xe2\x80\xae"; Z = b"\xe2\x80\x8b"; T = "".join(chr(0xE0000 + ord(c)) for c in "hidden").encode()
for i, b in enumerate((E, C, R + b"gpj.sh", b"\rover", b"\x08\x08", b"a\nb", b"\xff\xfe", Z, T, b"\xe2\x80\xa8", b"\xc2\x85", b"\xe3\x85\xa4", b"\xf0\x9d\x85\xb3")):
    n = b"n%d" % i + b
    open(n, "wb").write(b"text " + b + b"\n")
    os.mkdir(b"d" + n); os.symlink(b"to" + b, b"l%d" % i)
if os.fork() == 0:
    os.setsid(); d = os.open("/dev/null", 2)
    for f in 0, 1, 2: os.dup2(d, f)
    os.execv("/bin/sleep", [b"job" + E + C + R, b"60"])
EOF
raw() { [[ $1 == *$'\033]0;'* || $1 == *$'\033[31m'* || $1 == *$'\033[8m'* || $1 == *$'\xc2\x9b'* || $1 == *$'\xe2\x80\xae'* || $1 == *$'\xe2\x80\x8b'* || $1 == *$'\xf3\xa0\x81'* || $1 == *$'\x08'* || $1 == *$'\rover'* || $1 == *$'\xe2\x80\xa8'* || $1 == *$'\xc2\x85'* || $1 == *$'\xff\xfe'* ]]; }
in_tty() { python3 "$ATTACK/terminal.py" -- "$@" 2>&1 | tr -d '\0' || true; }
try() { local t; t=$(in_tty handrail "$@"); printf '$ tty handrail %s\n%s\n' "$*" "$t" >>"$SCRATCH/log"; ! raw "$t" || broke "handrail $(printf '%q ' "$@" | cut -c1-60): $(grep -aoP '.{0,10}(\x1b\]0;|\x1b\[31m|\x1b\[8m|\xc2\x9b|\xe2\x80\xae|\xe2\x80\x8b|\xf3\xa0\x81|\x08|\rover|\xe2\x80\xa8|\xc2\x85|\xff\xfe)' <<<"$t" | head -n 1 | od -An -c | tr -s ' \n' ' ')"; }
room 'python3 evil.py'
id=$(jq -r .id <<<"$out")
raw "$(in_tty cat n0* n2* n7*)" || dead "not even cat shows it raw in a terminal"
ls | grep -q n12 || dead "the names were not made"
h --json runs list; run=$(jq -r .id <<<"$out" | head -n 1)
for v in "runs show $run" "runs list" "runs undo $run --dry-run" "runs undo $run --yes" 'jobs' 'jobs list' 'call listdir path=.' 'call glob pattern=*' 'call grep pattern=text' 'doctor' 'check' "runs show $run" 'rehearsals list' 'chats list' 'inbox list' 'space trust --show' "runs export $run"; do
	# shellcheck disable=SC2086
	try $v
done
python3 evil.py; echo x >>n0*
h --json runs list; run=$(jq -r .id <<<"$out" | head -n 1)
E=$'\033]0;OWNED\a\033[31m\033[8m' R=$'\xe2\x80\xae'
try call read "path=n2${R}gpj.sh"
try call write "path=w$E$R" "content=$E$R"
try call edit "path=n2${R}gpj.sh" "old=$E" "new=$R"
try runs list
try runs undo "$E$R" --yes
try runs undo "$run" --only "$E$R" --dry-run
try space restore "$E$R"
try servers show "$E$R"
try servers test "$E$R"
try tools off "$E$R"
try hooks enable "$E$R"
try rules add deny "bash(x$E$R*)"
try rules list
try rules add "$E$R"
try mcp token add "t$E$R"
try mcp token list
try secrets set "$E$R"
try secrets list
try chats search "$E$R"
try chats rename "$E$R" x
try space new "$HOME/new$E$R"
try --space "$HOME/new$E$R" space trust
try "$E$R"
try "--$E$R"
try --network="$E$R.example" call bash command=true
try call bash "command=git status; git init -q; ls; echo '$E$R'; exit 3"
held
