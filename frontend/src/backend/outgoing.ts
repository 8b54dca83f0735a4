// What a person is about to say, by chat: drafts, what is attached to them, and messages that wait until the agent is
// done. It is kept while they look elsewhere, and messages that wait are sent then, too.

import type { JournalEvent } from "./events";
import type { AttachedView, News, RunState, RunView, SessionView } from "./wire";
import { texts } from "../words/states";

/** A message, and what is attached to it. */
export interface Message {
  text: string;
  attached: readonly AttachedView[];
}

/** A message that waits. */
export interface Queued extends Message {
  id: number;
}

export interface Queue {
  items: readonly Queued[];
  /** The run before them did not end well: the person decides when they are sent. */
  held: boolean;
}

export interface OutgoingState {
  /** What a person has typed and not sent, by chat. */
  drafts: Readonly<Record<string, string>>;
  queues: Readonly<Record<string, Queue>>;
  /** What is attached to drafts, by chat. */
  attached: Readonly<Record<string, readonly AttachedView[]>>;
}

export const NOTHING_OUTGOING: OutgoingState = { drafts: {}, queues: {}, attached: {} };
const EMPTY: Queue = { items: [], held: false };
/** How many ends of runs are remembered. */
const ENDS_KEPT = 200;

interface Store {
  getState(): OutgoingState;
  setState(change: (state: OutgoingState) => Partial<OutgoingState>): void;
}

interface Ways {
  send(session: string, text: string): Promise<RunView>;
  sendWith(session: string, text: string, attached: string[]): Promise<RunView>;
  cancelRun(run: string): Promise<unknown>;
  notify(notice: News): void;
}

export class Outgoing {
  /** The run that a chat's queue waits for. */
  private readonly waits = new Map<string, string>();
  private readonly ends = new Map<string, RunState>();
  /** Chats whose next message is sent however the run ends: the person has had it stopped for that. */
  private readonly steered = new Set<string>();
  private readonly sending = new Set<string>();
  /** What was sent with messages, by the words that stand for it in them. */
  private readonly sent = new Map<string, AttachedView>();
  /** Where the person was reading, by chat; of others they look at the end. */
  readonly places = new Map<string, { top: number; shown: number }>();
  private named = 0;

  constructor(private readonly store: Store, private readonly ways: Ways) {}

  setDraft(session: string, text: string): void {
    this.store.setState(({ drafts }) => ({ drafts: { ...drafts, [session]: text } }));
  }

  /** Attaches more to a draft, each once. */
  attach(session: string, more: readonly AttachedView[]): void {
    this.store.setState(({ attached: { [session]: before = [], ...others } }) => ({ attached: { ...others, [session]: [...before, ...more.filter(({ path }) => !before.some((known) => known.path === path))] } }));
  }

  /** Takes something off a draft. */
  detach(session: string, id: string): void {
    this.store.setState(({ attached: { [session]: before = [], ...others } }) => ({ attached: { ...others, [session]: before.filter((one) => one.id !== id) } }));
  }

  /** Empties a draft, and returns what was attached to it. */
  clear(session: string): readonly AttachedView[] {
    const { [session]: attached = [], ...others } = this.store.getState().attached;
    this.store.setState(({ drafts }) => ({ drafts: { ...drafts, [session]: "" }, attached: others }));
    return attached;
  }

  /** Makes a message the draft again, before what was typed meanwhile. */
  restore(session: string, { text, attached }: Message): void {
    const typed = this.store.getState().drafts[session];
    this.setDraft(session, typed ? `${text}\n${typed}` : text);
    this.attach(session, attached);
  }

  /** A message as it was written, of the words that were sent: what stands behind them was attached. */
  recall(words: string): Message {
    const lines = words.split("\n");
    const attached: AttachedView[] = [];
    for (let one = this.sent.get(lines.at(-1) ?? ""); one; one = this.sent.get(lines.at(-1) ?? "")) {
      attached.unshift(one);
      lines.pop();
    }
    return { text: attached.length > 0 ? lines.join("\n").trimEnd() : words, attached };
  }

