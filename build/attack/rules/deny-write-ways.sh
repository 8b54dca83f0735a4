# A rule denies writing below a folder: patches that rename, copy, delete or create there, links, dots, folders in the way, memory, and programs.
needs walls
settings '{"rules": {"deny": ["write(locked/**)", "write(*.lock)"], "ask": ["write(asked/**)"]}}'
mkdir -p locked/deep asked sub && echo mine | tee locked/a locked/deep/b asked/a x.lock sub/y.lock plain >/dev/null
ln -s locked way; ln -s ../locked/a sub/link; ln -s x.lock xl
move() { printf 'diff --git a/%s b/%s\nsimilarity index 100%%\n%s from %s\n%s to %s\n' "$2" "$3" "$1" "$2" "$1" "$3"; }
new() { printf -- '--- /dev/null\n+++ b/%s\n@@ -0,0 +1 @@\n+evil\n' "$1"; }
change() { printf -- '--- a/%s\n+++ b/%s\n@@ -1 +1 @@\n-mine\n+evil\n' "$1" "$1"; }
gone() { printf -- '--- a/%s\n+++ /dev/null\n@@ -1 +0,0 @@\n-mine\n' "$1"; }
p() { request patch "$(jq -cn --arg p "$1" '{patch: $p}')"; }
targets=(locked/a locked/deep/b way/a sub/link asked/a x.lock xl ./locked/a sub/../locked/a "locked/./deep/../a" way/deep/b)
{
	for t in "${targets[@]}"; do
		p "$(change "$t")"; p "$(gone "$t")"; p "$(move rename "$t" out)"; p "$(move copy plain "$t")"; p "$(move rename plain "$t")"; p "$(change plain)
$(change "$t")"
		request read "$(jq -cn --arg p "$t" '{path: $p}')"; request write "$(jq -cn --arg p "$t" '{path: $p, content: "evil\n"}')"; request edit "$(jq -cn --arg p "$t" '{path: $p, old_string: "mine", new_string: "evil"}')"
	done
	for t in locked/new locked/x/y way/new asked/new new.lock sub/../new.lock "$SPACE/locked/new"; do request write "$(jq -cn --arg p "$t" '{path: $p, content: "evil\n"}')"; [[ $t == /* ]] || { p "$(new "$t")"; p "$(move copy plain "$t")"; }; done
	request patch "$(jq -cn --arg p "$(change x)" '{patch: $p, path: "locked/a"}')"
} >"$SCRATCH/wanted"
mapfile -t wanted <"$SCRATCH/wanted"
OPTIONS=(--confirm deny)
many <"$SCRATCH/wanted"
for i in "${!answers[@]}"; do [[ ${wanted[i]} == *'"read"'* || -n ${codes[i]} ]] || broke "done: $(jq -c .input <<<"${wanted[i]}")"; done
room 'for f in locked/a locked/deep/b way/a sub/link asked/a x.lock sub/y.lock xl; do echo evil >>$f; sed -i s/mine/evil/ $f; rm -f $f; mv plain $f; ln -f plain $f; truncate -s 0 $f; done; mv locked l2; mv sub s2; mv asked a2; rm -rf locked asked; mkdir -p locked; echo evil >locked/new; : >new2.lock; chmod 777 locked/a; touch -d 2001-01-01 locked/a; python3 -c "
import os,ctypes
for a,b in ((\"locked\",\"plain\"),(\"x.lock\",\"plain\")):
    ctypes.CDLL(None).renameat2(-100,a.encode(),-100,b.encode(),2)"'
for f in locked/a locked/deep/b asked/a x.lock sub/y.lock; do [ "$(cat $f 2>/dev/null)" = mine ] || [ "$f" = sub/y.lock ] || broke "$f is changed"; done
none locked/new "a new file was made where writing is denied"
call write '{"path": "fine", "content": "x"}'
[ -e fine ] || dead "nothing can be written"
held
