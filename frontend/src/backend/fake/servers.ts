// The servers of the fake's spaces: what Go has answered about each is played, and the lists are made of that.

import type { Asked, ServerDetailView, ServersView, ToolDetailView } from "../wire";
import { LARGE, WELCOME } from "./many";
import type { RecordedSpaces } from "./recorded";
import { manyServers } from "./servers-data";

const STARTS_MS = 900;

export class FakeServers {
  private readonly many: ServerDetailView[];
  private readonly starting = new Set<string>();

  constructor(
    private readonly recorded: RecordedSpaces,
    private readonly empty: boolean,
    private readonly wait: (ms: number) => Promise<void>,
    private readonly changed: (space: string) => void,
  ) {
    this.many = empty ? [] : manyServers(recorded);
  }

  list(space: string): ServersView {
    return { servers: this.all(space).map(({ server }) => server), plainKeys: 0 };
  }

  find(space: string, name: string): ServerDetailView {
    return this.all(space).find(({ server }) => server.name === name) ?? this.recorded.playAbout("nobody", "server", WELCOME, "nobody");
  }

  /** Does something about one server, and lists them. */
  act<Method extends keyof Asked>(method: Method, name: string, ...args: Parameters<Asked[Method]>): ServersView {
    this.recorded.playAbout(name, method, ...args);
    const [space] = args;
    return this.list(typeof space === "string" ? space : "");
  }

  /** A server that starts, or does not, in a moment. */
  start(space: string, name: string): ServersView {
    this.starting.add(name);
    void this.wait(STARTS_MS).then(() => {
      this.starting.delete(name);
      this.changed(space);
    });
    return this.list(space);
  }

  /** The tool as the page of tools would show it. */
  toolDetail(space: string, qualified: string): ToolDetailView | undefined {
    const [name = ""] = qualified.split("__");
    const of = this.all(space).find(({ server }) => server.name === name)?.tools.find((one) => one.qualified === qualified);
    if (!of) return undefined;
    const { tool, ...more } = space === WELCOME ? this.recorded.playAbout(name, "tool", WELCOME, qualified) : this.recorded.playAbout("memory", "tool", WELCOME, "memory__read_graph");
    return { ...more, tool: { ...tool, name: qualified, qualified, title: of.title, description: of.description, state: of.state === "off" ? "disabled" : of.state, reason: of.reason, confirm: of.ask } };
  }

  private all(space: string): ServerDetailView[] {
    if (this.empty || (space !== WELCOME && space !== LARGE)) return [];
    const all = space === LARGE ? this.many : this.recorded.things(WELCOME).flatMap((name) => this.recorded.isThere(name, "server", WELCOME, name) ? [this.recorded.playAbout(name, "server", WELCOME, name)] : []);
    return all.map((one) => (this.starting.has(one.server.name) ? { ...one, server: { ...one.server, state: "connecting", reason: "" } } : one));
  }
}