  /** Sends a message at once. */
  send(session: string, { text, attached }: Message): Promise<RunView> {
    for (const one of attached) this.sent.set(one.words, one);
    return attached.length === 0 ? this.ways.send(session, text) : this.ways.sendWith(session, text, attached.map(({ id }) => id));
  }

  /** What was written when the window was closed. Messages that waited are held: what they waited for is over. */
  takeBack(session: string, draft: string, queue: readonly string[]): void {
    if (draft && !this.store.getState().drafts[session]) this.setDraft(session, draft);
    const items = queue.map((text) => ({ text, attached: [], id: (this.named += 1) }));
    if (items.length > 0) this.change(session, (now) => ({ items: [...items, ...now.items], held: true }));
  }

  /** Forgets what was written for a chat that is gone. */
  forget(session: string): void {
    const without = <T>(all: Readonly<Record<string, T>>): Record<string, T> => Object.fromEntries(Object.entries(all).filter(([id]) => id !== session));
    this.store.setState(({ drafts, queues, attached }) => ({ drafts: without(drafts), queues: without(queues), attached: without(attached) }));
    this.places.delete(session);
  }

  /** Keeps a message until a run is over. One that ends well lets the first go. */
  queue(session: string, run: string, message: Message): void {
    this.named += 1;
    const item: Queued = { ...message, id: this.named };
    this.change(session, ({ items, held }) => ({ items: [...items, item], held: held && items.length > 0 }));
    if (run) this.waits.set(session, run);
  }

  /** Takes a message out of the queue; undefined if it is gone. */
  unqueue(session: string, id: number): Queued | undefined {
    const found = this.of(session).items.find((item) => item.id === id);
    this.change(session, ({ items, held }) => ({ items: items.filter((item) => item.id !== id), held }));
    return found;
  }

  /** Sends a message before all others: at once, or when the run that goes on has been stopped for it. */
  async sendNow(session: string, id: number, running: string): Promise<void> {
    this.change(session, ({ items }) => ({ items: [...items.filter((item) => item.id === id), ...items.filter((item) => item.id !== id)], held: false }));
    if (!running) return this.sendNext(session);
    this.waits.set(session, running);
    this.steered.add(session);
    try {
      await this.ways.cancelRun(running);
    } catch (error) {
      this.steered.delete(session);
      this.ways.notify({ level: "error", text: said(error) });
    }
  }

  /** Hears how runs end. */
  heard(event: JournalEvent): void {
    if (event.kind !== "ended") return;
    this.ends.set(event.run, event.data.state ?? "done");
    for (const run of this.ends.keys()) {
      if (this.ends.size <= ENDS_KEPT) return;
      this.ends.delete(run);
    }
  }

  /** Hears that a chat has begun a run, or ended one. */
  changed(chat: SessionView): void {
    const queue = this.of(chat.id);
    if (queue.items.length === 0) return;
    if (chat.running) {
      this.waits.set(chat.id, chat.running);
      return;
    }
    const steered = this.steered.delete(chat.id);
    if (queue.held && !steered) return;
    if (steered || this.ends.get(this.waits.get(chat.id) ?? "") === "done") void this.sendNext(chat.id);
    else this.change(chat.id, ({ items }) => ({ items, held: true }));
  }

  private async sendNext(session: string): Promise<void> {
    const [next, ...rest] = this.of(session).items;
    if (!next || this.sending.has(session)) return;
    this.sending.add(session);
    this.change(session, () => ({ items: rest, held: false }));
    try {
      const run = await this.send(session, next);
      this.waits.set(session, run.id);
    } catch (error) {
      this.change(session, ({ items }) => ({ items: [next, ...items], held: true }));
      this.ways.notify({ level: "error", text: texts.live.queued(said(error)) });
    } finally {
      this.sending.delete(session);
    }
  }

  private of(session: string): Queue {
    return this.store.getState().queues[session] ?? EMPTY;
  }

  private change(session: string, by: (queue: Queue) => Queue): void {
    this.store.setState(({ queues: { [session]: before = EMPTY, ...others } }) => {
      const after = by(before);
      return { queues: after.items.length > 0 ? { ...others, [session]: after } : others };
    });
  }
}

function said(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
