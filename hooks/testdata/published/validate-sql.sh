#!/bin/bash
# Validate SQL queries
query=$(echo $TOOL_INPUT | jq -r '.input.query // ""')
# Check for dangerous patterns
if [[ "$query" =~ DROP[[:space:]]+TABLE ]]; then
exit 1
fi
if [[ "$query" =~ DELETE[[:space:]]+FROM.*WHERE ]]; then
# Allow but require explicit WHERE clause
if [[ "$query" =~ WHERE[[:space:]]+ ]]; then
exit 0
else
exit 1
fi
fi
exit 0
