#!/bin/bash
# Pre-tool hook that modifies parameters
input=$(cat <<EOF
$TOOL_INPUT
EOF
)
# Modify input
modified=$(echo "$input" | jq '.input.timeout = 30')
# Return modified input
echo "$modified"
exit 0
