# An author's hook hands words of the call to programs that read them again: a filter, options that come from a file, a
# shell that a wrapper opens. An agent's input then runs in the room of the hook.
needs walls
mkdir -p agent/hooks
echo '#!/bin/sh' >note.sh
log=/var/log/ran
commands=(
	"printf '%s\\n' {{input.command}} | sh"
	"printf '%s\\n' {{input.command}} | split --filter=sh"
	"printf '%s\\n' {{input.command}} | setarch $(uname -m)"
	"printf '%s\\n' {{input.command}} >/tmp/opts.txt; find /tmp -maxdepth 0 \$(cat /tmp/opts.txt)"
	"printf '%s\\n' {{input.command}} >/tmp/opts.txt && tar cf /tmp/o.tar \$(cat /tmp/opts.txt) /tmp/opts.txt"
	"install -s --strip-program={{input.command}} note.sh /tmp/out"
	"diff3 --diff-program={{input.command}} note.sh note.sh note.sh"
	"ssh-agent {{input.command}} note.sh"
	"perl -ne print {{input.command}}"
	"npm exec <<< {{input.command}}"
)
values=("touch $log" "touch $log" "touch $log" "-exec touch $log ;" "--checkpoint=1 --checkpoint-action=exec=touch\${IFS}$log" ./touches ./touches ./touches "touch $log |" "touch $log")
commands[8]="$(basename "$(ls /usr/bin/perl5*-*-* 2>/dev/null | head -n 1)" 2>/dev/null) -ne print {{input.command}}"
printf '#!/bin/sh\ntouch %s\n' "$log" >touches && chmod +x touches
# A control: a hook writes its own folder.
for i in control "${!commands[@]}"; do
	command="touch $log" value='true'
	[ "$i" = control ] || command=${commands[i]} value=${values[i]}
	jq -n --arg c "$command" '{hooks: [{id: "watch", type: "pre_tool", tools: ["bash"], command: $c, blocking: false}]}' >agent/hooks/watch.json
	find "$DATA" -path '*ran' -name ran -delete 2>/dev/null || true
	trust
	h check
	shell "$value"
	ran=$(find "$DATA" -name ran -print -quit 2>/dev/null)
	if [ "$i" = control ]; then
		[ -n "$ran" ] || dead "a hook does not write its own folder: $err $said"
	else
		[ -z "$ran" ] || broke "«$command» ran a value"
	fi
done
# The same where the person's hook has no walls: it is the person then who runs it.
jq -n '{hooks: [{id: "watch", type: "pre_tool", tools: ["bash"], command: "printf \"%s\\n\" {{input.command}} | split --filter=sh", walls: "off"}]}' >agent/hooks/watch.json
trust
shell "touch '$PROOF'"
none "$PROOF" "by a hook without walls an agent's input ran outside"
held
