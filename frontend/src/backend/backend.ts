// What the page may ask of Go, and what Go tells it. Go's package window has one bound method for each function
// (openSpace -> OpenSpace) and one struct for each view.
//
// A refusal of the call itself (no such space, disk full) rejects with an Error whose message says
// what, why and what to do. What became of a tool call is never a rejection: it comes as events.
//
// The page calls listen() before it asks for anything, and leaves out doubles by `seq`.

import type {
  AboutView, AnswerForm, DoctorView, EventsPageView, EventView, GrantView, HandArgvView, HandCallView, HandProposalsView, HandsCheckView, HandsView,
  InventoryView, JobView, LocalServerView, NoticeView, Outcome, PatternView, PieceView, PreviewView, ProblemView, ProviderForm, ProviderView, QuestionView, RulesView, RunsPageView, RunView,
  SavedHandsView, SessionView, SettingsView, SpaceView, StartedCallView, Stream, Theme, ToolDetailView, ToolView, TrialForm, TrialView,
  WallsView, WordProblemView,
} from "./wire";
import type { Safeguards } from "./safeguards";
import type { FormView } from "./client-views";
import type { Servers } from "./servers";
import type { Skills } from "./skills";

export type * from "./wire";

export interface Backend extends Safeguards, Servers, Skills {
  /** Starts to hear every AppEvent; the returned function stops it. Wails: EventsOn(EVENT_NAME). */
  listen(hear: (event: AppEvent) => void): () => void;
  about(): Promise<AboutView>;
  /** May take seconds: it tries models and servers. */
  doctor(): Promise<DoctorView[]>;
  /** Wails runtime: ClipboardSetText. No Go method. */
  copy(text: string): Promise<void>;
  /** Wails runtime: BrowserOpenURL, http and https only. No Go method. */
  openURL(url: string): Promise<void>;

  spaces(): Promise<SpaceView[]>;
  /** Native folder dialog. An empty list: the person cancelled; else the one space. */
  pickSpace(): Promise<SpaceView[]>;
  openSpace(path: string): Promise<SpaceView>;
  /** Takes it off the list. Nothing on disk is touched. */
  removeSpace(space: string): Promise<void>;
  problems(space: string): Promise<ProblemView[]>;
  inventory(space: string): Promise<InventoryView>;
  /** Refused if the inventory is no longer the one with this digest. */
  trustSpace(space: string, digest: string): Promise<SpaceView>;

  sessions(space: string): Promise<SessionView[]>;
  /** agent "" = the space's first. */
  newSession(space: string, agent: string): Promise<SessionView>;
  setModel(session: string, model: string): Promise<SessionView>;
  /** Events of all runs of a chat, oldest first, with seq > after. The page makes the transcript of them. */
  sessionEvents(session: string, after: number, limit: number): Promise<EventsPageView>;
  /** Starts a run, also for a "/TOOL …" line, and returns at once. Refused while one is going on. */
  send(session: string, text: string): Promise<RunView>;
  cancelRun(run: string): Promise<void>;

  /** All that wait, oldest first, of every space. */
  questions(): Promise<QuestionView[]>;
  /** The window shows it now: the clock starts, if it has not. Returns it with `expires`. */
  questionShown(question: string): Promise<QuestionView>;
  /** Run, once or as an offer says, or deny. Harmless if it is already closed: what came of it is told as an event. */
  answer(question: string, answer: AnswerForm): Promise<void>;
  /** Settles a waiting call with another input. Nothing runs, and it goes on waiting. */
  previewAnswer(question: string, input: string): Promise<PreviewView>;
  /** Whether the person can see the window now: if not, a notification says that somebody waits. */
  inFront(front: boolean): Promise<void>;

  rules(space: string): Promise<RulesView>;
  /** The person's rules, for all spaces. Rejects a rule that cannot be read. */
  addRule(space: string, outcome: Outcome, rule: string): Promise<RulesView>;
  removeRule(space: string, outcome: Outcome, rule: string): Promise<RulesView>;
  /** Changes what Handrail does by itself about something; its normal outcome undoes the change. */
  setBuiltin(space: string, id: string, outcome: Outcome): Promise<RulesView>;
  /** Judges a call without running it, with a rule more if one is named. */
  tryRules(space: string, trial: TrialForm): Promise<TrialView>;
  /** Everything lasting that the person has granted, of every kind and space, the last given first. */
  grants(): Promise<GrantView[]>;
  /** Takes one of them back. What runs already runs on. */
  revoke(grant: string): Promise<GrantView[]>;

