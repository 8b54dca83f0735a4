// The fake's servers have something to read, and prompts; a message brings them along.

import type { EventData, EventKind } from "../events";
import type { ContentView, RunView } from "../wire";
import type { FakeJournal } from "./journal";

export const CONTENTS: ContentView[] = [
  {
    server: "notes",
    resources: [
      { words: "@notes:note://meeting/2026-03-02", title: "Meeting of 2 March", description: "What was decided about the guide" },
      { words: "@notes:note://style", title: "House style", description: "" },
      { words: "@notes:note://ideas", title: "Ideas", description: "A list that grows" },
    ],
    prompts: [
      { line: "/notes__sum_up", title: "Sum up", description: "Sums up notes about a topic", arguments: [{ name: "length", description: "In sentences", required: false }, { name: "topic", description: "What they are about", required: true }] },
    ],
  },
  { server: "github", resources: [{ words: "@github:repo://ada/welcome/README.md", title: "README.md", description: "Of ada/welcome" }], prompts: [] },
];

/** Plays the calls by which a message's resources, or the prompt that it starts with, are read. */
export function bring(journal: FakeJournal, run: RunView, text: string): boolean {
  const prompt = CONTENTS.flatMap(({ prompts }) => prompts).find(({ line }) => text.split(/\s/)[0] === line);
  const resources = CONTENTS.flatMap((of) => of.resources).filter(({ words }) => text.split(/\s+/).includes(words));
  if (prompt) read(journal, run, "notes__get_prompt", { name: "sum_up", arguments: { topic: "the guide" } }, "Get the prompt sum_up (notes)", "[user]\nSum up what the notes say about the guide.");
  for (const { words, title } of prompt ? [] : resources) {
    const [, server = "", uri = ""] = /^@([\w-]+):(.*)$/.exec(words) ?? [];
    read(journal, run, `${server}__read_resource`, { uri }, `Read ${uri} (${server})`, `# ${title}\n\nThe guide gets a page of its own.`);
  }
  return prompt !== undefined;
}

function read(journal: FakeJournal, run: RunView, tool: string, input: object, title: string, content: string): void {
  const id = journal.name("call");
  const record = <K extends EventKind>(kind: K, data: Partial<EventData[K]>) => journal.record(run, id, kind, data);
  const meta = { duration_ms: 41 };
  record("called", { tool, input, caller: "person" });
  record("allowed", { by: "mode workspace", reason: "it stays in this space" });
  record("started", { tool, title, detail: "", effects: ["run notes"] });
  record("finished", { content, meta });
  record("returned", { same: true, meta });
}
