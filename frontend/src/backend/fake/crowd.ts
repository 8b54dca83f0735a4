// Several calls that wait at once, in several spaces, and some that did until a moment ago.

import type { Decided } from "../decider";
import type { QuestionView } from "../wire";
import type { FakeDoor } from "./door";
import type { FakeJournal } from "./journal";
import { LARGE, NOTES } from "./many";
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
}

/** By then the page listens. */
const LISTENING_MS = 50;

const SCRIPT = ["set -eu", ...Array<string>(30).fill("convert img/1.png -resize 800x img/small-1.png"), "echo done \u202E# enod si lla"].join("\n");

const MEMBERS: Member[] = [
  { space: LARGE, session: "chat-release", agent: "guide", tool: "bash", input: { command: "git fetch origin" } },
  { space: LARGE, session: "chat-release", agent: "guide", tool: "bash", input: { command: "git fetch --all" } },
  { space: NOTES, session: "chat-notes", agent: "agent", tool: "write", input: { path: "editor.sh", content: "export EDITOR=vim\n" } },
  { space: LARGE, session: "chat-large", agent: "agent", tool: "bash", input: { command: SCRIPT } },
];

const GRANT = "Always allow web_fetch of docs.example.com, in this space";

const GONE: [string, QuestionView["state"], "allowed" | "declined" | "expired", Decided][] = [
  ["Fetch https://docs.example.com/start", "withdrawn", "allowed", { by: `your grant: ${GRANT}`, decider: { kind: "grant", name: GRANT } }],
  ["Write notes/plan.md", "withdrawn", "declined", { by: "the person, in the dialog", decider: { kind: "person", name: "dialog" } }],
  ["Run a shell command", "expired", "expired", { by: "nobody", decider: { kind: "nobody", name: "" } }],
];

export function gather({ journal, world, door }: Crowd): void {
  const questions = MEMBERS.map((member, i) => {
    const space = world.space(member.space);
    const run = journal.start({ space: space.path, session: member.session, origin: "chat", agent: member.agent, model: "", title: "Several at once" });
    const question = door.questionOf(run, { space: space.path, tool: member.tool, input: JSON.stringify(member.input) }, journal.name("call"), "agent");
    return { ...question, asked: `2026-11-20T12:0${i + 1}:00Z` };
  });
  for (const question of questions) {
    const run = journal.find(question.run);
    void door.open(question).then(({ run: yes, decided, reason }) => {
      journal.record(run, question.call, yes ? "allowed" : "declined", { ...decided, reason });
      journal.end(run, "done");
    });
  }
  const [first] = questions;
  if (!first) return;
  setTimeout(() => {
    GONE.forEach(([title, state, end, decided], i) => {
      const call = `gone-${i}`;
      void door.open({ ...first, id: call, call, title });
      door.close(call, { run: end === "allowed", reason: "", decided }, state);
      journal.record(journal.find(first.run), call, end, decided);
    });
  }, LISTENING_MS);
}
