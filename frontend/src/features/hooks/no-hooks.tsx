import { Code } from "../../components/code";
import { Section } from "../../components/pane";
import { texts } from "../../words/hooks";

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
        <h2 className="text-15 font-semibold">{texts.none.title}</h2>
        <p className="text-muted">
          {texts.none.text}
        </p>
      </div>
      <Section level={3} title={texts.none.declare(`${folder}/safety.json`)}>
        <Code text={EXAMPLE} label={texts.none.exampleFile} />
      </Section>
      <Section level={3} title={texts.none.write}>
        <Code text={SCRIPT} label={texts.none.exampleScript} />
        <p className="text-12 text-muted">{texts.none.codes}</p>
      </Section>
      <Section level={3} title={texts.none.review}>
        <p className="text-muted">
          {texts.none.reviewText}
        </p>
      </Section>
    </div>
  );
}
