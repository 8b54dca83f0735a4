# The author of a space puts a link to a stream, or another name of a file that the command writes, in the
# place of a script: the value of a call would be read as the program.
needs walls python3
mkdir -p scripts; ln -s /dev/stdin scripts/run.sh; ln -s /proc/self/fd/0 scripts/run.py; : >notes.txt; ln -s ../notes.txt scripts/log.sh
ln notes.txt scripts/hard.sh; printf 'cat\n' >scripts/plain.sh
tool plain 'bash scripts/plain.sh <<< {{x}}'
tool stream 'bash scripts/run.sh <<< {{x}}'
tool options 'bash -euo pipefail scripts/run.sh <<< {{x}}'
tool moved 'cd scripts && bash run.sh <<< {{x}}'
tool python 'python3 scripts/run.py <<< {{x}}'
tool linked 'printf %s {{x}} > notes.txt; bash scripts/log.sh'
tool hard 'printf %s {{x}} > notes.txt; bash scripts/hard.sh'
trust
call plain '{"x": "hello"}'
says hello "a script of the space does not run"
for t in stream options moved linked hard; do
	rm -f ran; call $t '{"x": "echo a >ran"}'; none ran "the value of «$t» ran as a program of bash"
done
rm -f ran; call python '{"x": "open(\"ran\",\"w\")"}'; none ran "the value of «python» ran as a program of python3"
held
