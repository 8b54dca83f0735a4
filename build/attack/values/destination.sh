# A value is where something is put: the file's name decides that the same command runs it.
needs walls npm
source "$ATTACK/valuelib.sh"
echo '{"scripts":{"test":"true"}}' >package.json
echo '{"scripts":{"test":"touch ran"}}' >note.txt
for writer in 'cp note.txt {{x}}' 'mv note.txt {{x}}' 'ln -sf note.txt {{x}}' 'install -m 644 note.txt {{x}}' 'cat note.txt >{{x}}' 'tee {{x}} <note.txt' 'sort -o {{x}} note.txt' 'uniq note.txt {{x}}' 'cp note.txt "./{{x}}"' 'dd if=note.txt of={{x}} status=none' 'awk "{print > f}" f=out.txt {{x}} note.txt'; do
	v=package.json; [[ $writer != awk* ]] || v=f=package.json
	add "$writer && npm test" "$v"
done
try
held
