// The key of every query. What is asked about a space lies below ["space", path], so that one invalidation of that root
// freshens it all.

const below = <Rest extends unknown[]>(space: string, ...rest: Rest) => ["space", space, ...rest] as const;

export const keys = {
  /** Everything that is asked about any space. */
  everySpace: ["space"] as const,
  /** Asked once, when the window starts. */
  cutChats: ["cut-chats"] as const,
  /** Everything that is asked about one space. */
  space: (space: string) => below(space),
  problems: (space: string) => below(space, "problems"),
  inventory: (space: string) => below(space, "inventory"),
  changes: (space: string) => below(space, "changes"),
  sessions: (space: string) => below(space, "sessions"),
  closing: ["closing"] as const,
  chatDeletion: (space: string, session: string, running: string) => below(space, "chat-deletion", session, running),
  foundChats: (space: string, words: string) => below(space, "found-chats", words),
  contextWindow: (space: string, session: string, model: string) => below(space, "context-window", session, model),
  foundFiles: (space: string, typed: string) => below(space, "found-files", typed),
  cut: (space: string, run: string) => below(space, "cut", run),
  tools: (space: string) => below(space, "tools"),
  tool: (space: string, name: string) => below(space, "tool", name),
  toolsFor: (space: string, agent: string) => below(space, "tools-for", agent),
  preview: (space: string, tool: string, input: string) => below(space, "preview", tool, input),
  definitions: (space: string) => below(space, "definitions"),
  definition: (space: string, file: string) => below(space, "definition", file),
  definitionCheck: (space: string, file: string, text: string) => below(space, "definition-check", file, text),
  toolLine: (space: string, file: string, text: string, input: string) => below(space, "tool-line", file, text, input),
  hands: (space: string) => below(space, "hands"),
  handsCheck: (space: string, text: string) => below(space, "hands-check", text),
  handArgv: (space: string, text: string, hand: string, input: string) => below(space, "hand-argv", text, hand, input),
  handHistory: (space: string) => below(space, "hand-history"),
  handProposals: (space: string) => below(space, "hand-proposals"),
  hooks: (space: string) => below(space, "hooks"),
  recordedCalls: (space: string, tools: readonly string[]) => below(space, "recorded-calls", tools),
  webOf: (space: string) => below(space, "web"),
  walls: (space: string) => below(space, "walls"),
  rules: (space: string) => below(space, "rules"),
  trial: (space: string, trial: object) => below(space, "trial", trial),
  contents: (space: string, agent: string) => below(space, "contents", agent),
  foreign: (space: string) => below(space, "foreign"),
  memory: (space: string) => below(space, "memory"),
  pages: (space: string) => below(space, "pages"),
  skills: (space: string) => below(space, "skills"),
  /** What calls have changed. Without runs: those of every run. */
  changed: (space: string, ...runs: string[]) => below(space, "changed", ...runs),
  changedItems: (space: string, form: object) => below(space, "changed-items", form),
  changedText: (space: string, form: object, item: string) => below(space, "changed-text", form, item),
  undoPlan: (space: string, form: object) => below(space, "undo-plan", form),
  undoItem: (space: string, form: object, item: string) => below(space, "undo-item", form, item),
  /** Calls that were only rehearsed. */
  rehearsals: (space: string) => below(space, "rehearsals"),
  /** What became of a chat that was. Without one: of every chat. */
  rehearsedChat: (space: string, ...session: string[]) => below(space, "rehearsed-chat", ...session),
  jobs: (space: string) => below(space, "jobs"),
  runs: (space: string) => below(space, "runs"),
  /** Without a run: those of every run. */
  subagents: (space: string, ...run: string[]) => below(space, "subagents", ...run),
  mcpServers: (space: string) => below(space, "mcp-servers"),
  mcpServer: (space: string, name: string) => below(space, "mcp-server", name),
  savedServer: (space: string, name: string) => below(space, "saved-server", name),
  serverDraft: (space: string, form: object) => below(space, "server-draft", form),
  serverChange: (space: string, form: object) => below(space, "server-change", form),
  readServers: (space: string, text: string) => below(space, "read-servers", text),
  foundServers: (space: string) => below(space, "found-servers"),
  programs: (space: string) => below(space, "programs"),
  connect: (space: string, program: string, act: string) => below(space, "connect", program, act),
  connectAll: (space: string, programs: readonly string[]) => below(space, "connect-all", programs),

  cannotRehearse: ["cannot-rehearse"] as const,
  rehearsal: (id: string) => ["rehearsal", id] as const,
  rehearsedText: (id: string, item: string) => ["rehearsed-text", id, item] as const,
  spaces: ["spaces"] as const,
  grants: ["grants"] as const,
  run: (run: string) => ["run", run] as const,
  record: (call: string) => ["record", call] as const,
  ruleFromCall: (call: string) => ["rule-from-call", call] as const,
  output: (id: string) => ["output", id] as const,
  answer: (question: string, input: string) => ["answer", question, input] as const,
  pattern: (pattern: string, value: string) => ["pattern", pattern, value] as const,
  settings: ["settings"] as const,
  secrets: ["secrets"] as const,
  channels: ["channels"] as const,
  machines: ["machines"] as const,
  storage: ["storage"] as const,
  caps: (space: string) => ["caps", space] as const,
  web: ["web"] as const,
  localServers: ["local-servers"] as const,
  clients: ["clients"] as const,
  doctor: ["doctor"] as const,
  about: ["about"] as const,
};

/** For what a person reads to decide on it, such as an inventory, a difference or a form: read when it is opened, and
 *  not changed under their eyes by an event. */
export const STILL = { staleTime: 0, gcTime: 0, meta: { still: true } } as const;
