# An author writes a program that Handrail knows by the other names under which systems install it: the perl of this
# architecture, the very file that vim is a link to, a restricted vi. Their words are code as they are in perl and vim.
needs walls perl
source "$ATTACK/valuelib.sh"
# A control of its own: under the usual name no such command loads.
tool usual 'perl -e {{x}}'
h check
says 'usual.md' "perl -e with a value is no problem at all"
rm agent/tools/usual.md
add "printf '%s\n' {{x}} | sh -s" 'touch ran'
for p in /usr/bin/perl5*-*-* /usr/bin/perl5*; do
	[ -x "$p" ] || continue
	add "${p##*/} -e {{x}}" 'open F, ">ran"'
	add "${p##*/} -ne 'print' {{x}}" 'touch ran |'
	add "$p -pe 's/a/b/' {{x}}" 'touch ran |'
done
for p in vim.basic vim.tiny vim.nox rvim rview editor sensible-editor vimtutor; do
	command -v "$p" >/dev/null || continue
	add "$p -es -c {{x}} -c q data.txt" "call writefile([], 'ran')"
	add "$p -es -S {{x}} -c q data.txt" plan.txt
done
for p in gdbtui gdb-multiarch; do
	command -v "$p" >/dev/null || continue
	add "$p -batch -ex {{x}}" 'shell touch ran'
done
for p in mawk original-awk gawk busybox; do
	command -v "$p" >/dev/null || continue
	add "$p -f {{x}} data.txt" prog.txt
done
echo one >data.txt
echo "call writefile([], 'ran')" >plan.txt
echo 'BEGIN { system("touch ran") }' >prog.txt
try
held
