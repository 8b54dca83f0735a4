// A backend without Go: it plays the journal from fixtures that the Go tests share, so that the page runs in
// a plain browser. Options make it empty, slow or broken, to look at those states.

import type { AppEvent, Backend } from "./backend";
import { FakeAgent } from "./fake/chat";
import { FakeDoor } from "./fake/door";
import { FakeJournal, type RunFixture } from "./fake/journal";
import { LARGE, longRun, manyTools } from "./fake/many";
import type {
  DoctorView, InventoryView, LocalServerView, ProblemView, ProviderView, QuestionView, SessionView, SettingsView, SpaceView, ToolDetailView,
} from "./views";

export interface FakeOptions {
  /** 1 = as slow as life, 0 = at once. */
  pace?: number;
  /** Nothing yet: no spaces, no model. */
  empty?: boolean;
  /** Functions that fail, by name. */
  fail?: string[];
  /** Functions that never answer, by name. */
  hang?: string[];
}

/** What is read from src/testing/fixtures; fixtures.ts gathers it. */
export interface Fixtures {
  spaces: SpaceView[];
  sessions: SessionView[];
  problems: Record<string, ProblemView[]>;
  inventory: Record<string, InventoryView>;
  settings: SettingsView;
  servers: LocalServerView[];
  doctor: DoctorView[];
  tools: (Omit<ToolDetailView, "input"> & { input: object })[];
  runs: RunFixture[];
}

const WELCOME = "/home/ada/welcome";
const MANY_TOOLS = 5000;
const MANY_EVENTS = 10_000;

