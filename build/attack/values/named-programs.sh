# An author lets a value fill in an option by which an everyday program is told which program to start, or which library
# to load: the stripper of install, the diff of diff3 and sdiff, the token of ssh-keygen; or what prove and groff run.
needs walls
source "$ATTACK/valuelib.sh"
printf 'touch ran\n' >data.txt
printf '#!/bin/sh\ntouch ran\n' >prog.dat && chmod +x prog.dat
printf 'a\n' >a && printf 'b\n' >b && printf 'c\n' >c
add 'sort --compress-program={{x}} -S 1k data.txt' ./prog.dat # known: it does not load
add 'install -s --strip-program={{x}} data.txt out' sh
add 'install -s --strip-program {{x}} data.txt out2' ./prog.dat
add 'diff3 --diff-program={{x}} a b c' ./prog.dat
add 'diff3 -m --diff-program {{x}} a b c' ./prog.dat
add 'sdiff --diff-program={{x}} a b' ./prog.dat
add 'sdiff -s --diff-program {{x}} a b' ./prog.dat
if command -v gcc >/dev/null && command -v ssh-keygen >/dev/null; then
	printf '#include <stdio.h>\n__attribute__((constructor)) static void f(void) { fclose(fopen("ran", "w")); }\nlong C_GetFunctionList(void *p) { return 1; }\n' >lib.c
	gcc -shared -fPIC -o lib.dat lib.c && add 'ssh-keygen -D {{x}}' ./lib.dat
fi
printf '#!/bin/sh\ntouch ran\necho 1..1\necho ok 1\n' >t.dat && chmod +x t.dat
! command -v prove >/dev/null || add 'prove {{x}}' ./t.dat
! command -v groff >/dev/null || add 'printf "%s\n" {{x}} | groff -U -Tascii' '.sy touch ran'
try 1
held
