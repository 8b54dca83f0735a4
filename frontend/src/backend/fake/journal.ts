// The fake's journal: the fixtures' runs and what is played on top of them.

import type { AppEvent } from "../backend";
import { readEvent, type EventData, type EventKind } from "../events";
import { Transcript, type Call } from "../transcript";
import type { EventsPageView, EventView, HandCallView, RunState, RunView } from "../wire";
import { sayWho } from "../words";

/** A fixture file: a journal.Run and its events, as Go writes them. */
export interface RunFixture {
  run: Pick<RunView, "id" | "space" | "session" | "origin" | "title" | "state" | "started" | "calls"> &
    Partial<Pick<RunView, "agent" | "model" | "reason" | "ended">> & { input_tokens?: number; output_tokens?: number };
  events: (Omit<EventView, "call" | "data"> & { call?: string; data: object })[];
}

export class FakeJournal {
  readonly runs: RunView[] = [];
  private readonly byRun = new Map<string, EventView[]>();
  /** What chats that were branched have said before, by their ids. */
  readonly before = new Map<string, EventView[]>();
  private seq = 0;
  private made = 0;

  constructor(private readonly tell: (event: AppEvent) => void) {}

  load(fixture: RunFixture): void {
    const { input_tokens: inputTokens = 0, output_tokens: outputTokens = 0, ...run } = fixture.run;
    this.runs.unshift({ agent: "", model: "", reason: "", ended: "", parent: "", callCode: "", callExit: "", ...run, inputTokens, outputTokens });
    this.byRun.set(fixture.run.id, fixture.events.map((event) => ({ call: "", ...event, data: JSON.stringify(event.data) })));
    this.seq = Math.max(this.seq, ...fixture.events.map((event) => event.seq));
  }

  /** A run, and below it those of its sub-agents. */
  family(run: RunView): RunView[] {
    return [run, ...this.runs.filter(({ parent }) => parent === run.id).flatMap((below) => this.family(below))];
  }

  start(of: Pick<RunView, "space" | "session" | "origin" | "agent" | "model" | "title">): RunView {
    const run: RunView = {
      ...of, id: this.name("run"), state: "running", reason: "", started: new Date().toISOString(), ended: "", calls: 0, inputTokens: 0, outputTokens: 0, parent: "", callCode: "", callExit: "",
    };
    this.runs.unshift(run);
    this.byRun.set(run.id, []);
    return run;
  }

  name(kind: string): string {
    this.made += 1;
    return `live-${kind}-${this.made}`;
  }

  record<K extends EventKind>(run: RunView, call: string, kind: K, data: Partial<EventData[K]>): void {
    this.seq += 1;
    const journal: EventView = { seq: this.seq, run: run.id, call, time: new Date().toISOString(), kind, data: JSON.stringify(data) };
    this.byRun.get(run.id)?.push(journal);
    if (kind === "called") run.calls += 1;
    this.tell({ kind: "journal", space: run.space, session: run.session, journal });
  }

  end(run: RunView, state: RunState, reason = ""): void {
    if (run.state !== "running") return;
    Object.assign(run, { state, reason });
    run.ended = new Date().toISOString();
    const [only, ...others] = this.callsIn(run.id);
    if (only && others.length === 0 && state === "done") Object.assign(run, { callCode: only.code, callExit: String(only.meta.exit_code ?? "") });
    this.record(run, "", "ended", { state, ...(reason ? { reason } : {}) });
  }

  find(id: string): RunView {
    const run = this.runs.find((known) => known.id === id);
    if (!run) throw new Error(`There is no run ${id} in the journal. It may have been deleted by the retention limit.`);
    return run;
  }

  private callsIn(run: string): Call[] {
    const transcript = new Transcript();
    for (const view of this.byRun.get(run) ?? []) {
      const event = readEvent(view);
      if (event) transcript.apply(event);
    }
    return [...transcript.calls.values()];
  }

  /** Past calls of a tool, newest first. */
  callsOf(space: string, tool: string): HandCallView[] {
    const runs = this.runs.filter((run) => run.space === space);
    const calls = runs.flatMap((run) => {
      return this.callsIn(run.id).filter((call) => [tool, tool.split("__")[1]].includes(call.tool)).map((call) => ({
        run: run.id, call: call.id, time: call.called, status: call.status === "queued" ? "running" as const : call.status, code: call.code, durationMs: call.meta.duration_ms ?? 0, exit: String(call.meta.exit_code ?? ""),
        who: sayWho(run), detail: call.detail,
      }));
    });
    return calls.sort((a, b) => b.time.localeCompare(a.time));
  }

  ofRun(id: string, after: number, limit: number): EventsPageView {
    this.find(id);
    return page(this.byRun.get(id) ?? [], after, limit);
  }

  ofSession(session: string, after: number, limit: number): EventsPageView {
    const runs = this.runs.filter((run) => run.session === session).reverse();
    const own = runs.flatMap((run) => this.byRun.get(run.id) ?? []).sort((a, b) => a.seq - b.seq);
    return page([...(this.before.get(session) ?? []), ...own], after, limit);
  }
}

function page(events: EventView[], after: number, limit: number): EventsPageView {
  const rest = events.filter((event) => event.seq > after);
  return { events: rest.slice(0, limit), more: rest.length > limit };
}