export function fakeBackend(fixtures: Fixtures, options: FakeOptions = {}): Backend {
  const { pace = 1, empty = false } = options;
  const own = structuredClone(fixtures);
  const listeners = new Set<(event: AppEvent) => void>();
  const tell = (event: AppEvent) => listeners.forEach((hear) => hear(structuredClone(event)));
  const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms * pace));

  const journal = new FakeJournal(tell);
  const door = new FakeDoor(journal, tell, wait);
  const tools = new Map<string, ToolDetailView[]>();
  const welcomeTools = own.tools.map((tool) => ({ ...tool, input: JSON.stringify(tool.input) }));
  const tool = (space: string, name: string) => toolsOf(space).find((known) => known.tool.qualified === name || known.tool.name === name);
  const agent = new FakeAgent({ journal, door, tell, wait, tool });

  let spaces = empty ? [] : own.spaces;
  let settings: SettingsView = own.settings;
  const sessions = empty ? [] : own.sessions;
  if (empty) {
    settings = { ...settings, defaultModel: "guide/guide", providers: settings.providers.filter((p) => p.type === "guide") };
  } else {
    for (const run of own.runs) journal.load(run);
    waitingFromTheStart();
  }

  function toolsOf(path: string): ToolDetailView[] {
    const known = tools.get(path);
    if (known) return known;
    const { trust } = space(path);
    const builtin = welcomeTools.filter((detail) => detail.tool.source === "builtin");
    let list = builtin;
    if (path === WELCOME) list = welcomeTools;
    if (path === LARGE) {
      list = [...builtin, ...manyTools(MANY_TOOLS - builtin.length)];
      journal.load(longRun(MANY_EVENTS));
    }
    if (trust === "untrusted") list = list.map((detail) => (detail.tool.sideEffect ? heldByTrust(detail) : detail));
    tools.set(path, list);
    return list;
  }

  function space(path: string): SpaceView {
    const found = spaces.find((known) => known.path === path);
    if (!found) throw new Error(`${path} is not on the list of spaces. Open the folder first.`);
    return found;
  }

  function session(id: string): SessionView {
    const found = sessions.find((known) => known.id === id);
    if (!found) throw new Error(`There is no chat ${id}. It may have been removed.`);
    return found;
  }

  function setSpace(changed: SpaceView): SpaceView {
    spaces = spaces.some((known) => known.path === changed.path)
      ? spaces.map((known) => (known.path === changed.path ? changed : known))
      : [...spaces, changed];
    tools.delete(changed.path);
    tell({ kind: "space", changed });
    return changed;
  }

  /** The fixture run-05 stands still where a person is asked and another call prints. */
  function waitingFromTheStart(): void {
    const run = journal.runs.find((known) => known.id === "run-05");
    const detail = tool(WELCOME, "deploy");
    if (!run || !detail) return;
    const preview = door.preview(space(WELCOME), detail, '{"branch":"guide"}');
    const question: QuestionView = {
      id: "question-05", run: run.id, call: "run-05-c3", session: run.session, space: WELCOME, spaceName: "Welcome", agent: "Guide", tool: "deploy",
      title: preview.title, detail: preview.detail, folder: preview.folder, effects: preview.effects, why: preview.why, digest: preview.digest,
      asked: "2026-11-20T12:00:01Z", expires: "", state: "waiting",
    };
    void door.open(question).then(async (answer) => {
      if (!answer.run) {
        journal.record(run, question.call, "declined", { by: "the person", reason: answer.reason, code: "declined" });
        journal.record(run, question.call, "returned", { code: "declined", error: `The person said no${answer.reason ? `: ${answer.reason}` : "."}` });
        return;
      }
      journal.record(run, question.call, "allowed", { by: "the person" });
      journal.record(run, question.call, "started", { tool: "deploy", title: preview.title, detail: preview.detail, folder: preview.folder });
      await wait(600);
      journal.record(run, question.call, "finished", { content: "guide is on staging\n", meta: { exit_code: 0, duration_ms: 600 } });
    });
  }

  const functions: Omit<Backend, "listen"> = {
    about: async () => ({ version: "0.1.0", commit: "0123abc", os: "linux/amd64", configDir: "/home/ada/.config/handrail", dataDir: "/home/ada/.local/share/handrail" }),
    doctor: async () => own.doctor,
    copy: async (text) => void (await navigator.clipboard?.writeText(text)),
    openURL: async (url) => void window.open(url, "_blank", "noopener"),
    spaces: async () => spaces,
    pickSpace: async () => [setSpace(newSpace("/home/ada/picked"))],
    openSpace: async (path) => {
      if (!path.startsWith("/home/ada/")) throw new Error(`${path} cannot be opened: no such folder. Check the spelling.`);
      return setSpace(spaces.find((known) => known.path === path) ?? newSpace(path));
    },
    removeSpace: async (path) => void (spaces = spaces.filter((known) => known.path !== path)),
    problems: async (path) => own.problems[path] ?? [],
    inventory: async (path) => own.inventory[path] ?? { space: path, digest: "", items: [], notes: [] },
    trustSpace: async (path) => setSpace({ ...space(path), trust: "trusted" }),

    sessions: async (path) => sessions.filter((known) => known.space === path),
    newSession: async (path, id) => {
      const chat: SessionView = {
        id: journal.name("chat"), space: path, title: "", agent: id || (space(path).agents[0]?.id ?? "agent"), model: settings.defaultModel,
        updated: new Date().toISOString(), running: "",
      };
      sessions.unshift(chat);
      tell({ kind: "session", chat });
      return chat;
    },
    setModel: async (id, model) => {
      const chat = Object.assign(session(id), { model });
      tell({ kind: "session", chat });
      return chat;
    },
    sessionEvents: async (id, after, limit) => journal.ofSession(id, after, limit),
    send: async (id, text) => {
      const chat = session(id);
      if (chat.running) throw new Error("The agent is still at work in this chat. Wait for it, or cancel it first.");
      const run = journal.start(chat.space, id, chat.agent, text.split("\n")[0] ?? "");
      Object.assign(chat, { running: run.id, title: chat.title || run.title.slice(0, 60), updated: run.started });
      tell({ kind: "session", chat });
      void agent.play(run, space(chat.space), chat.model, text).then(() => {
        chat.running = "";
        tell({ kind: "session", chat });
      });
      return run;
    },
    cancelRun: async (id) => {
      const run = journal.find(id);
      agent.stop(id);
      const chat = sessions.find((known) => known.running === id);
      if (!id.startsWith("live-") && chat) {
        journal.end(run, "stopped", "You cancelled it.");
        door.cancel("run-05-c3");
        chat.running = "";
        tell({ kind: "session", chat });
      }
    },

    questions: async () => door.questions,
    questionShown: async (id) => {
      const question = door.questions.find((known) => known.id === id);
      if (!question) throw new Error("This question is closed.");
      if (!question.expires) question.expires = new Date(Date.now() + 600_000).toISOString();
      tell({ kind: "question", question });
      return question;
    },
    answer: async (id, run, reason) => door.answer(id, { run, reason }),

    tools: async (path) => toolsOf(path).map((detail) => detail.tool),
    tool: async (path, name) => {
      const found = tool(path, name);
      if (!found) throw new Error(`There is no tool ${name} in this space. It may have been renamed or deleted.`);
      return found;
    },
    preview: async (path, name, input) => {
      const found = tool(path, name);
      if (!found) throw new Error(`There is no tool ${name} in this space.`);
      return door.preview(space(path), found, input);
    },
    tryTool: async (path, name, input) => {
      const found = tool(path, name);
      if (!found) throw new Error(`There is no tool ${name} in this space.`);
      const run = journal.start(path, "", "", found.tool.name);
      const call = journal.name("call");
      void door.call(run, space(path), found, input, "person", call).then((through) => journal.end(run, through ? "done" : "failed"));
      return { run: run.id, call };
    },
    cancelCall: async (call) => door.cancel(call),

    runs: async (path, cursor, limit) => {
      toolsOf(path);
      const all = journal.runs.filter((run) => run.space === path).sort((a, b) => b.started.localeCompare(a.started));
      const from = cursor ? Number(cursor) : 0;
      return { runs: all.slice(from, from + limit), next: from + limit < all.length ? String(from + limit) : "" };
    },
    run: async (id) => journal.find(id),
    runEvents: async (id, after, limit) => journal.ofRun(id, after, limit),
    exportRun: async (id, format) => `/home/ada/Documents/${id}.${format}`,

    settings: async () => settings,
    setTheme: async (theme) => (settings = { ...settings, theme }),
    setDefaultModel: async (defaultModel) => (settings = { ...settings, defaultModel }),
    localServers: async () => (empty ? [] : own.servers),
    addProvider: async (form) => {
      const reached = form.type === "anthropic" ? form.key !== "" : form.url.startsWith("http://127.0.0.1");
      const provider: ProviderView = {
        name: form.name, type: form.type, url: form.url, hasKey: form.key !== "", state: reached ? "ready" : "unreachable",
        reason: reached ? "" : `${form.url || "The provider"} did not answer. It is kept: check the address and try again.`,
        models: reached ? ["model-1", "model-2"] : [],
      };
      settings = { ...settings, providers: [...settings.providers.filter((known) => known.name !== form.name), provider] };
      return provider;
    },
    removeProvider: async (name) => (settings = { ...settings, providers: settings.providers.filter((known) => known.name !== name) }),
  };

  return { listen, ...slowOrBroken(functions, options, () => wait(20)) };

  function listen(hear: (event: AppEvent) => void): () => void {
    listeners.add(hear);
    return () => listeners.delete(hear);
  }
}

function heldByTrust(detail: ToolDetailView): ToolDetailView {
  return { ...detail, tool: { ...detail.tool, state: "blocked", reason: "This space is not trusted, so only tools that change nothing work." } };
}

function newSpace(path: string): SpaceView {
  return {
    path, name: path.slice(path.lastIndexOf("/") + 1), description: "", icon: "", trust: "none-needed", unavailable: "", mode: "workspace",
    errors: 0, warnings: 0, agents: [{ id: "agent", name: "Agent", description: "", model: "" }],
  };
}

/** Answers with copies, after a moment, as another process would; or fails, or hangs, as the options say. */
function slowOrBroken<T extends object>(functions: T, { fail = [], hang = [] }: FakeOptions, moment: () => Promise<void>): T {
  const wrap = (name: string, call: (...args: unknown[]) => Promise<unknown>) => async (...args: unknown[]) => {
    if (hang.includes(name)) return new Promise(() => {});
    await moment();
    if (fail.includes(name)) throw new Error("The journal is locked by another program. Close it and try again.");
    return structuredClone(await call(...args));
  };
  return Object.fromEntries(Object.entries(functions).map(([name, call]) => [name, wrap(name, call)])) as T;
}
