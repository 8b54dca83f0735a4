#!/bin/bash
# scripts/log-tool.sh
# Log all tool executions
timestamp=$(date -Iseconds)
echo "[${timestamp}] Tool: ${TOOL_NAME}, Agent: ${AGENT_ID}" >> /var/log/construct-tools.log
exit 0
