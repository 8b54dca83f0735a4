#!/bin/bash
# agent/hooks/audit-log.sh
# Log all tool executions for compliance
timestamp=$(date -Iseconds)
tool_name=$TOOL_NAME
agent_id=$AGENT_ID
user_id=$USER_ID
# Write to audit log
cat >> /var/log/construct-audit.jsonl <<EOF
{
"timestamp": "$timestamp",
"tool": "$tool_name",
"agent": "$agent_id",
"user": "$user_id",
"session": "$SESSION_ID",
"input": $(echo $TOOL_INPUT | jq -c .)
}
EOF
exit 0
