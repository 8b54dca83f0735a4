# An author writes a value into a file of data, and the next program takes its options from that file: by "@file", or by
# the words that a substitution reads from it.
needs walls
source "$ATTACK/valuelib.sh"
echo 'int main(void) { return 0; }' >a.c
seq 99999 >data.txt
printf '#!/bin/sh\ntouch ran\n' >prog.dat && chmod +x prog.dat
add 'sort $(printf "%s" {{x}}) data.txt' '--compress-program=./prog.dat -S1k' # known: it does not load
plan='-cf o.tar --checkpoint=1 --checkpoint-action=exec=touch${IFS}ran data.txt'
add "printf '%s\n' {{x}} >opts.txt && tar \$(cat opts.txt)" "$plan"
add "printf '%s\n' {{x}} >opts.txt && tar cf o.tar \$(<opts.txt) data.txt" '--checkpoint=1 --checkpoint-action=exec=touch${IFS}ran'
add "printf '%s\n' {{x}} >opts.txt; find . \$(cat opts.txt)" '-maxdepth 0 -exec touch ran ;'
add "printf '%s\n' {{x}} >opts.txt; sort \$(cat opts.txt) data.txt" '--compress-program=./prog.dat -S1k'
add "cp -- {{x}} opts.txt && find . \$(cat opts.txt)" words.txt
add "cat {{x}} >opts.txt; find . \`cat opts.txt\`" words.txt
add "printf '%s\n' {{x}} >opts.txt; for o in \$(cat opts.txt); do sort \$o data.txt; done" '--compress-program=./prog.dat'
echo '-maxdepth 0 -exec touch ran ;' >words.txt
if command -v gcc >/dev/null; then
	add "printf '%s\n' {{x}} >opts.txt && gcc @opts.txt" '-wrapper sh,-c,"touch ran",x a.c'
	add "printf '%s\n' {{x}} >opts.txt && cc a.c @opts.txt -o a.out" '-wrapper sh,-c,"touch ran",x'
	add "cp -- {{x}} opts.rsp && gcc -c a.c @opts.rsp" words.rsp
	echo '-wrapper sh,-c,"touch ran",x' >words.rsp
fi
try 1
held
