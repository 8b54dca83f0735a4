# A program writes .git/MERGE_RR and a resolution: the person's next git commit puts it into a file of theirs outside (.bashrc, whose text is known).
needs walls
source "$ATTACK/gitlib.sh"
repository "$SPACE"
printf 'one\ntwo\nthree\n' >"$HOME/.bashrc"
script() {
	cat <<END
id=00112233445566778899aabbccddeeff00112233
mkdir -p .git/rr-cache/\$id; cd .git/rr-cache/\$id
for n in '' .0 .1; do printf 'one\ntwo\nthree\n' >preimage\$n; printf 'one\ntwo\nthree\ntouch $PROOF\n' >postimage\$n; done
cd ../../..
printf '%s.-1\t%s\0' \$id ../.bashrc >.git/MERGE_RR
END
}
room "$(script)
echo made"
says made
person "$SPACE"
! grep -qs touch "$HOME/.bashrc" || broke "the person's git commit has written a line into their .bashrc"
if ((${#broken[@]} == 0)); then
	repository "$HOME/other" && cd "$HOME/other" && bash -c "$(script)" && person "$HOME/other"
	grep -qs touch "$HOME/.bashrc" || dead "git writes nothing by such a file: $(tail -n 2 "$SCRATCH/person")"
fi
held
