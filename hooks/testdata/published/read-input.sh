#!/bin/bash
# Hook command receives tool invocation
# Parse the tool input
tool_name=$(echo $TOOL_INPUT | jq -r '.tool')
tool_args=$(echo $TOOL_INPUT | jq -r '.input')
# Validate or process
if [[ "$tool_name" == "bash" ]]; then
command=$(echo $tool_args | jq -r '.command')
# Check if command is safe
fi
