#!/bin/bash
# agent/hooks/rate-limit.sh
# Limit tool invocations per agent per minute
agent_id=$AGENT_ID
tool_name=$TOOL_NAME
key="${agent_id}:${tool_name}"
# Use a simple counter file (in production, use Redis or similar)
counter_file="/tmp/construct-rate-limit-${key}"
count=$(cat "$counter_file" 2>/dev/null || echo 0)
if [ $count -gt 10 ]; then
echo '{"block": true, "message": "Rate limit exceeded for this tool"}'
exit 1
fi
# Increment counter
echo $((count + 1)) > "$counter_file"
# Reset counter every minute (simplified)
(sleep 60; rm "$counter_file") &
exit 0
