// Stands in for the client of MCP. No program is started: how a server fares is made up from its command.

import type { AddedServerView, ServerDetailView, ServerDraftView, ServersView, ServerTestView, ServerView, TestStepView, ToolDetailView } from "../wire";
import { LARGE, WELCOME } from "./many";
import { detailOf, manyServers, profileOf, tool, WELCOME_SERVERS } from "./servers-data";

const STARTS_MS = 900;

export class FakeServers {
  private readonly known: Map<string, ServerDetailView[]>;

  constructor(
    empty: boolean,
    private readonly wait: (ms: number) => Promise<void>,
    private readonly changed: (space: string) => void,
  ) {
    this.known = new Map(empty ? [] : [[WELCOME, structuredClone(WELCOME_SERVERS)], [LARGE, manyServers()]]);
  }

  list(space: string): ServersView {
    return { servers: this.all(space).map(({ server }) => server), plainKeys: 0 };
  }

  find(space: string, name: string): ServerDetailView {
    const found = this.all(space).find(({ server }) => server.name === name);
    if (!found) throw new Error(`There is no server ${name} in this space. It may have been removed.`);
    return found;
  }

  /** A server that starts, or does not, in a moment. */
  restart(space: string, name: string): ServersView {
    const { server, argv } = this.find(space, name);
    this.change(space, name, { state: "connecting", reason: "", enabled: true });
    void this.wait(STARTS_MS).then(() => {
      const fails = argv[0] === "uvx" || argv[1] === "server-postgres" || argv.join(" ").includes("postgres");
      this.change(space, name, fails ? { state: "failed", reason: server.reason || "It ended before it answered. See its log.", tries: server.tries + 1 } : { state: "ready", known: true, reason: "" });
      this.changed(space);
    });
    return this.list(space);
  }

  change(space: string, name: string, change: Partial<ServerView>): ServersView {
    const found = this.find(space, name);
    found.server = { ...found.server, ...change };
    return this.list(space);
  }

  remove(space: string, name: string): ServersView {
    this.known.set(space, this.all(space).filter(({ server }) => server.name !== name));
    return this.list(space);
  }

  /** Changes one tool of a server, by its qualified name. */
  changeTool(space: string, qualified: string, change: Partial<ServerDetailView["tools"][number]>): ServerDetailView {
    const found = this.find(space, qualified.split("__")[0] ?? "");
    found.tools = found.tools.map((one) => (one.qualified === qualified ? { ...one, ...change } : one));
    found.server = { ...found.server, held: found.tools.filter(({ state }) => state === "held-back").length };
    return found;
  }

  /** The tool as the page of tools would show it. */
  toolDetail(space: string, qualified: string): ToolDetailView | undefined {
    const [name = ""] = qualified.split("__");
    const of = this.all(space).find(({ server }) => server.name === name)?.tools.find((one) => one.qualified === qualified);
    if (!of) return undefined;
    const state = of.state === "off" ? "disabled" : of.state;
    return {
      tool: {
        name: qualified, qualified, title: of.title, description: of.description, source: `mcp:${name}`, state, reason: of.reason, category: "", icon: "server", sideEffect: !of.hints.includes("only reads"),
        idempotent: false, confirm: of.ask, danger: "moderate", timeoutSeconds: 60,
      },
      input: JSON.stringify({ type: "object", required: ["path"], properties: { path: { type: "string", description: "The file or folder" } } }), docs: "", declared: "", command: "",
    };
  }

  test(space: string, name: string): ServerTestView {
    const { server, argv, log, tools, prompts, resources } = this.find(space, name);
    const found: TestStepView = argv.length > 0 ? { name: "Find the program", ok: true, text: `/usr/bin/${argv[0]}`, tookMs: 1 } : { name: "Connect", ok: true, text: `${server.target} answered`, tookMs: 88 };
    const none = { tools: 0, prompts: 0, resources: 0, broken: [] };
    if (server.state === "failed" || server.state === "waiting") {
      if (argv[0] === "uvx") return { ...none, ok: false, steps: [{ ...found, ok: false, text: server.reason }], said: [], tookMs: 2 };
      return { ...none, ok: false, steps: [found, { name: "Start it", ok: true, text: "Process 48512, behind its walls", tookMs: 14 }, { name: "Shake hands", ok: false, text: server.reason, tookMs: 412 }], said: log, tookMs: 427 };
    }
    return {
      ok: true, said: log, tookMs: 1310, tools: tools.length, prompts: prompts.length, resources: resources.length, broken: [],
      steps: [
        found, ...(argv.length > 0 ? [{ name: "Start it", ok: true, text: "Process 48512, behind its walls", tookMs: 14 }] : []),
        { name: "Shake hands", ok: true, text: `${server.title || name}; both speak 2025-06-18`, tookMs: 1180 },
        { name: "List what it has", ok: true, text: `${tools.length} tools, about ${server.tokens.toLocaleString("en")} tokens`, tookMs: 31 },
      ],
    };
  }

  /** Adds what was drafted; with names and answers as they were chosen. */
  add(space: string, drafts: ServerDraftView[], internal: boolean): AddedServerView[] {
    return drafts.map((one): AddedServerView => {
      const { id, name, same, refused, env, headers } = one;
      const nothing = { id, name, secrets: [], missing: [] };
      if (refused) return { ...nothing, outcome: "refused", why: refused };
      if (same) return { ...nothing, name: same, outcome: "same", why: "" };
      this.known.set(space, [...this.all(space).filter(({ server }) => server.name !== name), detailFrom(one, internal)]);
      this.restart(space, name);
      return { ...nothing, outcome: "added", why: "", secrets: [...env, ...headers].filter(({ hidden }) => hidden).map(({ secret }) => secret) };
    });
  }

  private all(space: string): ServerDetailView[] {
    return this.known.get(space) ?? [];
  }
}

function detailFrom({ name, argv, url, env, headers, folder }: ServerDraftView, internal: boolean): ServerDetailView {
  return detailOf(name, { server: { known: false, internal }, argv, url, env, headers, folder, profile: profileOf(url ? [] : ["registry"]), tools: [tool(name, "run", "Does what it is for.")] });
}
