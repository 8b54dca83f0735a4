// Live state outside the components: open transcripts, output of running calls, waiting questions. Bursts of events are joined: one draw a frame,
// and of text that grows, a few a second.

import { createStore, type StoreApi } from "zustand/vanilla";
import type { AppEvent, Backend } from "./backend";
import { readEvent, type JournalEvent } from "./events";
import { sayRefusal } from "./clauses";
import { applyView, takeDelta, takeEvent, type Feed, type How } from "./feed";
import { noted, type RunNotes } from "./notes";
import { NOTHING_OUTGOING, Outgoing, type OutgoingState } from "./outgoing";
import { printed, type LiveOutput } from "./printed";
import { Transcript, type Call, type Turn } from "./transcript";
import type { EventsPageView, News, NoticeView, QuestionView } from "./wire";
import { askingOf, takeEnd, takeForm, takeQuestion, type WaitingState } from "./waiting";
import { texts } from "../words/states";

/** What a transcript is made of: one chat, or one run. */
export type FeedKey = `session:${string}` | `run:${string}`;

export interface FeedState {
  status: "loading" | "ready" | "failed";
  error: string;
  turns: readonly Turn[];
  calls: ReadonlyMap<string, Call>;
  events: readonly JournalEvent[];
}

export interface LiveState extends WaitingState, OutgoingState {
  feeds: Readonly<Record<FeedKey, FeedState>>;
  outputs: Readonly<Record<string, LiveOutput>>;
  notices: readonly (News & { id: number })[];
  /** What was told of runs while they went on, by run. It is not in the journal. */
  notes: RunNotes;
  /** Changed files that are not saved, by what they are. */
  edits: Readonly<Record<string, Edit>>;
}

/** A file that is being changed. */
export interface Edit {
  /** What it was when it was read. */
  base: string;
  digest: string;
  text: string;
}

const [PAGE, FRAME_MS] = [2000, 16];
/** Text that grows is drawn as often as it can be read; what comes after a while, at once. */
const GATHER_MS = 160;
const GROWS = ["delta", "output"];
const FEEDS_KEPT = 6;

type Touched = Map<FeedKey, How>;

export { OUTPUT_KEPT, type LiveOutput } from "./printed";

const EMPTY: FeedState = { status: "loading", error: "", turns: [], calls: new Map(), events: [] };

export class Live {
  readonly store: StoreApi<LiveState> = createStore<LiveState>(() => ({ feeds: {}, outputs: {}, questions: [], closed: [], forms: [], notices: [], notes: {}, ...NOTHING_OUTGOING, edits: {} }));
  readonly outgoing: Outgoing;
  private readonly feeds = new Map<FeedKey, Feed>();
  private readonly gone = new Set<string>();
  private queue: AppEvent[] = [];
  private timer: { id: ReturnType<typeof setTimeout>; ms: number } | undefined;
  private flushed = -GATHER_MS;
  private noticed = 0;

  constructor(private readonly backend: Backend) {
    this.outgoing = new Outgoing(this.store, { send: (session, text) => backend.send(session, text), sendWith: (session, text, attached) => backend.sendWith(session, text, attached), cancelRun: (run) => backend.cancelRun(run), notify: (notice) => this.notify(notice) });
  }

  /** Hears the backend until the returned function is called. */
  start(): () => void {
    const stop = this.backend.listen((event) => {
      this.queue.push(event);
      this.flushIn(GROWS.includes(event.kind) ? Math.max(FRAME_MS, this.flushed + GATHER_MS - performance.now()) : FRAME_MS);
    });
    this.backend.questions().then(
      (questions) => questions.forEach((question) => this.question(question)), (error: unknown) => this.notify({ level: "error", text: texts.live.questions(words(error)) }),
    );
    this.backend.forms().then(
      (forms) => forms.forEach((form) => this.store.setState((state) => takeForm(state, form))), (error: unknown) => this.notify({ level: "error", text: texts.live.forms(words(error)) }),
    );
    return () => {
      stop();
      clearTimeout(this.timer?.id);
    };
  }

  private flushIn(ms: number): void {
    if (this.timer && this.timer.ms <= ms) return;
    clearTimeout(this.timer?.id);
    this.timer = { id: setTimeout(() => this.flush(), ms), ms };
  }

  /** Loads a transcript, if it is not there, and keeps it up to date. */
  watch(key: FeedKey): void {
    const known = this.feeds.get(key);
    if (known && this.store.getState().feeds[key]?.status !== "failed") {
      // Looked at last: it is dropped last.
      this.feeds.delete(key);
      this.feeds.set(key, known);
      return;
    }
    const feed: Feed = { transcript: new Transcript(), waiting: [] };
    this.feeds.set(key, feed);
    this.publish(key, EMPTY);
    this.dropOld();
    this.load(key, feed).catch((error: unknown) => this.publish(key, { ...EMPTY, status: "failed", error: words(error) }));
  }

  notify(notice: News): void {
    const id = ++this.noticed;
    this.store.setState((state) => ({ notices: [...state.notices, { ...notice, id }] }));
  }

