// What crosses for the pages of MCP servers and of other programs (docs/spec/08-mcp.md). The rules of views.ts hold.
// Words that a server says of itself are shown literally.

/** Every server of a space: the person's and its own. */
export interface ServersView {
  servers: ServerView[];
  /** How many keys the person's settings store in plain text. */
  plainKeys: number;
}

/** off: the person switched it off. held-back: a space's own, not trusted or changed since. shadowed: the name is taken.
 *  broken: it cannot be used as it is set. */
export type ServerState = "idle" | "connecting" | "ready" | "failed" | "waiting" | "sign-in" | "stopped" | "off" | "held-back" | "shadowed" | "broken";

export interface ServerView {
  /** Its name in this space, and the namespace of its tools. */
  name: string;
  /** What it calls itself; "" = not known. */
  title: string;
  from: "settings" | "space";
  /** Where it is declared. */
  file: string;
  kind: "program" | "remote";
  /** Its command line or address, without secrets. */
  target: string;
  state: ServerState;
  /** Why it is not ready: what happened and what to do; "" = nothing is wrong. */
  reason: string;
  /** When it is started again, if it waits. */
  next: string;
  /** How often it has failed in a row. */
  tries: number;
  enabled: boolean;
  /** Only skills bring its tools up. */
  internal: boolean;
  /** Its tools were listed at some time; else the counts are 0. */
  known: boolean;
  tools: number;
  /** Tools that changed and wait for the person. */
  held: number;
  /** What its definitions take of a model's window. */
  tokens: number;
}

export interface ServerDetailView {
  server: ServerView;
  /** As it is started; empty = a remote one. */
  argv: string[];
  url: string;
  transport: "" | "http" | "sse";
  folder: string;
  env: SettingView[];
  headers: SettingView[];
  /** Of one call. */
  timeoutSeconds: number;
  profile: ServerProfileView;
  /** What its walls have refused since it was started. */
  refused: RefusedView[];
  /** The last lines of its stderr, oldest first. */
  log: string[];
  version: string;
  protocol: string;
  /** 0 = it does not run. */
  pid: number;
  tookMs: number;
  /** What it tells models. */
  help: string;
  tools: ServerToolView[];
  resources: ServerItemView[];
  prompts: ServerItemView[];
  /** What was left out when it was listed last, each with the reason. */
  broken: string[];
  /** The person is signed in to it. */
  signedIn: boolean;
}

/** A variable or a header. A secret's value never comes to the page. */
export interface SettingView {
  name: string;
  value: string;
  /** Its value is kept back. */
  hidden: boolean;
  /** The secret that it names, if that is all it says. */
  secret: string;
}

/** What a server may touch: in a sentence each, and as it is set. */
export interface ServerProfileView {
  reads: string;
  writes: string;
  reaches: string;
  /** What it will lack, with what to do. */
  notes: string[];
  /** Words of a network, as on the page of walls; empty for a remote one. */
  network: string[];
  /** The person has set it; else it is what the command needs by itself. */
  own: boolean;
  /** Beyond what programs of the space can read. */
  read: string[];
  /** Beyond the space. */
  write: string[];
}

/** What the walls have kept from a server. */
export interface RefusedView {
  kind: "reach" | "read" | "write";
  /** host:port, or a path. */
  target: string;
  last: string;
  /** What happened and what to do. */
  text: string;
}

export interface ServerItemView {
  name: string;
  description: string;
}

export interface ServerToolView {
  /** As the server calls it. */
  name: string;
  qualified: string;
  title: string;
  description: string;
  state: "ready" | "off" | "held-back" | "rejected" | "unavailable";
  reason: string;
  /** The person is asked at each call, whatever else says. */
  ask: boolean;
  /** What the server says of it, in words: "only reads". */
  hints: string[];
  tokens: number;
  /** What it is not as the person accepted it; "" = it is. A new one works, and asks each time until it is approved. */
  change: "" | "new" | "changed" | "gone";
  /** What changed, as a unified difference. */
  difference: string;
  /** Names just this change. */
  digest: string;
}

/** A handshake, step by step. */
export interface ServerTestView {
  ok: boolean;
  /** The last one is the one that failed, if one did. */
  steps: TestStepView[];
  /** What it has: tools, prompts and resources. */
  tools: number;
  prompts: number;
  resources: number;
  /** What of it was left out, each with the reason. */
  broken: string[];
  /** What it printed meanwhile. */
  said: string[];
  tookMs: number;
}

export interface TestStepView {
  name: string;
  ok: boolean;
  /** What came of it; of a failure what to do as well. */
  text: string;
  tookMs: number;
}
