# A program takes the person's own rights from the folder of the space, at once and by a process that it leaves running. The next calls and the person still open it.
needs walls
echo fine-text >plain.txt
alive "the folder cannot be closed at all" test -O .
shell 'chmod 0 . && echo the folder was closed'
says 'the folder was closed'
shell 'echo still-open'
[[ $said == *still-open* ]] || broke "no call works any more: $err"
cat plain.txt >/dev/null 2>&1 || broke "the person cannot open the folder"
chmod 755 "$SPACE"
held
