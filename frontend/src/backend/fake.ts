// A backend without Go, for a plain browser: it plays the journal from fixtures that Go's tests share. Options make it empty, slow or broken.
import type { AppEvent, Backend, RunView, SettingsView } from "./backend";
import { cutting, FakeAgent, marking, wordsWith } from "./fake/chat";
import { CONTENTS } from "./fake/contents";
import { gather } from "./fake/crowd";
import { FakeDoor } from "./fake/door";
import { FakeHands } from "./fake/hands";
import { FakeHouse } from "./fake/house";
import { FakeJournal } from "./fake/journal";
import { asking } from "./fake/asking";
import { beginning } from "./fake/first"; import { capping } from "./fake/caps"; import { channelling } from "./fake/channels"; import { defining } from "./fake/definitions";
import { meeting } from "./fake/machines";
import { remembering } from "./fake/memory";
import { pagesOf } from "./fake/pages";
import { otherPrograms } from "./fake/programs";
import { RecordedSpaces } from "./fake/recorded";
import { NOTES, WELCOME } from "./fake/many";
import { safeguards, type Guarded } from "./fake/safeguards";
import { FakeSkills } from "./fake/skills";
import { FakeServers } from "./fake/servers";
import { UNFILLED } from "./fake/servers-data";
import { formsOf, serving } from "./fake/servers-answers";
import { askRegistry, standStill, STILL_CALL, STILL_RUN } from "./fake/still";
import { rehearsing, WALLED } from "./fake/rehearsals";
import { holding } from "./fake/holdings"; import { undoing } from "./fake/undo";
import { webOf } from "./fake/web";
import { FakeWorld, newSpace, type Fixtures } from "./fake/world";

export interface FakeOptions {
  /** 1 = as slow as life, 0 = at once. */
  pace?: number;
  /** Nothing yet: no spaces, no model. */
  empty?: boolean;
  /** Somebody else writes ctxnest.json right before it is first saved. */
  contested?: boolean;
  /** A build asks for the package registries while it runs. */
  registry?: boolean;
  /** There is no keychain. */
  plain?: boolean;
  /** Several calls wait, in several spaces. */
  crowd?: boolean;
  /** Servers wait for forms. */
  forms?: boolean;
  /** This machine cannot rehearse. */ walled?: boolean;
  /** Functions that fail, by name. */ fail?: string[];
  /** Functions that never answer, by name. */ hang?: string[];
}

/** A Backend whose functions answer at once. */
type Answers = { [K in keyof Omit<Backend, "listen">]: (...args: Parameters<Backend[K]>) => Awaited<ReturnType<Backend[K]>> };

/** How long an answer from another process takes, in ms. */ const MOMENT = 20;

export function fakeBackend(fixtures: Fixtures, options: FakeOptions = {}): Backend {
  const { pace = 1, empty = false } = options;
  const listeners = new Set<(event: AppEvent) => void>();
  const tell = (event: AppEvent) => listeners.forEach((hear) => hear(structuredClone(event)));
  const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms * pace));

  const journal = new FakeJournal(tell);
  const hands = new RecordedSpaces(fixtures.hands, NOTES);
  const savedHands = new FakeHands(hands, options.contested);
  const world = new FakeWorld(fixtures, empty, journal, tell, savedHands);
  const rules = new RecordedSpaces(fixtures.rules, WELCOME);
  const door = new FakeDoor(rules, journal, tell, wait);
  const recorded = new RecordedSpaces(fixtures.safeguards, NOTES);
  const skills = new FakeSkills(new RecordedSpaces(fixtures.skills, WELCOME), recorded, empty);
  const agent = new FakeAgent({ journal, door, skills, tell, wait, tool: (space, name) => world.findTool(space, name) });
  const house = new FakeHouse(WELCOME, pace > 0, empty);
  const guarded: Guarded = { world, door, recorded, calls: new RecordedSpaces(fixtures.calls, WELCOME), secrets: new RecordedSpaces(options.plain ? fixtures.unsafe : fixtures.secrets, "") };
  const recordedServers = new RecordedSpaces(fixtures.mcpServers, WELCOME);
  const servers = new FakeServers(recordedServers, empty, wait, (path) => tell({ kind: "space", changed: world.space(path) }));
  world.serverTool = (path, name) => servers.toolDetail(path, name);
  const guards = safeguards(guarded);
  const play: Play = { journal, world, hands, savedHands, house, door, rules, agent, tell, wait };
  if (!empty) standStill(play);
  if (options.registry) askRegistry(play);
  if (options.crowd) gather(play);

  const answers = { ...machine(), ...spaces(play), ...chats(play), ...cutting(journal, world), ...marking(journal, world), ...asking(play), ...tools(play), ...handsOf(play), ...houseOf(play), ...guards, ...serving({ servers, recorded: recordedServers, empty, forms: options.forms ? formsOf() : [], tell, setToolOff: guards.setToolOff }), ...otherPrograms(new RecordedSpaces(fixtures.programs, WELCOME), empty), ...runs(play), ...settings(play), ...skillsOf(play, skills), ...remembering(empty), ...defining(empty), ...pagesOf(empty), ...undoing(fixtures.undo, empty, tell, cutting(journal, world).branch), ...rehearsing(fixtures.rehearsal, world, door, options.walled ? WALLED : ""), ...channelling(empty), ...meeting(empty), ...capping(empty), ...holding(empty), ...beginning(world), ...webOf(new RecordedSpaces(fixtures.web, WELCOME)) };
  return {
    listen: (hear) => {
      listeners.add(hear);
      return () => listeners.delete(hear);
    },
    ...slowOrBroken(answers, options, () => wait(MOMENT)),
  };
}

