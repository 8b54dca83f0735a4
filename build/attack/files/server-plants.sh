# A call of a server's tool, made by the person or an agent, makes files that other programs, or Handrail itself, run unasked. Each of these calls must tell the person so, as one of bash does, and its record, too.
needs walls python3
settings "$(jq -n --arg p "$ATTACK/server.py" '{tools: {mcp_servers: {s: {command: "python3", args: [$p, ""], internal_only: false}}}}')"
h servers test s
plants() { jq -cn --arg s "cd '$SPACE'; $1; echo ran" '{script: $s}'; }
h --confirm allow call s__run "$(plants 'true')"; says ran 'the server does not run'
h --confirm allow call s__run "$(plants 'echo x >.envrc; echo {} >ctxnest.json')"
[ -e .envrc ] && [ -e ctxnest.json ] || dead "the server cannot write the space: $out $err"
[[ $err == *.envrc* && $err == *ctxnest.json* ]] || broke "a call of a server's tool makes .envrc and ctxnest.json, and nobody is told: $err"
rm -f .envrc ctxnest.json
OPTIONS=(--confirm allow); call s__run "$(plants 'mkdir -p .vscode; echo {} >.vscode/tasks.json')"
[[ $err == *.vscode* ]] || broke "with --json nobody is told of .vscode: $err"
[[ $(jq -r '.content // ""' <<<"$out") == *'person was told'*.vscode* ]] || broke "the record of that call says nothing of .vscode: $out"
held
