// Plays the agent: writes a reply piece by piece, calls tools, says what came of it. The prompt's words choose the part.

import type { AppEvent } from "../backend";
import type { ChatHitView, CutView, DecisionForm, DeletionView, EventView, RunView, SessionView, SpaceView, ToolDetailView } from "../wire";
import type { FakeDoor } from "./door";
import type { FakeJournal } from "./journal";
import { answerRichly, answerTooMuch } from "./answers";
import { attaching } from "./attach";
import { bring } from "./contents";
import { takePicture, type FakeSkills } from "./skills";
import type { FakeWorld } from "./world";

export { wordsWith } from "./attach";

export interface Stage {
  journal: FakeJournal;
  door: FakeDoor;
  skills: FakeSkills;
  tell(event: AppEvent): void;
  wait(ms: number): Promise<void>;
  tool(space: string, name: string): ToolDetailView | undefined;
}

export class FakeAgent {
  private readonly stopped = new Set<string>();
  private readonly calls = new Map<string, string>();

  constructor(private readonly on: Stage) {}

  /** Stops a run at its next word, and the call it is in. */
  stop(run: string): void {
    this.stopped.add(run);
    const call = this.calls.get(run);
    if (call) this.on.door.cancel(call);
  }

  async play(run: RunView, space: SpaceView, model: string, text: string): Promise<void> {
    const { skills, aside, notes, started } = this.on.skills.begin(space, text);
    this.on.journal.record(run, "", "prompted", { text, agent: run.agent, model, ...(aside ? { skills, aside } : {}) });
    for (const note of notes) this.on.tell({ kind: "notice", notice: { level: "info", ...note, run: run.id } });
    const prompted = bring(this.on.journal, run, text);
    const line = /^\/([\w-]+)\s*(.*)$/s.exec(text);
    if (line && !started && !prompted) await this.direct(run, space, line[1] ?? "", line[2] ?? "");
    else await this.converse(run, space, text);
    const stopped = this.stopped.has(run.id);
    this.on.journal.end(run, stopped ? "cancelled" : "done");
  }

  private async direct(run: RunView, space: SpaceView, name: string, rest: string): Promise<void> {
    if (!this.on.tool(space.path, name)) {
      const id = this.on.journal.name("call");
      this.on.journal.record(run, id, "called", { tool: name, input: {}, caller: "person" });
      this.on.journal.record(run, id, "returned", { code: "not_found", error: `There is no tool '${name}' in this space. See Tools for what there is.` });
      return;
    }
    await this.call(run, space, name, inputOf(rest), "person");
  }

  private async converse(run: RunView, space: SpaceView, text: string): Promise<void> {
    if (text.includes("offline")) {
      await this.on.wait(600);
      this.on.journal.end(run, "failed", "The model ollama/qwen3 could not be reached: connection refused at 127.0.0.1:11434. Start Ollama, or choose another model.");
      return;
    }
    if (text.includes("everything you know")) return answerRichly(this.on, run);
    if (text.includes("too much of it")) return answerTooMuch(this.on, run);
    if (/screenshot|picture/.test(text)) {
      takePicture(this.on.journal, run);
      await this.say(run, "This is how the guide looks now.");
      return;
    }
    const tool = /deploy|staging/.test(text) ? "deploy" : "run-tests";
    const input = tool === "deploy" ? { branch: "guide" } : { suite: "unit" };
    await this.say(run, tool === "deploy" ? "I will put `guide` on staging. You will be asked first." : "I will run the tests and tell you what they say.");
    if (this.stopped.has(run.id)) return;
    const through = await this.call(run, space, tool, JSON.stringify(input), "agent");
    if (this.stopped.has(run.id)) return;
    await this.say(run, through ? SUMMARY : "That did not go through, so I leave it as it is. Tell me how to go on.");
  }

  private async call(run: RunView, space: SpaceView, name: string, input: string, caller: string): Promise<boolean> {
    const detail = this.on.tool(space.path, name);
    if (!detail) return false;
    const id = this.on.journal.name("call");
    this.calls.set(run.id, id);
    const through = await this.on.door.call(run, { space: space.path, tool: detail.tool.qualified, input }, caller, id);
    this.calls.delete(run.id);
    return through;
  }

  private async say(run: RunView, text: string): Promise<void> {
    await this.on.wait(400);
    let said = "";
    for (const piece of text.match(/\S+\s*/g) ?? []) {
      if (this.stopped.has(run.id)) break;
      said += piece;
      this.on.tell({ kind: "delta", delta: { session: run.session, run: run.id, text: piece, thinking: false } });
      await this.on.wait(30);
    }
    this.on.journal.record(run, "", "replied", { text: said, input_tokens: 1200, output_tokens: said.length >> 2 });
  }
}