interface Play {
  journal: FakeJournal;
  world: FakeWorld;
  hands: RecordedSpaces;
  savedHands: FakeHands;
  house: FakeHouse;
  door: FakeDoor;
  rules: RecordedSpaces;
  agent: FakeAgent;
  tell: (event: AppEvent) => void;
  wait: (ms: number) => Promise<void>;
}

function machine() {
  return {
    about: () => ({
      version: "0.1.0", commit: "0123abc", os: "linux/amd64", configDir: "/home/ada/.config/handrail", dataDir: "/home/ada/.local/share/handrail",
    }),
    copy: (text) => void navigator.clipboard.writeText(text),
    openURL: (url) => void window.open(url, "_blank", "noopener"),
    openSettings: () => undefined,
  } satisfies Partial<Answers>;
}

function spaces({ world }: Play) {
  return {
    doctor: () => world.own.doctor,
    spaces: () => world.spaces,
    pickSpace: () => [world.setSpace(newSpace("/home/ada/picked"))],
    openSpace: (path) => world.open(path),
    removeSpace: (path) => {
      world.spaces = world.spaces.filter((known) => known.path !== path);
    },
    problems: (path) => world.own.problems[path] ?? [],
  } satisfies Partial<Answers>;
}

function chats(play: Play) {
  const { world, journal, agent, door } = play;
  return {
    sessions: (path) => world.sessions.filter((known) => known.space === path),
    newSession: (path, id) => world.newSession(path, id),
    setModel: (id, model) => world.changeSession(world.session(id), { model }),
    contents: (path) => (world.empty || path !== WELCOME ? [] : CONTENTS),
    sessionEvents: (id, after, limit) => journal.ofSession(id, after, limit),
    send: (id: string, text: string): RunView => {
      const chat = world.session(id);
      if (chat.running) throw new Error("The agent is still at work in this chat. Wait for it, or cancel it first.");
      const run = journal.start({ ...chat, session: id, origin: "chat", title: text.split("\n")[0] ?? "" });
      world.changeSession(chat, { running: run.id, title: chat.title || run.title.slice(0, 60), updated: run.started });
      void agent.play(run, world.space(chat.space), chat.model, text).then(() => world.changeSession(chat, { running: "" }));
      return run;
    },
    sendWith: (id: string, text: string, attached: string[]): RunView => chats(play).send(id, wordsWith(text, attached)),
    cancelRun: (id) => {
      agent.stop(id);
      const chat = world.sessions.find((known) => known.running === id);
      if (id !== STILL_RUN || !chat) return;
      door.cancel(STILL_CALL);
      journal.end(journal.find(id), "cancelled");
      world.changeSession(chat, { running: "" });
    },
  } satisfies Partial<Answers>;
}

function tools({ world, journal, door, rules }: Play) {
  return {
    tools: (path) => world.toolsOf(path).map((detail) => detail.tool),
    tool: (path, name) => world.tool(path, name),
    preview: (path, name, input) => (world.serverTool(path, name) ? UNFILLED : rules.play("preview", path, name, input)),
    tryTool: (path, name, input) => {
      const found = world.tool(path, name);
      const [run, call] = [journal.start({ space: path, session: "s_try", origin: "try", agent: "", model: "", title: found.tool.name }), journal.name("call")];
      void door.call(run, { space: path, tool: found.tool.qualified, input }, "person", call).then((through) => journal.end(run, through ? "done" : "failed"));
      return { run: run.id, call };
    },
    cancelCall: (call) => door.cancel(call),
  } satisfies Partial<Answers>;
}

