#!/bin/bash
# Prevent destructive operations
command=$(echo $TOOL_INPUT | jq -r '.input.command // ""')
# Dangerous patterns
if [[ "$command" =~ rm[[:space:]]+-rf ]]; then
exit 1 # Block
fi
if [[ "$command" =~ git[[:space:]]+push[[:space:]]+--force ]]; then
exit 1 # Block
fi
if [[ "$command" =~ drop[[:space:]]+database ]]; then
exit 1 # Block
fi
exit 0 # Allow
