// What the fake has: spaces, their tools, chats, settings.

import type { AppEvent } from "../backend";
import type {
  DoctorView, LocalServerView, ProblemView, ProviderForm, ProviderView, SessionView, SettingsView, SpaceView, ToolDetailView, ToolView,
} from "../wire";
import type { FakeHands } from "./hands";
import type { FakeJournal, RunFixture } from "./journal";
import type { RecordedRehearsal, Recording } from "./recorded";
import type { RecordedUndo } from "./undo";
import { LARGE, longRun, manyTools, WELCOME } from "./many";


/** What is read from src/testing/fixtures; testing/fixtures.ts gathers it. */
export interface Fixtures {
  spaces: SpaceView[];
  sessions: SessionView[];
  problems: Record<string, ProblemView[]>;
  settings: SettingsView;
  servers: LocalServerView[];
  doctor: DoctorView[];
  tools: (Omit<ToolDetailView, "input"> & { input: object })[];
  runs: RunFixture[];
  /** What Go has answered. */
  hands: Recording;
  safeguards: Recording;
  secrets: Recording;
  /** Secrets where there is no keychain. */
  unsafe: Recording;
  skills: Recording;
  programs: Recording;
  calls: Recording;
  rules: Recording;
  mcpServers: Recording;
  web: Recording;
  undo: RecordedUndo;
  rehearsal: Record<"call" | "chat", RecordedRehearsal>;
}

const MANY_TOOLS = 5000;
const MANY_EVENTS = 10_000;

export class FakeWorld {
  readonly own: Fixtures;
  readonly sessions: SessionView[];
  spaces: SpaceView[];
  settings: SettingsView;
  /** Tools of MCP servers, which are not in the list. */
  serverTool: (path: string, qualified: string) => ToolDetailView | undefined = () => undefined;
  private readonly tools = new Map<string, ToolDetailView[]>();
  /** What the person has switched or approved, by space and tool. */
  private readonly decided = new Map<string, Pick<ToolView, "state" | "reason">>();

  constructor(
    fixtures: Fixtures,
    readonly empty: boolean,
    private readonly journal: FakeJournal,
    private readonly tell: (event: AppEvent) => void,
    private readonly hands: FakeHands,
  ) {
    this.own = structuredClone(fixtures);
    this.spaces = empty ? [] : this.own.spaces;
    this.sessions = empty ? [] : this.own.sessions;
    this.settings = this.own.settings;
    if (empty) {
      const providers = this.settings.providers.filter((provider) => provider.type === "guide");
      this.settings = { ...this.settings, defaultModel: "guide/guide", providers };
      return;
    }
    for (const run of this.own.runs) journal.load(run);
    journal.load(longRun(MANY_EVENTS));
  }

  space(path: string): SpaceView {
    const found = this.spaces.find((known) => known.path === path);
    if (!found) throw new Error(`${path} is not on the list of spaces. Open the folder first.`);
    return found;
  }

  setSpace(changed: SpaceView): SpaceView {
    const known = this.spaces.some(({ path }) => path === changed.path);
    this.spaces = known ? this.spaces.map((space) => (space.path === changed.path ? changed : space)) : [...this.spaces, changed];
    this.tools.delete(changed.path);
    this.tell({ kind: "space", changed });
    return changed;
  }

  open(path: string): SpaceView {
    if (!path.startsWith("/home/ada/")) throw new Error(`${path} cannot be opened: no such folder. Check the spelling.`);
    return this.setSpace(this.spaces.find((known) => known.path === path) ?? newSpace(path));
  }

  session(id: string): SessionView {
    const found = this.sessions.find((known) => known.id === id);
    if (!found) throw new Error(`There is no chat ${id}. It may have been removed.`);
    return found;
  }

  changeSession(chat: SessionView, change: Partial<SessionView>): SessionView {
    Object.assign(chat, change);
    this.tell({ kind: "session", chat });
    return chat;
  }

