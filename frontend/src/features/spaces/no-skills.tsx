import { Code } from "../../components/code";
import { Section } from "../../components/pane";
import { Phrase } from "../../components/phrase";
import { texts } from "../../words/spaces";

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
        <h2 className="text-15 font-semibold">{texts.none.title}</h2>
        <p className="text-muted">
          {texts.none.text}
        </p>
      </div>
      <Section level={3} title={texts.none.write}>
        <Code text={EXAMPLE} label={texts.none.example} />
        <p className="text-12 text-muted">
          <Phrase of={texts.none.folder} with={{ file: <span className="font-mono">{texts.none.folderFile}</span> }} />
        </p>
      </Section>
      <Section level={3} title={texts.none.trust}>
        <p className="text-muted">{texts.none.trustText}</p>
      </Section>
      <Section level={3} title={texts.none.use}>
        <p className="text-muted">
          <Phrase of={texts.none.useText} with={{ command: <span className="font-mono">{texts.none.useCommand}</span> }} />
        </p>
      </Section>
    </div>
  );
}
