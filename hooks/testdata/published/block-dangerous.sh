#!/bin/bash
# scripts/block-dangerous.sh
# Block dangerous bash commands
command=$(echo $TOOL_INPUT | jq -r '.input.command')
if [[ "$command" =~ ^rm.* ]]; then
echo '{"block": true, "message": "Destructive rm command not allowed"}'
exit 1
fi
echo '{"block": false}'
exit 0