  newSession(path: string, agent: string): SessionView {
    const chat: SessionView = {
      id: this.journal.name("chat"), space: path, title: "", agent: agent || (this.space(path).agents[0]?.id ?? "agent"),
      model: this.settings.defaultModel, updated: new Date().toISOString(), running: "", cut: "", rehearsal: "", over: false, pinned: false, archived: false, missed: false, gone: false,
    };
    this.sessions.unshift(chat);
    return this.changeSession(chat, {});
  }

  toolsOf(path: string): ToolDetailView[] {
    const known = this.tools.get(path);
    if (known) return known;
    const list = this.loadTools(this.space(path)).map((detail) => ({ ...detail, tool: { ...detail.tool, ...this.decided.get(`${path} ${detail.tool.qualified}`) } }));
    this.tools.set(path, list);
    return list;
  }

  findTool(path: string, name: string): ToolDetailView | undefined {
    const tools = this.toolsOf(path);
    return tools.find(({ tool }) => tool.qualified === name) ?? tools.find(({ tool }) => tool.name === name) ?? this.serverTool(path, name);
  }

  tool(path: string, name: string): ToolDetailView {
    const found = this.findTool(path, name);
    if (!found) throw new Error(`There is no tool ${name} in this space. It may have been renamed or deleted.`);
    return found;
  }

  switchTool(path: string, qualified: string, off: boolean): void {
    this.decided.set(`${path} ${qualified}`, off ? { state: "disabled", reason: "You turned it off." } : { state: "ready", reason: "" });
  }

  approve(path: string, names: string[]): void {
    for (const name of names) this.decided.set(`${path} ${name}`, { state: "ready", reason: "" });
  }

  addProvider(form: ProviderForm): ProviderView {
    const reached = form.type === "anthropic" ? form.key !== "" : form.url.startsWith("http://127.0.0.1") || form.url === "http://127.0.0.2:9999/v1";
    const provider: ProviderView = {
      name: form.name, type: form.type, url: form.url, hasKey: form.key !== "", state: reached ? "ready" : "unreachable",
      reason: reached ? "" : `${form.url || "The provider"} did not answer. It is kept: check the address and try again.`,
      better: /^http:..127.0.0.2/.test(form.url) && !form.url.endsWith("/v1") ? `${form.url}/v1` : "", models: reached ? ["model-1", "model-2"] : [],
    };
    const others = this.settings.providers.filter(({ name }) => name !== form.name);
    this.changeSettings({ providers: [...others, provider] });
    return provider;
  }

  changeSettings(change: Partial<SettingsView>): SettingsView {
    this.settings = { ...this.settings, ...change };
    return this.settings;
  }

  private loadTools({ path, trust }: SpaceView): ToolDetailView[] {
    const all = this.own.tools.map((tool) => ({ ...tool, input: JSON.stringify(tool.input) }));
    const builtin = all.filter((detail) => detail.tool.source === "builtin");
    const own = this.hands.tools(path);
    if (path === WELCOME) return [...all, ...own];
    if (path === LARGE) return [...builtin, ...manyTools(MANY_TOOLS - builtin.length)];
    return trust === "untrusted" ? builtin.map((detail) => (detail.tool.sideEffect ? heldByTrust(detail) : detail)) : [...builtin, ...own];
  }
}

function heldByTrust(detail: ToolDetailView): ToolDetailView {
  const reason = "This space is not trusted, so only tools that change nothing work.";
  return { ...detail, tool: { ...detail.tool, state: "blocked", reason } };
}

export function newSpace(path: string): SpaceView {
  return {
    path, name: path.slice(path.lastIndexOf("/") + 1), description: "", icon: "", trust: "none-needed", unavailable: "", mode: "workspace",
    errors: 0, warnings: 0, tour: "", agents: [{ id: "agent", name: "Agent", description: "", model: "" }],
  };
}
