# The same space, called by other paths: a link, "..", a slash more, /proc. What it forbids there is forbidden, and what was not trusted there
# is not trusted by another path.
needs walls
mkdir -p scripts private
printf '#!/bin/bash\ncase $TOOL_INPUT in *forbidden*) exit 1;; esac\nexit 0\n' >scripts/check.sh
jq -n '{hooks: [{id: "guard", type: "pre_tool", tools: ["bash"], command: "bash scripts/check.sh", blocking: true}]}' | file agent/hooks/guard.json
echo '{"deny": ["write(private/**)"]}' >agent/rules.json
tool one 'echo one-ran'
trust
ln -s "$SPACE" "$HOME/alias"; mkdir "$HOME/in"; ln -s ../space "$HOME/in/rel"
for s in "$SPACE" "$HOME/alias" "$HOME/alias/" "$HOME/in/../alias/." "$SPACE/../space//" "$HOME/in/rel" "/proc/self/cwd" "." "$SPACE/scripts/.." "$SPACE/../alias"; do
	OPTIONS=(--space "$s")
	shell 'echo forbidden >ran'
	none ran "$s: the hook lets it through"; rm -f ran
	call write '{"path":"private/made","content":"x"}'
	none private/made "$s: the space's rule is forgotten"; rm -f private/made
	call write "$(jq -cn --arg p "$HOME/alias/private/made" '{path: $p, content: "x"}')"
	none private/made "$s: by the link's name the rule is forgotten"; rm -f private/made
	shell 'echo ordinary >ordinary'
	[ -e ordinary ] || echo "nothing runs in $s: $said $err" >>"$SCRATCH/log"
	rm -f ordinary
done
OPTIONS=(--space "$HOME/alias")
call one '{}'
says one-ran "by its link the space is not the same"
# By the link it is changed; by no path does the change count.
echo 'x' >>scripts/check.sh; sed -i 's/one-ran/one-changed/' agent/tools/one.md
for s in "$SPACE" "$HOME/alias" "$HOME/in/rel" /proc/self/cwd; do
	OPTIONS=(--space "$s"); call one '{}'
	hides one-changed "$s: a changed tool runs"
	shell 'echo x >ran2'
	none ran2 "$s: a changed hook is forgotten"
done
# The link is led to another folder, that has another tool of that name.
cp -a "$SPACE" "$HOME/evil"; sed -i 's/one-.*"/one-evil"/' "$HOME/evil/agent/tools/one.md"
ln -sfn "$HOME/evil" "$HOME/alias"
OPTIONS=(--space "$HOME/alias"); call one '{}'
hides one-evil "the trust of a link went with the link"
held