/** Answers that were cut, and branches: a cut one has a call of which nobody knows, and goes on with one sentence. */
export function cutting(journal: FakeJournal, world: FakeWorld) {
  return {
    cutChats: () => world.sessions.filter(({ cut }) => cut !== ""),
    cut: (run: string): CutView => ({
      run, agent: "Guide", changed: false, model: "", problem: "",
      lost: [{ call: `${run}-lost`, agent: "", tool: "deploy", title: "Deploy to Staging", detail: "bash deploy.sh guide", began: "2026-11-20T12:00:00Z", changed: -1, late: false, printed: "copying 3 of 7\n", repeatable: true, differs: "" }],
    }),
    resume: (id: string, model: string, decisions: DecisionForm[]): RunView => {
      const chat = world.sessions.find(({ cut }) => cut === id);
      if (!chat) throw new Error(`The run ${id} was not cut.`);
      if (decisions.length === 0) throw new Error("Nobody knows how far some calls came, and you have not said what becomes of them.");
      const run = journal.find(id);
      world.changeSession(chat, { cut: "", model });
      journal.record(run, "", "resumed", { by: "the person, in the window", calls: decisions });
      journal.record(run, "", "replied", { text: "I went on where I was cut.", turn: 9 });
      journal.end(run, "done");
      return run;
    },
    branch: (id: string, turn: number): SessionView => {
      const run = journal.find(id);
      const chat = world.newSession(run.space, run.agent);
      const { events } = journal.ofSession(run.session, 0, 10_000);
      const end = events.findIndex((event) => event.run === id && (turn === 0 || (event.kind === "replied" && turnOf(event) > turn)));
      journal.before.set(chat.id, end < 0 ? events : events.slice(0, end));
      return chat;
    },
  };
}

/** What the person says of chats, searching them, and what is attached to their messages. */
export function marking(journal: FakeJournal, world: FakeWorld) {
  const first = new Map<string, string>();
  const of = (id: string) => world.session(id);
  return {
    ...attaching(world),
    renameChat: (id: string, name: string) => {
      const chat = of(id);
      if (!first.has(id)) first.set(id, chat.title);
      return world.changeSession(chat, { title: name || (first.get(id) ?? "") });
    },
    pinChat: (id: string, pinned: boolean) => world.changeSession(of(id), { pinned }),
    seeChat: (id: string) => world.changeSession(of(id), { missed: false }),
    archiveChat: (id: string, archived: boolean) => world.changeSession(of(id), { archived }),
    chatDeletion: (id: string): DeletionView => {
      const { events } = journal.ofSession(id, 0, 10_000);
      const many = (kind: string) => events.filter((event) => event.kind === kind).length;
      return { messages: many("prompted"), pictures: 2, copies: 1, rehearsed: of(id).rehearsal !== "", calls: many("called"), branches: 0, running: of(id).running };
    },
    deleteChat: (id: string) => {
      const chat = of(id);
      world.sessions.splice(world.sessions.indexOf(chat), 1);
      world.changeSession(chat, { gone: true, title: "", running: "" });
    },
    opened: () => undefined,
    lastPage: () => "",
    setLastPage: () => undefined,
    links: () => [],
    closing: () => ({ chats: world.sessions.filter(({ running }) => running).length, calls: 0, questions: 0 }),
    closeWindow: () => undefined,
    unsent: () => [],
    keepUnsent: () => undefined,
    searchChats: (space: string, words: string, limit: number): ChatHitView[] =>
      world.sessions
        .filter((chat) => space === "" || chat.space === space)
        .flatMap((chat) => journal.ofSession(chat.id, 0, 10_000).events.flatMap((event) => hitOf(chat, event, words)))
        .sort((a, b) => b.time.localeCompare(a.time))
        .slice(0, limit),
  };
}

function hitOf(chat: SessionView, event: EventView, words: string): ChatHitView[] {
  if (event.kind !== "prompted" && event.kind !== "replied") return [];
  const { text = "" } = JSON.parse(event.data) as { text?: string };
  const at = words.trim() === "" ? -1 : text.toLowerCase().indexOf(words.trim().toLowerCase());
  if (at < 0) return [];
  const end = at + words.trim().length;
  return [{ session: chat.id, space: chat.space, title: chat.title, agent: chat.agent, run: event.run, seq: event.seq, time: event.time, byAgent: event.kind === "replied", before: text.slice(Math.max(0, at - 60), at), match: text.slice(at, end), after: text.slice(end, end + 120) }];
}

function turnOf(event: EventView): number {
  return (JSON.parse(event.data) as { turn?: number }).turn ?? 0;
}

/** "a=1 b=two" or a JSON object. */
function inputOf(rest: string): string {
  if (rest.trimStart().startsWith("{")) return rest;
  const pairs = [...rest.matchAll(/([\w-]+)=("[^"]*"|\S+)/g)].map(([, key = "", value = ""]) => [key, value.replace(/^"|"$/g, "")]);
  return JSON.stringify(Object.fromEntries(pairs));
}

const SUMMARY = `All of it went well.

- **4 of 4** parts were built
- nothing was left behind

\`\`\`sh
bash test.sh unit
\`\`\`
`;
