# An agent makes named pipes where Handrail reads a space's definitions, its rules, git's files or its own links: each verb still answers, and the pipes define nothing.
needs walls
tries=(
	'mkdir -p agent; mkfifo agent/rules.json'
	'mkdir -p agent; mkfifo later; ln -s ../later agent/rules.json'
	'mkfifo agent pages skills'
	'mkdir -p agent; mkfifo agent/tools agent/hooks agent/skills'
	'mkdir -p agent/hooks agent/tools skills/a; mkfifo agent/hooks/hook-states.json agent/tools/a.md agent/hooks/h.json skills/a/SKILL.md MEMORY.md .mcp.json ctxnest.json space.manifest.json'
	'mkfifo .gitignore .gitattributes .gitmodules package.json Makefile AGENTS.md .envrc'
	'mkdir -p sub/.git/refs sub/.git/objects sub/.git/hooks; mkfifo sub/.git/config sub/.git/HEAD sub/.git/index'
	'mkdir sub; mkfifo sub/.git'
)
n=0
for try in "${tries[@]}"; do
	mkdir "$HOME/s$((++n))" && cd "$HOME/s$n"; git init -q .; echo hi >a.txt
	timeout -k 1 60 setsid -w handrail --confirm allow call bash "command=$try" >"$SCRATCH/out" 2>&1 </dev/null || true; cat "$SCRATCH/out" >>"$SCRATCH/log"
	find . -type p | grep -q . || dead "nothing was made by: $try"
	for verb in check tools 'call read path=a.txt' '--confirm allow call bash command=true' 'rules list' 'space trust --yes' 'hooks list'; do
		c=0; timeout -k 1 20 setsid -w handrail $verb >"$SCRATCH/out" 2>&1 </dev/null || c=$?
		{ echo "\$ $try: $verb: $c"; cat "$SCRATCH/out"; } >>"$SCRATCH/log"
		((c != 124 && c != 137)) || broke "'$verb' hangs after: $try"
	done
done
cd "$HOME"; mkdir -p plain && cd plain; echo hi >a.txt
h call read path=a.txt
says hi "a plain space"
held
