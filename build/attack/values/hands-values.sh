# Hands whose author meant a usual thing, that load without a warning, and in which a value starts something all the same.
needs walls python3 gcc make git
printf '#!/bin/sh\ntouch %s\n' "$SPACE/ran" >evil && chmod +x evil
echo 'int main(){return 0;}' >a.c && echo "-wrapper $SPACE/evil a.c" >opts && printf 'all:\n\techo $(X)\n' >Makefile && git init -q .
mkdir -p work/bin && ln -s ../../evil work/bin/python3
commands=() values=()
add() { commands+=("$1") values+=("$2"); }
add '["make","X={{x}}"]' '$(shell touch ran)'
add '["sed","s/a/{{x}}/","a.c"]' 'b/;1e touch ran #'
add '["sed","-n","/{{x}}/p","a.c"]' 'i/e touch ran;/'
add '["awk","/{{x}}/","a.c"]' '/{system("touch ran")};/a'
add '["git","-c","{{x}}","status"]' 'core.fsmonitor=touch ran;false'
add '["tar","cf","t","a.c","--checkpoint=1","--checkpoint-action={{x}}"]' 'exec=touch ran'
add '["gcc","{{x}}"]' '@opts'
add '["c++","-c","{{x}}"]' '@opts'
add '["python3","-m","venv","{{x}}"]' 'work'
add '["find",".","-name","a.c","-exec","{{x}}","{}",";"]' './evil'
add '["timeout","5","{{x}}"]' ./evil
add '["env","LANG=C","{{x}}"]' ./evil
add '["vim","-es","+{{x}}","+q"]' '!touch ran'
add '["sqlite3",":memory:","{{x}}"]' '.shell touch ran'
{
	printf '{"version":"1","tools":{"fine":{"description":"d","command":["echo","{{x}}"],"params":{"x":{"type":"string"}}}'
	for i in "${!commands[@]}"; do printf ',"h%d-":{"description":"d","command":%s,"params":{"x":{"type":"string"}}}' "$i" "${commands[i]}"; done | sed 's/\(h[0-9]*\)-/\1/g'
	echo '}}'
} >ctxnest.json
h check
warned=$out$err
trust
OPTIONS=(--confirm allow)
call fine '{"x": "a value"}'
says 'a value' "a harmless hand does not run"
for i in "${!commands[@]}"; do
	rm -f ran
	call "h$i" "$(jq -cn --arg x "${values[i]}" '{x: $x}')"
	[ ! -e ran ] || [[ $warned == *"'h$i'"* ]] || broke "${commands[i]}"
done
((${#broken[@]} == 0)) || broken=("hands that load without a word ran a value: ${broken[*]}")
held
