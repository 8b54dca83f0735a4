import { Code } from "../../components/code";
import { Section } from "../../components/pane";

const EXAMPLE = `---
name: releasing
description: How a release is made here, step by step
triggers: [release, new version]
allowed_tools: ["github__create_*", "github__list_issues"]
variables: {kind: minor}
---
# Releasing

1. Run the tests. All of them pass, or there is no release.
2. Look at the open issues with \`github__list_issues\`. None may be marked "blocker".
3. Raise the {{kind}} number of the version.
`;

/** Says what a skill is and how to get one. */
export function NoSkills() {
  return (
    <div className="flex max-w-180 flex-col gap-6 p-4">
      <div className="flex flex-col gap-1">
        <h2 className="text-15 font-semibold">No skills yet</h2>
        <p className="text-muted">
          A skill is a page that says how something is done here. An agent sees only its name and its description; it reads the whole when it needs it. It can also bring up tools of
          your servers that agents do not see otherwise, for one turn.
        </p>
      </div>
      <Section level={3} title="1. Write it, in agent/skills/releasing.md">
        <Code text={EXAMPLE} label="An example of a skill" />
        <p className="text-12 text-muted">
          A skill with files of its own lies in a folder: <span className="font-mono">skills/NAME/SKILL.md</span>, its other files beside it.
        </p>
      </Section>
      <Section level={3} title="2. Look at it and trust it">
        <p className="text-muted">The space is read again as soon as the file is saved. A skill counts once you trust it as it stands.</p>
      </Section>
      <Section level={3} title="3. Use it">
        <p className="text-muted">
          Say one of its triggers in a chat, or start it with <span className="font-mono">/releasing</span>. Agents also read it by themselves when a task is about it.
        </p>
      </Section>
    </div>
  );
}
