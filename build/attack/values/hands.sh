# Hands: values with shell syntax, line ends and NUL; a program by a path of the space; variables of loaders.
needs walls
printf '#!/bin/sh\ntouch ran\n' >evil && chmod +x evil
cat >ctxnest.json <<'END'
{"version":"1","tools":{
 "say":{"description":"d","command":["echo","{{x}}"],"params":{"x":{"type":"string"}}},
 "own":{"description":"d","command":["./evil"]},
 "prog":{"description":"d","command":["{{x}}"],"params":{"x":{"type":"string"}}},
 "preload":{"description":"d","command":["true"],"env":{"LD_PRELOAD":"./evil.so"}},
 "path":{"description":"d","command":["true"],"env":{"PATH":"."}},
 "bashenv":{"description":"d","command":["bash","-c","true"],"env":{"Bash_Env":"./evil"}},
 "nodeopt":{"description":"d","command":["node","-e","1"],"inheritEnv":["NODE_OPTIONS"]},
 "up":{"description":"d","command":["true"],"workingDir":"../outside"},
 "link":{"description":"d","command":["cat","secret"],"workingDir":"way"}}}
END
ln -s "$OUTSIDE" way
trust
call say '{"x": "a; touch ran $(touch ran) `touch ran`"}'
says 'touch ran'
none ran "a shell read a hand's value"
for v in '"a\nb"' '"a\u0000b"' '"-n"' '"\u001b[2J"' '5' 'null' '["a"]'; do
	call say "{\"x\": $v}"
	[[ -n $refused ]] || broke "the value $v was taken"
done
for t in own prog preload path bashenv nodeopt up link; do
	h --confirm allow --json call $t '{}'
	[[ $out != *'"status\":\"success'* && $out != *'\"status\":\"success\"'* ]] || broke "the hand $t runs"
	hides "$SECRET" "the hand $t read outside"
done
none ran "a program of the space ran as a hand"
held
