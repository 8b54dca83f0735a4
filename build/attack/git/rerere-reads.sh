# A program writes .git/MERGE_RR, which names files of the person's outside: their next git commit copies them into .git/rr-cache.
needs walls
source "$ATTACK/gitlib.sh"
repository "$SPACE"
script() {
	cat <<END
id=00112233445566778899aabbccddeeff00112233
mkdir -p .git/rr-cache/\$id && echo x >.git/rr-cache/\$id/preimage
printf '%s\t%s\0' \$id ../.ssh/id_ed25519 >.git/MERGE_RR
END
}
room "$(script)
echo made"
says made
person "$SPACE"
room 'cat .git/rr-cache/*/* 2>/dev/null; echo looked'
hides "$SECRET" "the person's git commit has copied their key into .git/rr-cache, where a program reads it"
! grep -rqs "$SECRET" "$SPACE/.git" || broke "the person's key lies in .git"
if ((${#broken[@]} == 0)); then
	repository "$HOME/other" && cd "$HOME/other" && bash -c "$(script)" && person "$HOME/other"
	grep -rqs "$SECRET" "$HOME/other/.git" || dead "git copies nothing by such a file"
fi
held
