#!/bin/bash
# Prevent exposure of secrets
command=$(echo $TOOL_INPUT | jq -r '.input.command // ""')
# Block if command accesses secrets
if echo "$command" | grep -qE "echo.*\$.*PASSWORD|echo.*\$.*TOKEN|cat.*\.env"; then
exit 1
fi
exit 0