  dismiss(id: number): void {
    this.store.setState((state) => ({ notices: state.notices.filter((notice) => notice.id !== id) }));
  }

  /** What became of questions has been seen. */
  forgetClosed(): void {
    this.store.setState({ closed: [] });
  }

  /** Keeps a change of a file; undefined forgets it. */
  setEdit(key: string, edit: Edit | undefined): void {
    this.store.setState(({ edits: { [key]: old, ...others } }) => (edit ? { edits: { ...others, [key]: edit } } : old ? { edits: others } : {}));
  }

  private async load(key: FeedKey, feed: Feed): Promise<void> {
    let more = true;
    while (more) {
      const page = await this.page(key, feed.transcript.lastSeq);
      const before = feed.transcript.lastSeq;
      for (const view of page.events) applyView(feed.transcript, view);
      more = page.more && feed.transcript.lastSeq > before;
      if (this.feeds.get(key) !== feed) return;
    }
    for (const event of feed.waiting ?? []) feed.transcript.apply(event);
    feed.waiting = undefined;
    this.publishFeed(key, feed);
  }

  private page(key: FeedKey, after: number): Promise<EventsPageView> {
    const id = key.slice(key.indexOf(":") + 1);
    return key.startsWith("session:") ? this.backend.sessionEvents(id, after, PAGE) : this.backend.runEvents(id, after, PAGE);
  }

  private flush(): void {
    const events = this.queue;
    this.queue = [];
    this.timer = undefined;
    this.flushed = performance.now();
    const touched: Touched = new Map();
    for (const event of events) this.take(event, touched);
    for (const [key, how] of touched) {
      const feed = this.feeds.get(key);
      if (feed && !feed.waiting) this.publishFeed(key, feed, how);
    }
  }

  private take(event: AppEvent, touched: Touched): void {
    switch (event.kind) {
      case "journal": {
        const read = readEvent(event.journal);
        if (!read) return;
        if (read.kind === "finished") this.forgetOutput(read.call);
        this.outgoing.heard(read);
        this.store.setState((state) => takeEnd(state, read));
        this.give(`session:${event.session}`, touched, "changed", (feed) => takeEvent(feed, read));
        this.give(`run:${read.run}`, touched, "changed", (feed) => takeEvent(feed, read));
        return;
      }
      case "delta":
        this.give(`session:${event.delta.session}`, touched, "grown", (feed) => takeDelta(feed, event.delta));
        this.give(`run:${event.delta.run}`, touched, "grown", (feed) => takeDelta(feed, event.delta));
        return;
      case "output": {
        const { call, stream, text } = event.output;
        this.store.setState(({ outputs }) => ({ outputs: { ...outputs, [call]: printed(outputs[call], stream, text) } }));
        return;
      }
      case "session":
        if (event.chat.gone) this.outgoing.forget(event.chat.id);
        else this.outgoing.changed(event.chat);
        return;
      case "question":
        this.question(event.question);
        return;
      case "form":
        this.store.setState((state) => takeForm(state, event.form));
        return;
      case "notice":
        this.notice(event.notice);
        return;
      default:
        return;
    }
  }

  /** What is about a run is told where the run is. */
  private notice({ run, skill, level, text }: NoticeView): void {
    if (run === "") this.notify({ level, text: sayRefusal(text) });
    else this.store.setState(({ notes }) => ({ notes: noted(notes, run, { skill, text: sayRefusal(text) }) }));
  }

  private give(key: FeedKey, touched: Touched, how: How, to: (feed: Feed) => void): void {
    const feed = this.feeds.get(key);
    if (!feed) return;
    to(feed);
    if (touched.get(key) !== "changed") touched.set(key, how);
  }

  private forgetOutput(call: string): void {
    const { [call]: gone, ...outputs } = this.store.getState().outputs;
    if (gone) this.store.setState({ outputs });
  }

  private question(question: QuestionView): void {
    // The list that was asked for at the start may be older than the news.
    if (this.gone.has(askingOf(question))) return;
    if (question.state !== "waiting") this.gone.add(askingOf(question));
    this.store.setState((state) => takeQuestion(state, question));
  }

  private publishFeed(key: FeedKey, { transcript }: Feed, how: How = "changed"): void {
    const before = this.store.getState().feeds[key];
    const turns = [...transcript.turns];
    if (how === "grown" && before?.status === "ready") this.publish(key, { ...before, turns });
    else this.publish(key, { status: "ready", error: "", turns, calls: new Map(transcript.calls), events: [...transcript.events] });
  }

  private publish(key: FeedKey, feed: FeedState): void {
    this.store.setState((state) => ({ feeds: { ...state.feeds, [key]: feed } }));
  }

  private dropOld(): void {
    for (const key of this.feeds.keys()) {
      if (this.feeds.size <= FEEDS_KEPT) return;
      this.feeds.delete(key);
      this.store.setState(({ feeds: { [key]: gone, ...feeds } }) => (gone ? { feeds } : {}));
    }
  }
}

/** The text of whatever was thrown. */
export function words(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