  tools(space: string): Promise<ToolView[]>;
  tool(space: string, qualified: string): Promise<ToolDetailView>;
  /** Settles a call without running it. input: a JSON object as text. */
  preview(space: string, tool: string, input: string): Promise<PreviewView>;
  /** Try it: starts the call through the door in the window's own session of this space, and returns at once.
   *  digest: what the preview showed; the call asks again if it would now be another act. */
  tryTool(space: string, tool: string, input: string, digest: string): Promise<StartedCallView>;
  /** Ends a call that goes on in this process, whoever started it. Its run goes on. */
  cancelCall(call: string): Promise<void>;

  /** The space's ctxnest.json, read now. */
  hands(space: string): Promise<HandsView>;
  /** Judges a text by the loader's own rules. Touches no file. */
  checkHands(space: string, text: string): Promise<HandsCheckView>;
  /** What a hand of a text would run for an input (a JSON object as text). Runs nothing. */
  resolveHand(space: string, text: string, hand: string, input: string): Promise<HandArgvView>;
  /** pattern "" = the rule for values without a pattern. */
  tryPattern(pattern: string, value: string): Promise<PatternView>;
  /** Writes the whole file at once, unless it is no longer the one that the digest names. */
  saveHands(space: string, text: string, digest: string): Promise<SavedHandsView>;
  /** Its past calls, newest first, at most 100. */
  handHistory(space: string, hand: string): Promise<HandCallView[]>;
  /** Looks at what the project has: package.json, Makefile, justfile, Taskfile, go.mod. */
  proposeHands(space: string): Promise<HandProposalsView>;

  /** May take seconds the first time: package managers are asked for their registries. */
  walls(space: string): Promise<WallsView>;
  /** The words that are no network, each with the reason; none: setNetwork takes them. */
  checkNetwork(words: string[]): Promise<WordProblemView[]>;
  /** What programs may reach from their next call on. No words = what all spaces have. */
  setNetwork(space: string, words: string[]): Promise<WallsView>;
  /** Takes back what was answered about registries: it is asked again. */
  revokeNetwork(space: string): Promise<WallsView>;
  /** Takes back a path that was granted. */
  revokeGrant(space: string, path: string): Promise<WallsView>;

  /** What runs in the background in a space, or has since the app was started, oldest first. */
  jobs(space: string): Promise<JobView[]>;
  /** Resolves when it is gone: after 3 s at the latest. */
  stopJob(job: string): Promise<void>;
  /** At most limit bytes of a whole output (1 MiB at most) from a byte on, cutting no character. id: of a job, or what
   *  the meta of a result names. Rejects if it is not kept any more: a week at most. */
  output(id: string, offset: number, limit: number): Promise<PieceView>;

  /** Newest first. cursor "" = the first page. */
  runs(space: string, cursor: string, limit: number): Promise<RunsPageView>;
  run(run: string): Promise<RunView>;
  /** Oldest first, with seq > after. */
  runEvents(run: string, after: number, limit: number): Promise<EventsPageView>;
  /** Asks for a file name with a native dialog and writes it. Returns the path; "" = cancelled. */
  exportRun(run: string, format: "jsonl" | "csv"): Promise<string>;

  settings(): Promise<SettingsView>;
  setTheme(theme: Theme): Promise<SettingsView>;
  setDefaultModel(model: string): Promise<SettingsView>;
  /** Looks at the usual ports of this machine. */
  localServers(): Promise<LocalServerView[]>;
  /** Checks it once and stores it whatever the answer; the state says how that went. */
  addProvider(form: ProviderForm): Promise<ProviderView>;
  removeProvider(name: string): Promise<SettingsView>;
}

/** The one event name. */
export const EVENT_NAME = "handrail";

/** The one payload: `kind` says which field is set. The others are absent. */
export type AppEvent =
  /** Something happened and is in the journal. session "" = not of a chat. */
  | { kind: "journal"; space: string; session: string; journal: EventView }
  /** A reply grows. It is not in the journal: the "replied" event brings it whole. */
  | { kind: "delta"; delta: { session: string; run: string; text: string } }
  /** A running call prints. At most about ten a second per call; Go joins what comes between. */
  | { kind: "output"; output: { run: string; call: string; stream: Stream; text: string } }
  /** A call waits, or no longer does (see its state), whoever answered. */
  | { kind: "question"; question: QuestionView }
  /** A server waits for a form to be filled in, or no longer does. */
  | { kind: "form"; form: FormView }
  /** A space was opened, reloaded, trusted or lost: its tools and problems may have changed. */
  | { kind: "space"; changed: SpaceView }
  /** Something about the servers of a space, and so about its tools, has changed. */
  | { kind: "servers"; changed: SpaceView }
  /** A program that uses our tools has come or gone. */
  | { kind: "clients" }
  /** A chat is new, or its title, model or running run changed. */
  | { kind: "session"; chat: SessionView }
  /** Something to tell that belongs to no call: to a run, or, if run is "", to nothing. */
  | { kind: "notice"; notice: NoticeView };
