// Several calls that wait at once, in several spaces, and some that did until a moment ago.

import type { QuestionView } from "../wire";
import type { FakeDoor } from "./door";
import type { FakeJournal } from "./journal";
import { LARGE, NOTES, WELCOME } from "./many";
import type { FakeWorld } from "./world";

interface Crowd {
  journal: FakeJournal;
  world: FakeWorld;
  door: FakeDoor;
}

interface Member {
  space: string;
  session: string;
  agent: string;
  tool: string;
  input: object;
  /** What is not as the fake would make it. */
  as: Partial<QuestionView>;
}

/** By then the page listens. */
const LISTENING_MS = 50;

const DIFFERENCE = `--- /home/ada/.bashrc
+++ /home/ada/.bashrc
@@ -11,5 +11,6 @@
 alias ll='ls -l'
-export EDITOR=nano
+export EDITOR=vim
+export PATH="$HOME/.local/bin:$PATH"
 # end
`;

const SCRIPT = [
  "set -eu", ...Array.from({ length: 30 }, (_, i) => `convert img/${i + 1}.png -resize 800x img/small-${i + 1}.png`), "echo done \u202E# enod si lla",
].join("\n");

const MEMBERS: Member[] = [
  {
    space: WELCOME, session: "chat-release", agent: "guide", tool: "bash", input: { command: "npm publish --tag next" },
    as: { why: "a rule says to ask", by: "rule bash(npm publish*) in settings", file: "settings.json:18" },
  },
  {
    space: WELCOME, session: "chat-release", agent: "guide", tool: "bash", input: { command: "npm publish --dry-run" },
    as: { why: "a rule says to ask", by: "rule bash(npm publish*) in settings", file: "settings.json:18" },
  },
  {
    space: NOTES, session: "chat-notes", agent: "agent", tool: "edit", input: { path: "/home/ada/.bashrc", old_string: "nano", new_string: "vim" },
    as: {
      title: "Edit /home/ada/.bashrc", detail: DIFFERENCE, folder: "", effects: [{ kind: "write", target: "/home/ada/.bashrc" }],
      why: "it touches /home/ada/.bashrc, outside this space", by: "mode workspace", offers: [{ id: "act-15", label: "Always allow exactly this, in this space for 15 minutes" }],
    },
  },
  { space: LARGE, session: "chat-large", agent: "agent", tool: "bash", input: { command: SCRIPT }, as: { why: "this space asks before every change", by: "mode ask" } },
];

const GONE: [string, QuestionView["state"], "allowed" | "declined" | "expired", string][] = [
  ["Fetch https://docs.example.com/start", "withdrawn", "allowed", "your grant: Always allow web_fetch of docs.example.com, in this space"],
  ["Write notes/plan.md", "withdrawn", "declined", "the person, in the dialog"],
  ["Run a shell command", "expired", "expired", "the person, in the window"],
];

export function gather({ journal, world, door }: Crowd): void {
  const questions = MEMBERS.map((member, i) => {
    const space = world.space(member.space);
    const run = journal.start({ space: space.path, session: member.session, origin: "chat", agent: member.agent, model: "", title: "Several at once" });
    const question = door.questionOf(run, space, world.tool(space.path, member.tool), JSON.stringify(member.input), journal.name("call"), "agent");
    return { ...question, ...member.as, asked: `2026-11-20T12:0${i + 1}:00Z` };
  });
  for (const question of questions) {
    const run = journal.find(question.run);
    void door.open(question).then(({ run: yes, by, reason }) => {
      journal.record(run, question.call, yes ? "allowed" : "declined", { by, reason });
      journal.end(run, "done");
    });
  }
  const [first] = questions;
  if (!first) return;
  setTimeout(() => {
    GONE.forEach(([title, state, end, by], i) => {
      const call = `gone-${i}`;
      void door.open({ ...first, id: call, call, title });
      door.close(call, { run: end === "allowed", reason: "", by }, state);
      journal.record(journal.find(first.run), call, end, { by });
    });
  }, LISTENING_MS);
}
