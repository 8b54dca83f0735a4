# A blocking hook that fails in every way there is: nothing passes.
needs walls python3
commands=()
while IFS= read -r command; do commands+=("$command"); done <<'END'
exit 1
exit 2
exit 77
kill -9 $$
sleep 30
no-such-program-anywhere
printf '{"block": fal'
printf '{"block": false}{"block": true}'
printf '{"block": true}'
printf '{"block": false, "block": true}'
printf 'words {"block": true} words'
printf '{"modified_input": 5}'
printf '{"modified_input": {"command": 7}}'
printf '{"tool":"t13","input":{"more":"x"}}'
exec 1>&-; head -c 300000000 /dev/zero; exit 1
echo '{"block": "false"}'; exit 1
END
# A tool for each, so that one trust is enough; the last one lets its tool through.
commands+=('exit 0')
for i in "${!commands[@]}"; do tool "t$i" "echo let through $i"; done
mkdir -p agent/hooks
printf '%s\n' "${commands[@]}" | jq -Rn '{hooks: [inputs | {command: ., type: "pre_tool", blocking: true, timeout: 1}] | to_entries | map(.value + {id: "h\(.key)", tools: ["t\(.key)"]})}' >agent/hooks/all.json
trust
for i in "${!commands[@]}"; do
	call "t$i" '{}'
	if ((i == ${#commands[@]} - 1)); then
		says 'let through'
	elif [[ $said == *'let through'* ]]; then
		broke "«${commands[i]}»"
	fi
done
rm -rf agent && hook 'exit 0'
trust
shell 'echo let through'
says 'let through'
for text in '{"hooks": [' '{"hooks": [{"id":"g","type":"pre_tool","tools":["bash"],"blocking":true,"command":7}]}'; do
	echo "$text" >agent/hooks/guard.json
	h space trust --yes
	shell 'echo let through'
	[[ $said != *'let through'* ]] || broke "a hook file that cannot be read: $text"
done
((${#broken[@]} == 0)) || broken=("let through: ${broken[*]}")
held