function handsOf({ hands, savedHands, world, journal }: Play) {
  return {
    hands: (path) => savedHands.read(path),
    checkHands: (path, text) => hands.play("checkHands", path, text),
    resolveHand: (path, text, name, input) => hands.play("resolveHand", path, text, name, input),
    tryPattern: (pattern, value) => hands.play("tryPattern", pattern, value),
    saveHands: (path, text, digest) => {
      const saved = savedHands.save(path, text, digest);
      if (saved.saved) world.setSpace(world.space(path));
      return saved;
    },
    handHistory: (path, name) => journal.callsOf(path, `welcome__${name}`),
    proposeHands: (path) => hands.play("proposeHands", path),
  } satisfies Partial<Answers>;
}

function houseOf({ house, world, agent }: Play) {
  return {
    stopEverything: () => house.stopEverything(world.sessions.flatMap(({ running }) => running || []), (run) => agent.stop(run)),
    walls: (path) => house.of(path),
    checkNetwork: (words) => house.check(words),
    setNetwork: (path, words) => house.setNetwork(path, words),
    revokeNetwork: (path) => house.revokeNetwork(path),
    revokeGrant: (path, granted) => house.revokeGrant(path, granted),
    jobs: (path) => house.jobsOf(path),
    stopJob: (job) => house.stop(job),
    output: (id, offset, limit) => house.output(id, offset, limit),
  } satisfies Partial<Answers>;
}

function skillsOf({ world }: Play, skills: FakeSkills) {
  return {
    skills: (path) => skills.of(world.space(path)),
    picture: (id) => skills.picture(id),
  } satisfies Partial<Answers>;
}

function runs({ journal }: Play) {
  return {
    runs: (path, cursor, limit) => {
      const all = journal.runs.filter((run) => run.space === path && run.parent === "").sort((a, b) => b.started.localeCompare(a.started));
      const from = Number(cursor || 0);
      return { runs: all.slice(from, from + limit).flatMap((run) => journal.family(run)), next: from + limit < all.length ? String(from + limit) : "" };
    },
    run: (id) => journal.find(id),
    subagents: (id) => journal.runs.filter((run) => run.parent === id),
    runEvents: (id, after, limit) => journal.ofRun(id, after, limit),
    exportRun: (id, format) => `/home/ada/Documents/${id}.${format}`, saveText: (name) => `/home/ada/Documents/${name}`, saveOutput: (_id, name) => `/home/ada/Documents/${name}`,
  } satisfies Partial<Answers>;
}

function settings({ world }: Play) {
  return {
    settings: () => world.settings,
    ...setters(world),
    localServers: () => (world.empty ? [] : world.own.servers),
    addProvider: (form) => world.addProvider(form),
    removeProvider: (name) => world.changeSettings({ providers: world.settings.providers.filter((known) => known.name !== name) }),
  } satisfies Partial<Answers>;
}

/** The answers that set one key each: setTheme sets theme. */
type Setters = { [K in keyof Answers as K extends `set${Capitalize<keyof SettingsView>}` ? K : never]: Answers[K] };

function setters(world: FakeWorld): Setters {
  return Object.fromEntries(Object.keys(world.settings).map((key) => [
    `set${key.charAt(0).toUpperCase()}${key.slice(1)}`, (value: unknown) => world.changeSettings({ [key]: value }),
  ])) as unknown as Setters;
}

/** Answers with copies, after a moment, as another process would; or fails, or hangs, as the options say. */
function slowOrBroken(answers: Answers, { fail = [], hang = [] }: FakeOptions, moment: () => Promise<void>): Omit<Backend, "listen"> {
  const wrap = (name: string, answer: (...args: never[]) => unknown) => async (...args: never[]) => {
    if (hang.includes(name)) return new Promise(() => undefined);
    await moment();
    if (fail.includes(name)) throw new Error("The journal is locked by another program. Close it and try again.");
    return structuredClone(answer(...args));
  };
  return Object.fromEntries(Object.entries(answers).map(([name, answer]) => [name, wrap(name, answer)])) as unknown as Omit<Backend, "listen">;
}
