# An agent of an outer space plants what direnv, editors and CI run in a known space below, and writes its memory: the person is told, and the memory stays.
needs walls
mkdir -p sub && git init -q sub && echo mine >sub/MEMORY.md
handrail --space sub space trust --yes >/dev/null 2>&1 || true
handrail --space sub call bash command=true >/dev/null 2>&1 || true
h call bash command='mkdir -p sub/.vscode; echo "touch pwn" >sub/.envrc; echo {} >sub/.vscode/tasks.json'
[[ ! -e sub/.envrc || $err$out == *.envrc* ]] || broke "nobody is told of .envrc in a known space below: $err"
[[ ! -e sub/.vscode || $err$out == *.vscode* ]] || broke "nobody is told of .vscode in a known space below: $err"
h call bash command='echo evil >>sub/MEMORY.md; rm -f sub/MEMORY.md; echo evil >sub/MEMORY.md'
h call write path=sub/MEMORY.md content=evil
[[ $(<sub/MEMORY.md) == mine ]] || broke "the memory of a known space below was written by an agent of the space around it"
held
