// What a person is about to say, by chat: drafts, and messages that wait until the agent is done. It is kept while they
// look elsewhere, and messages that wait are sent then, too.

import type { JournalEvent } from "./events";
import type { News, RunState, RunView, SessionView } from "./wire";
import { texts } from "../words/states";

/** A message that waits. */
export interface Queued {
  id: number;
  text: string;
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
}

export const NOTHING_OUTGOING: OutgoingState = { drafts: {}, queues: {} };
const EMPTY: Queue = { items: [], held: false };
/** How many ends of runs are remembered. */
const ENDS_KEPT = 200;

interface Store {
  getState(): OutgoingState;
  setState(change: (state: OutgoingState) => Partial<OutgoingState>): void;
}

interface Ways {
  send(session: string, text: string): Promise<RunView>;
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
  private named = 0;

  constructor(private readonly store: Store, private readonly ways: Ways) {}

  setDraft(session: string, text: string): void {
    this.store.setState(({ drafts }) => ({ drafts: { ...drafts, [session]: text } }));
  }

  /** Keeps a message until a run is over. One that ends well lets the first go. */
  queue(session: string, run: string, text: string): void {
    this.named += 1;
    const item: Queued = { id: this.named, text };
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
      const run = await this.ways.send(session, next.text);
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
