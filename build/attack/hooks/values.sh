# Values in a hook's command that become code: such a hook must not load, or not run the value.
needs walls jq
payload='x[$(touch /tmp/ran /var/log/ran)]; touch /tmp/ran /var/log/ran #'
commands=()
while IFS= read -r command; do commands+=("$command"); done <<'END'
if [[ {{input.command}} =~ sleep\ ([^ ]+) ]] && (( BASH_REMATCH[1] > 60 )); then exit 1; fi
bash -c "{{input.command}}" >/dev/null; exit 1
bash -c "echo {{input.command}}"
sh -c 'echo "$0"' "{{input.command}}"; eval "echo {{input.command}}"
declare -i n; n={{input.command}}; exit 0
for a in {{input.command}}; do [[ $a -gt 3 ]]; done; exit 0
test -v {{input.command}}; printf -v {{input.command}} x; exit 0
python3 -c "print('{{input.command}}')"
echo {{input.command}} | bash
jq -n "{{input.command}}"
read -r n <<<{{input.command}}; (( n > 3 )); exit 0
END
mkdir -p agent/hooks
printf '%s\n' "${commands[@]}" | jq -Rn '{hooks: [inputs | {command: ., type: "pre_tool", tools: ["bash"], blocking: true}] | to_entries | map(.value + {id: "h\(.key)"})}' >agent/hooks/all.json
h check
problems=$out$err
for i in "${!commands[@]}"; do
	[[ $problems != *"error: hook \"h$i\""* ]] || continue # it does not load
	rm -rf agent
	hook "${commands[i]}"
	trust
	for value in "$payload" 'echo x # sleep a[$(touch${IFS}/var/log/ran)]' "echo '; touch /var/log/ran; '" 'echo "; touch /var/log/ran; "' 'echo '"'"'$(touch /var/log/ran)'"'" 'echo `touch /var/log/ran`' 'RANDOM+=a[$(touch /var/log/ran)]' 'input("x"), env, ("/var/log/ran")'; do
		request bash "$(jq -cn --arg c "$value" '{command: $c}')"
	done | many
	[ -z "$(find "$DATA" -name ran 2>/dev/null)" ] || broke "«${commands[i]}»"
	find "$DATA" -name ran -delete
done
((${#commands[@]} > 8)) || dead "the list was not read"
rm -rf agent && hook 'touch /var/log/ran'
trust
shell 'echo x'
[ -n "$(find "$DATA" -name ran 2>/dev/null)" ] || dead "what a hook writes is not found"
((${#broken[@]} == 0)) || broken=("a value ran as code: ${broken[*]}")
held
