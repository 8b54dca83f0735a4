// The plain structs that cross from Go (package window) to the page. Rules for all of them:
// times are RFC 3339 text ("" = not yet), JSON is text, durations carry their unit in the name,
// "" means none, and a list is empty, never null. Go fills every field.

/** A folder that is open in the app. docs/spec/03-spaces.md. */
export interface SpaceView {
  /** Absolute path: also its identity in every call. */
  path: string;
  name: string;
  description: string;
  /** A lucide icon name, as the manifest gives it; "" = none. */
  icon: string;
  trust: "none-needed" | "trusted" | "untrusted";
  /** Set when the folder cannot be read now: says what, why and what to do. */
  unavailable: string;
  mode: "read-only" | "ask" | "workspace";
  /** Counts of the last load, for badges. */
  errors: number;
  warnings: number;
  /** The model that plays the space's tour; "" = it has none, or is not trusted. */
  tour: string;
  agents: AgentView[];
}

export interface AgentView {
  id: string;
  name: string;
  description: string;
  /** "provider/name" if the agent names one, else "". */
  model: string;
}

/** One thing that is wrong in a space's files. */
export interface ProblemView {
  severity: "error" | "warning";
  /** Relative to the space. */
  file: string;
  /** From 1; 0 = the whole file. */
  line: number;
  text: string;
}

/** What a space would be able to run once it is trusted. docs/spec/03-spaces.md#trust. */
export interface InventoryView {
  space: string;
  /** Names exactly this inventory; trustSpace refuses another one. */
  digest: string;
  items: InventoryItemView[];
  /** Said with it, such as "What these programs call in turn is not pinned." */
  notes: string[];
}

export interface InventoryItemView {
  kind: "tool" | "hook" | "hand" | "server" | "agent" | "skill" | "page" | "memory" | "rules" | "manifest" | "file";
  name: string;
  /** Relative to the space. */
  file: string;
  /** The command, argv or first words, whole. */
  detail: string;
  sha256: string;
}

/** One chat of a space. */
export interface SessionView {
  id: string;
  space: string;
  /** The first words of the first prompt; "" for a new one. */
  title: string;
  /** Agent id. */
  agent: string;
  /** "provider/name" that the next prompt goes to. */
  model: string;
  updated: string;
  /** The run that is going on now, or "". */
  running: string;
}

/** journal.Run: an agent's answer to a prompt, a try-it call, an MCP connection. */
export interface RunView {
  id: string;
  space: string;
  session: string;
  /** Through which door it came in. */
  origin: "chat" | "try" | "cli" | "mcp" | "page";
  /** Who: an agent's id, what an MCP client says of itself; "" = the person. */
  agent: string;
  /** "provider/name" */
  model: string;
  /** The prompt's first line, or what was called. */
  title: string;
  state: RunState;
  /** Why, if it failed, was halted or is unknown. */
  reason: string;
  started: string;
  ended: string;
  calls: number;
  inputTokens: number;
  outputTokens: number;
}

/** cancelled: by the person. halted: by a hook or the loop. unknown: its process died. */
export type RunState = "running" | "done" | "failed" | "cancelled" | "halted" | "unknown";

export interface RunsPageView {
  runs: RunView[];
  /** Give it to runs() for the page after this one; "" = that was the last. */
  next: string;
}

/** One journal.Event. `data` is JSON text; its shape per kind is in events.ts, as in journal/data.go. */
export interface EventView {
  /** Grows over the whole journal: order, and the way to leave out doubles. */
  seq: number;
  run: string;
  /** "" for events of the run itself. */
  call: string;
  time: string;
  kind: string;
  data: string;
}

export interface EventsPageView {
  events: EventView[];
  /** True if there are more after the last one. */
  more: boolean;
}

/** A tool in the list. 5,000 of them are fine, so schema and documentation are in ToolDetailView. */
export interface ToolView {
  /** The name that works in a call: bare where that is unique. */
  name: string;
  qualified: string;
  title: string;
  description: string;
  /** builtin, custom, manifest, hand, bridge, mcp:<server>. */
  source: string;
  state: "ready" | "shadowed" | "disabled" | "rejected" | "held-back" | "blocked" | "unavailable";
  /** Why it is not ready. */
  reason: string;
  category: string;
  icon: string;
  sideEffect: boolean;
  idempotent: boolean;
  confirm: boolean;
  danger: "safe" | "moderate" | "high";
  timeoutSeconds: number;
}

export interface ToolDetailView {
  tool: ToolView;
  /** JSON Schema, as text. */
  input: string;
  /** Markdown, as its author wrote it for the model. */
  docs: string;
  /** Where it is declared, "file:line" relative to the space; "" for built-in ones. */
  declared: string;
  /** Its template or argv as declared; "" if there is none. */
  command: string;
}

/** A call that began; what becomes of it comes as events. */
export interface StartedCallView {
  run: string;
  call: string;
}

/** progress: a line that says how far it is; each replaces the one before. */
export type Stream = "stdout" | "stderr" | "progress";

export interface EffectView {
  kind: "read" | "write" | "delete" | "run" | "reach" | "stop";
  /** A path, a program, a host or a job. */
  target: string;
}

export interface ViolationView {
  /** JSON pointer into the input; "" = the whole. */
  path: string;
  message: string;
}

/** What exactly a call would do, and what would become of it. Nothing has run. */
export interface PreviewView {
  title: string;
  /** The command line, argv, path or difference, whole. */
  detail: string;
  /** The folder in which it would run. */
  folder: string;
  effects: EffectView[];
  digest: string;
  decision: "run" | "ask" | "deny";
  /** Why, in a sentence; names the rule, hook or mode and its file. */
  why: string;
  /** Not empty: the input is not valid, and all of the above is empty. */
  violations: ViolationView[];
  /** An error code of docs/spec/01-command-line.md#error-codes with its sentence, if it could not be prepared (such as invalid_path). */
  code: string;
  message: string;
}
