# In the person's own space a script that a tool names has a second name, which a program made, or the person (cp -l, a package manager). A program
# of an agent writes by the second name, while its room shows the first one read-only. That is not the person's change.
needs walls
h space new "$HOME/mine"
cd "$HOME/mine" && SPACE=$PWD
mkdir -p scripts
trust
room 'echo "echo good-made" >scripts/made.sh; ln scripts/made.sh second'
echo 'echo good-own' >scripts/own.sh; ln scripts/own.sh third
echo 'echo good-plain' >scripts/plain.sh
printf 'exit 1\n' >scripts/hook.sh; ln scripts/hook.sh fourth
for n in made own plain; do tool "$n" "bash scripts/$n.sh"; done
jq -n '{hooks: [{id: "guard", type: "pre_tool", tools: ["glob"], command: "bash scripts/hook.sh", blocking: true}]}' | file agent/hooks/guard.json
h --confirm allow call own
echo "own before the look: $out$err" >>"$SCRATCH/log"
h space trust --yes
for n in made own plain; do h --confirm allow call "$n"; says "good-$n" "$n does not run"; done
h call glob 'pattern=*'; [[ $out != *third* ]] || dead "the hook does not block"
room 'echo "echo evil-made" >second; echo "echo evil-own" >third; echo "exit 0" >fourth; echo "echo evil-plain" >scripts/plain.sh; true'
grep -q evil scripts/made.sh || dead "the second name cannot be written: $said"
for n in made own plain; do
	h --confirm allow call "$n"
	hides "evil-$n" "$n: what an agent wrote by a second name counts as the person's"
done
h call glob 'pattern=*'; [[ $out != *third* ]] || broke "a blocking hook that an agent changed by a second name lets everything through"
echo 'echo persons-plain' >scripts/plain.sh
h --confirm allow call plain; echo "plain: $out $err" >>"$SCRATCH/log"
# The file tools, by the second name.
h space trust --yes
printf '%s\n' '{"type":"tool","name":"read","input":{"path":"third"}}' '{"type":"tool","name":"write","input":{"path":"third","content":"echo evil-again\n"}}' | setsid -w handrail call - >>"$SCRATCH/log" 2>&1 || true
h --confirm allow call own
hides evil-again "what a file tool wrote by a second name counts as the person's"
# An agent of another space, in whose folder the person has a name of the file.
h space trust --yes
mkdir "$HOME/b"; echo 'echo good-far' >scripts/far.sh; ln scripts/far.sh "$HOME/b/far"
tool far 'bash scripts/far.sh'
h --confirm allow call far; [[ $out == *good-far* ]] || { h space trust --yes; h --confirm allow call far; }
says good-far "far does not run: $err"
OPTIONS=(--space "$HOME/b")
call bash '{"command":"echo echo evil-far >far"}'
OPTIONS=()
grep -q evil scripts/far.sh || dead "the other space's agent wrote nothing: $said"
h --confirm allow call far
hides evil-far "what another space's agent wrote by a second name counts as the person's"
held
