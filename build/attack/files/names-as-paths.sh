# Where a tool takes a name (a job, a skill, an agent, a server, a prompt, a channel, a session), the agent gives a path, a pattern, an option, bytes.
needs python3
mkdir -p agent/skills agent/tools
printf -- '---\nname: good\ndescription: d\n---\nskill-text\n' >agent/skills/good.md
printf -- '---\nid: helper\nname: helper\ndescription: d\n---\nagent-text\n' >agent/helper.md
for f in key.md key.json key; do echo "$SECRET" >"$OUTSIDE/$f"; done
printf -- '---\nname: evil\ndescription: d\n---\n%s\n' "$SECRET" | tee "$OUTSIDE/evil.md" "$HOME/evil.md" >/dev/null
trust
call use_skill '{"name": "good"}'
says skill-text "no skill is used"
names=()
for p in ../../../outside/secret ../../outside/evil ../../../../evil "$OUTSIDE/evil" "$OUTSIDE/evil.md" "$OUTSIDE/secret" "~/evil" 'good/../../../outside/evil' '../skills/good' '*' '' '.' '..' '-' $'good\n' 'GOOD' "file://$OUTSIDE/secret" '${secret:x}' '{{x}}' "$(printf '../%.0s' {1..400})etc/passwd" "%2e%2e%2foutside%2fsecret" "good\\u0000.md" '/proc/self/environ' "$HOME/.ssh/id_ed25519" 'con'; do names+=("$p"); done
{
	for p in "${names[@]}"; do
		j=$(jq -n --arg p "$p" '$p')
		request use_skill "{\"name\": $j}"; request job_output "{\"job\": $j}"; request job_stop "{\"job\": $j}"; request invoke_agent "{\"agent\": $j, \"task\": \"x\"}"
		request find_tools "{\"query\": \"x\", \"server\": $j}"; request memory_read "{\"query\": $j}"; request read_resource "{\"server\": $j, \"uri\": \"file://$OUTSIDE/secret\"}"; request get_prompt "{\"server\": $j, \"name\": $j}"; request message "{\"channel\": $j, \"content\": \"x\"}"
	done
} | many
n=0
for i in "${!texts[@]}"; do
	[[ ${texts[i]}${answers[i]} != *"$SECRET"* && ${texts[i]}${answers[i]} != *root:x:0* ]] || broke "a name that is a path is read: $(sed -n "$((i + 1))p" "$SCRATCH/requests" | cut -c1-120)"
	[[ ${answers[i]} != *goroutine* ]] || broke "crashed"
done
ls -R "$DATA" >"$SCRATCH/before" 2>/dev/null
for p in "${names[@]}"; do
	h --json call read path=agent/helper.md --session "$p"
	[[ $out$err != *"$SECRET"* && $out$err != *goroutine* ]] || broke "a session's name is a path: $p"
	h hooks test "$p" '{}'; hides "$SECRET" "hooks test $p"
	h --json tools --agent "$p"; hides "$SECRET" "tools --agent $p"
	h runs show "$p"; hides "$SECRET" "runs show"
	h rehearsals show "$p"; hides "$SECRET" "rehearsals show"
	h rehearsals drop "$p"
	h servers log "$p"; hides "$SECRET" "servers log $p"
	h jobs stop "$p"
done
[ -e "$OUTSIDE/secret" ] && [ -e "$HOME/.ssh/id_ed25519" ] && [ -e "$OUTSIDE/evil.md" ] || broke "something outside was removed"
none "$HOME/space/../one" "a session made a file"
held
