# A hand gives a value to a program that reads it as code. That is its author's word and not held; but whoever looks
# at the space is told of each such place.
needs awk
cat >ctxnest.json <<'END'
{"version":"1","tools":{
 "plain":{"description":"d","command":["echo","{{x}}"],"params":{"x":{"type":"string"}}},
 "words":{"description":"d","command":["awk","{{x}}"],"params":{"x":{"type":"string","pattern":"^(one|two)$"}}},
 "awk":{"description":"d","command":["awk","{{x}}"],"params":{"x":{"type":"string"}}},
 "sed":{"description":"d","command":["sed","{{x}}","a.txt"],"params":{"x":{"type":"string"}}},
 "find":{"description":"d","command":["find",".","-exec","{{x}}",";"],"params":{"x":{"type":"string"}}},
 "bash":{"description":"d","command":["bash","-c","echo {{x}}"],"params":{"x":{"type":"string"}}},
 "env":{"description":"d","command":["env","bash","-c","{{x}}"],"params":{"x":{"type":"string"}}},
 "xargs":{"description":"d","command":["xargs","sh","-c","{{x}}"],"params":{"x":{"type":"string"}}},
 "make":{"description":"d","command":["make","V={{x}}"],"params":{"x":{"type":"string"}}},
 "python":{"description":"d","command":["python3","-c","print({{x}})"],"params":{"x":{"type":"string"}}}}}
END
h check
for hand in plain words; do ! grep -E "tool '$hand'" <<<"$out$err" | grep -qE 'as code|passthrough' || dead "an ordinary hand is warned of"; done
for hand in awk sed find bash env xargs make python; do
	grep -E "tool '$hand'" <<<"$out$err" | grep -qE 'as code|passthrough' || broke "nothing is said of the hand $hand"
done
held
