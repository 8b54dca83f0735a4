import { Code } from "../../components/code";
import { Section } from "../../components/pane";

/** The example that a space without hooks is shown. */
const EXAMPLE = `{
  "hooks": [
    {
      "id": "validate-sql",
      "type": "pre_tool",
      "tools": ["bash"],
      "command": "bash scripts/validate-sql.sh",
      "blocking": true
    },
    {
      "id": "log-execution",
      "type": "post_tool",
      "tools": ["bash", "write", "edit"],
      "command": "bash scripts/log-tool.sh",
      "blocking": false
    },
    {
      "id": "block-rm",
      "type": "pre_tool",
      "tools": ["bash"],
      "command": "bash scripts/block-dangerous.sh",
      "blocking": true
    }
  ]
}
`;

const SCRIPT = `#!/bin/bash
# scripts/block-dangerous.sh
# Block dangerous bash commands
command=$(echo "$TOOL_INPUT" | jq -r '.input.command')
if [[ "$command" =~ ^rm.* ]]; then
  echo '{"block": true, "message": "Destructive rm command not allowed"}'
  exit 1
fi
echo '{"block": false}'
exit 0
`;

/** Says what hooks are and how to get one. */
export function NoHooks({ folder }: { folder: string }) {
  return (
    <div className="flex max-w-180 flex-col gap-6 p-4">
      <div className="flex flex-col gap-1">
        <h2 className="text-15 font-semibold">No hooks yet</h2>
        <p className="text-muted">
          A hook is a script of your own that sees every call of the tools it is for. Before a call it can refuse it or change its input; afterwards it can log it, filter what the
          agent is given, or tell somebody. Broken guards block: nothing passes because a hook was missing.
        </p>
      </div>
      <Section level={3} title={`1. Declare them in ${folder}/safety.json`}>
        <Code text={EXAMPLE} label="An example of a hooks file" />
      </Section>
      <Section level={3} title="2. Write the scripts they name, such as scripts/block-dangerous.sh">
        <Code text={SCRIPT} label="An example of a hook's script" />
        <p className="text-12 text-muted">Exit code 0 lets the call go on, 1 blocks it, and anything else blocks it and stops the run.</p>
      </Section>
      <Section level={3} title="3. Look at them here">
        <p className="text-muted">
          The space is read again as soon as the file is saved. Then each hook can be tried here against a call, without running the tool.
        </p>
      </Section>
    </div>
  );
}
