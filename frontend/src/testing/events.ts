import type { EventData, EventKind, JournalEvent } from "../backend/events";
import { readEvent } from "../backend/events";
import { runs } from "./fixtures";

/** Makes journal events with growing numbers. */
export function eventMaker(run = "run-1") {
  let seq = 0;
  return <K extends EventKind>(call: string, kind: K, data: Partial<EventData[K]>): JournalEvent => {
    seq += 1;
    const time = new Date(Date.UTC(2026, 10, 20, 9, 0, seq)).toISOString();
    return { seq, run, call, time, kind, data };
  };
}

/** The events of a fixture run, as the page reads them. */
export function fixtureEvents(id: string): JournalEvent[] {
  const fixture = runs.find(({ run }) => run.id === id);
  if (!fixture) throw new Error(`There is no fixture ${id}.`);
  return fixture.events.flatMap((event) => readEvent({ call: "", ...event, data: JSON.stringify(event.data) }) ?? []);
}
