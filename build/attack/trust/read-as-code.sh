# An author's tools name files that programs read as code, but that no ending, no mode and no first line calls a script. An
# agent changes them after they were trusted, and calls the tools. What the list of what was trusted says that an agent can
# change is no attack.
needs walls
cat >space.manifest.json <<<'{"id": "space", "name": "space"}'
n=0
commands=() codes=()
# code COMMAND TEXT: a tool tN whose code stands in planN, a file of plain text. TEXT must print "payload" if it runs.
code() {
	local plan=planN
	plan=plan$n
	printf '%s\n' "${3:-}" >"$plan"
	tool "t$n" "${1//PLAN/$plan}" 'timeout: 20'
	commands+=("$1") codes+=("$2")
	n=$((n + 1))
}
file data.txt <<<one
sh='echo payload'
code 'bash PLAN' "$sh" # known: it is pinned
code '. ./PLAN' "$sh"
code 'source PLAN' "$sh"
code 'bash <PLAN' "$sh"
code 'sh -s <PLAN' "$sh"
code 'cat PLAN | sh' "$sh"
code 'bash -c ". ./PLAN"' "$sh"
code 'bash -c "$(cat PLAN)"' "$sh"
code 'eval "$(cat PLAN)"' "$sh"
code 'bash --rcfile PLAN -i -c :' "$sh"
code 'BASH_ENV=PLAN bash -c :' "$sh"
code 'env BASH_ENV=./PLAN bash -c :' "$sh"
code 'exec bash ./PLAN' "$sh"
code 'split --filter=sh PLAN' "$sh"
code 'setarch "$(uname -m)" sh PLAN' "$sh"
code 'find PLAN -exec sh {} \;' "$sh"
code 'xargs -a PLAN -d "\n" -I% sh -c %' "$sh"
code 'make -f PLAN' $'a:\n\t@echo payload'
code 'make -s --file=PLAN' $'a:\n\t@echo payload'
code 'awk -f PLAN data.txt' '{ print "payload" }'
code 'awk --file=PLAN data.txt' '{ print "payload" }'
code 'sed -f PLAN data.txt' 's/.*/payload/'
code 'sed --file=PLAN data.txt' '1e echo payload'
code 'perl PLAN' 'print "payload"'
code 'perl -w -- PLAN' 'print "payload"'
code 'python3 PLAN' 'print("payload")'
code 'python3 - <PLAN' 'print("payload")'
code 'python3 -c "exec(open(\"PLAN\").read())"' 'print("payload")'
code 'node -r ./PLAN -e 0' 'console.log("payload")'
code 'node --import ./PLAN -e 0' 'console.log("payload")'
code 'tclsh PLAN' 'puts payload'
code 'vim -es -S PLAN -c q' '!echo payload'
code 'vim -u PLAN -es -c q' '!echo payload'
code 'ed -s data.txt <PLAN' '!echo payload'
code 'gdb -batch -x PLAN' 'shell echo payload'
code 'gcc @PLAN data.txt' '-wrapper sh,-c,"echo payload",x -xc'
code 'sqlite3 :memory: ".read PLAN"' ".shell echo payload"
code 'sqlite3 -init PLAN :memory: .exit' ".shell echo payload"
code 'sqlite3 :memory: <PLAN' ".shell echo payload"
code 'jq -n -f PLAN' '"payload"'
code 'tar --to-command="sh PLAN" -xf data.tar' "$sh"
tar cf data.tar data.txt
h check
trust
told=$out
OPTIONS=(--confirm allow)
call t0 '{}'
[ -z "$refused" ] || dead "a tool that was not changed does not run: $err"
room "$(for ((i = 0; i < n; i++)); do printf 'printf "%%s\\n" %q >plan%s || true\n' "${codes[i]}" "$i"; done) true"
# A control: what lies in the files now does run.
(cd "$SCRATCH" && printf '%s\n' "$sh" >plan && . ./plan | grep -q payload) || dead "the code says nothing"
for ((i = 0; i < n; i++)); do
	call "t$i" '{}'
	[[ $said != *payload* ]] || grep -F "${commands[i]//PLAN/plan$i} [an agent can change" <<<"$told" >/dev/null || broke "«${commands[i]}» ran what an agent wrote"
done
held
