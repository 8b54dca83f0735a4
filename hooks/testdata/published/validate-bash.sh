#!/bin/bash
# agent/hooks/validate-bash.sh
# Validate bash command parameters
command=$(echo $TOOL_INPUT | jq -r '.input.command // ""')
# Only allow whitelisted commands
if [[ ! "$command" =~ ^(ls|pwd|cat|grep|find|echo|date).*$ ]]; then
echo '{"block": true, "message": "Command not in whitelist"}'
exit 1
fi
exit 0
