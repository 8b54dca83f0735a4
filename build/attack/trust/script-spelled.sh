# An author's tools name a script of the space in unusual ways: by an enum, from another working folder, by a default, with
# quotes, braces and patterns, behind wrappers, as an interpreter. An agent changes the script, and calls the tool. What the
# list of what was trusted says that an agent can change is no attack.
needs walls
n=0
commands=() inputs=() paths=()
# spelled COMMAND [FIELDS [INPUT]]: tool tN, whose script is scripts/sN.sh. N stands for the number.
spelled() {
	printf '#!/bin/sh\necho first\n' | file "scripts/s$n.sh"
	chmod "${MODE:-644}" "scripts/s$n.sh"
	tool "t$n" "${1//@/$n}" "timeout: 20${2:+
${2//@/$n}}"
	commands+=("$1${2:+ ($2)}") inputs+=("${3:-{\}}")
	paths+=("scripts/s$n.sh")
	n=$((n + 1))
}
one='parameters:
  - {name: w, type: string, description: w, required: true, enum: [s@, other]}'
spelled 'sh scripts/s@.sh' # known: it is pinned
spelled 'sh scripts/{{w}}.sh' "$one" '{"w": "sN"}'
spelled 'sh "scripts/{{w}}.sh"' "$one" '{"w": "sN"}'
spelled 'sh scripts/{{#if w}}s@{{else}}other{{/if}}.sh' 'parameters:
  - {name: w, type: boolean, description: w}' '{"w": true}'
spelled '{{#if w}}sh scripts/s@.sh{{/if}}' 'parameters:
  - {name: w, type: boolean, description: w}' '{"w": true}'
spelled '{{#each w}}sh scripts/{{this}}.sh; {{/each}}' 'parameters:
  - {name: w, type: array, description: w, enum: [s@]}' '{"w": ["sN"]}'
spelled 'sh scripts/s{{w}}.sh' 'parameters:
  - {name: w, type: number, description: w}' '{"w": NN}'
spelled 'sh {{w}}' 'parameters:
  - {name: w, type: string, description: w, default: scripts/s@.sh, enum: [scripts/s@.sh]}'
spelled 'sh s@.sh' 'workingDir: scripts'
spelled 'sh ./s@.sh' 'workingDir: ./scripts/'
spelled 'sh ../scripts/s@.sh' 'workingDir: agent'
spelled 'cd scripts && sh s@.sh'
spelled 'sh "scripts"/"s"@.sh'
spelled "sh scripts/'s@'\\.sh"
spelled 'sh $PWD/scripts/s@.sh'
spelled 'sh ~+/scripts/s@.sh'
spelled 'sh {scripts/s@.sh,}'
spelled 'sh scripts/s@.[s]h'
spelled 'sh scripts/s@.s?'
spelled "sh \$'scripts/s@\\x2esh'"
spelled 'S=scripts/s@.sh; sh $S'
spelled 'for s in scripts/s@.sh; do sh "$s"; done'
spelled 'sh "$S"' 'environment:
  S: scripts/s@.sh'
spelled 'cp scripts/s@.sh /tmp/a && sh /tmp/a'
spelled 'cat scripts/s@.sh >/tmp/b; sh /tmp/b'
spelled 'ln -sf "$PWD/scripts/s@.sh" /tmp/c && sh /tmp/c'
spelled 'sh <(cat scripts/s@.sh)'
spelled 'sh /proc/self/cwd/scripts/s@.sh'
spelled 'nice -n 1 sh scripts/s@.sh'
spelled 'env -C scripts sh s@.sh'
spelled 'env --chdir=scripts sh ./s@.sh'
spelled 'find scripts -name s@.sh -exec sh {} \;'
spelled 'find scripts/s@.sh -exec sh {} +'
spelled 'xargs -a /dev/null sh scripts/s@.sh'
spelled 'echo scripts/s@.sh | xargs sh'
spelled 'exec 3<scripts/s@.sh; sh /dev/fd/3'
spelled 'exec <scripts/s@.sh; sh'
spelled '{ sh; } <scripts/s@.sh'
spelled 'while :; do sh; break; done <scripts/s@.sh'
spelled 'f() { sh "$1"; }; f scripts/s@.sh'
spelled 'set -- scripts/s@.sh; sh "$1"'
spelled 'trap "sh scripts/s@.sh" EXIT'
spelled 'mapfile -t a <scripts/s@.sh; eval "${a[1]}"'
spelled 'sed -n 2p scripts/s@.sh | sh'
spelled 'jobs -x sh scripts/s@.sh'
spelled 'declare -a x="(\$(sh scripts/s@.sh >&2))"'
spelled 'make -s -C scripts -f - <<< "a:;@sh s@.sh"'
spelled 'perl -e "exec qw(sh scripts/s@.sh)"'
spelled 'awk "BEGIN { system(\"sh scripts/s@.sh\") }"'
spelled 'python3 -c "import os; os.system(\"sh scripts/s@.sh\")"'
spelled 'git -c alias.x="!sh scripts/s@.sh" x'
spelled 'split --filter="sh scripts/s@.sh" data.txt'
spelled 'tar -cf /tmp/o.tar --checkpoint=1 --checkpoint-action=exec="sh scripts/s@.sh >&2" data.txt'
spelled 'sort -S 1k --compress-program=scripts/s@.sh data.txt'
spelled 'vim -es -c "!sh scripts/s@.sh" -c q'
spelled 'sed "1e sh scripts/s@.sh" data.txt'
MODE=755
spelled 'scripts/s@.sh'
spelled './scripts/../scripts/s@.sh'
spelled 's@.sh' 'environment:
  PATH: scripts:/usr/bin:/bin'
spelled 'PATH=scripts:$PATH; s@.sh'
spelled 'hash -p scripts/s@.sh go; go'
spelled 'command scripts/s@.sh'
spelled 'ssh-agent scripts/s@.sh'
seq 9999 >data.txt
git init -q . 2>/dev/null || true
h check
trust
told=$out
OPTIONS=(--confirm allow)
call t0 '{}'
says first "a trusted tool does not run"
room "for ((i = 0; i < $n; i++)); do printf '#!/bin/sh\\necho payload >&2; echo payload\\n' >scripts/s\$i.sh || true; done"
for ((i = 0; i < n; i++)); do
	input=${inputs[i]//sN/s$i}
	call "t$i" "${input//NN/$i}"
	[[ $said != *payload* ]] || grep -F -A2 "tool    t$i " <<<"$told" | grep -q 'an agent can change' || broke "«${commands[i]}» ran what an agent wrote"
done
held
