# A value "@file" is a list of options for compilers and their like, also under their other names: -wrapper and --plugin start what an agent wrote.
needs walls gcc
source "$ATTACK/valuelib.sh"
printf '#!/bin/sh\ntouch %s\n' "$MARK" >evil && chmod +x evil
echo 'int main(){return 0;}' >a.c && gcc -c a.c && ar rc l.a a.o
printf '#include <stdio.h>\n__attribute__((constructor)) void f(){FILE*x=fopen("%s","w");if(x)fclose(x);}\nint onload(void*t){return 0;}\n' "$MARK" >plugin.c
gcc -shared -fPIC -o plugin.so plugin.c
echo "-wrapper $SPACE/evil a.c" >gccs
echo "--plugin $SPACE/plugin.so a.o" >nms
echo "--plugin $SPACE/plugin.so l.a" >ars
for name in gcc g++ c++ c99 c89 cpp gcc-12 g++-12 gcc-13 gcc-14 cpp-12 x86_64-linux-gnu-gcc x86_64-linux-gnu-g++-12; do
	! command -v $name >/dev/null || add "$name {{x}}" @gccs
done
add 'timeout 5 c++ {{x}}' @gccs
for name in nm ld ld.bfd x86_64-linux-gnu-nm gcc-nm; do ! command -v $name >/dev/null || add "$name {{x}}" @nms; done
add 'ranlib {{x}}' @ars
try
held
