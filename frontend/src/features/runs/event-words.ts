// One line for each journal event.

import { sayReason, saySaid } from "../../backend/clauses";
import { readDecided, sayBy } from "../../backend/decider";
import type { EventKind, JournalEvent, Verdict } from "../../backend/events";
import { sayRun, type Tone } from "../../backend/words";
import { texts as common } from "../../words/common";
import { texts } from "../../words/runs";

export type EventGroup = "said" | "calls" | "decisions" | "output" | "run";

const GROUPS: Record<EventKind, EventGroup> = {
  prompted: "said", replied: "said", called: "calls", started: "calls", finished: "calls", returned: "calls", snapshot: "calls", undone: "calls",
  changed: "decisions", blocked: "decisions", asked: "decisions", allowed: "decisions", declined: "decisions", expired: "decisions",
  output: "output", problem: "run", halted: "run", ended: "run", resumed: "run", titled: "run",
};

export function groupOf(kind: EventKind): EventGroup {
  return GROUPS[kind];
}

export interface EventWords {
  tone: Tone | "plain";
  word: string;
  text: string;
}

export function wordsOf(event: JournalEvent): EventWords {
  switch (event.kind) {
    case "prompted":
      return { tone: "plain", word: event.data.from || texts.events.prompted, text: [event.data.text ?? "", ...(event.data.skills ?? []).map((name) => texts.events.skill(name))].join(" · ") };
    case "replied": {
      const calls = event.data.calls ?? [];
      const asked = calls.length > 0 ? texts.events.asksFor(calls.map((call) => call.name).join(", ")) : "";
      return { tone: "plain", word: texts.events.replied, text: [event.data.text, asked].filter(Boolean).join(" · ") };
    }
    case "called":
      return { tone: "plain", word: texts.events.called, text: `${event.data.tool ?? ""} ${compact(event.data.input)}` };
    case "changed":
      return { tone: "warning", word: texts.events.changed, text: texts.events.changedBy(sayBy(readDecided(event.data)) || texts.events.aHook) };
    case "blocked":
      return { tone: "denied", word: texts.events.blocked, text: because(event.data) };
    case "asked":
      return { tone: "asking", word: texts.events.asked, text: `${saySaid(event.data.title ?? "", event.data.heading)}: ${sayReason(event.data.because, event.data.reason ?? "")}` };
    case "allowed":
      return { tone: "done", word: texts.events.allowed, text: because(event.data) };
    case "declined":
      return { tone: "denied", word: texts.events.declined, text: because(event.data) };
    case "expired":
      return { tone: "denied", word: texts.events.expired, text: event.data.cause || sayReason(event.data.because, event.data.reason ?? "") };
    case "started":
      return { tone: "running", word: texts.events.started, text: event.data.detail || saySaid(event.data.title ?? "", event.data.heading) };
    case "output":
      return { tone: "plain", word: texts.events.output, text: event.data.text ?? "" };
    case "finished":
      if (event.data.unknown) return { tone: "warning", word: texts.events.unknown, text: texts.events.closed };
      if (event.data.code) return { tone: "failed", word: texts.events.failed, text: event.data.error ?? event.data.code };
      return { tone: "done", word: texts.events.finished, text: event.data.content ?? "" };
    case "returned":
      return { tone: "plain", word: texts.events.returned, text: event.data.error ?? (event.data.same ? texts.events.same : (event.data.content ?? "")) };
    case "snapshot":
      return { tone: "plain", word: texts.events.snapshot, text: event.data.failed ? texts.events.notKept(event.data.failed) : texts.events.files(event.data.changed ?? 0) };
    case "undone":
      return { tone: "warning", word: texts.events.undone, text: common.counts.files(event.data.changed ?? 0) };
    case "problem":
      return { tone: "failed", word: texts.events.problem, text: `${event.data.file ?? ""}:${event.data.line ?? 0} ${event.data.text ?? ""}` };
    case "halted":
      return { tone: "failed", word: texts.events.halted, text: event.data.reason ?? "" };
    case "ended": {
      const said = sayRun(event.data.state ?? "done");
      return { ...said, word: texts.events.ended, text: [said.word, event.data.reason].filter(Boolean).join(": ") };
    }
    case "resumed":
      return { tone: "running", word: texts.events.resumed, text: sayBy(readDecided(event.data)) };
    case "titled":
      return { tone: "plain", word: texts.events.titled, text: event.data.title || (event.data.why ? texts.events.noTitle(event.data.why) : "") };
  }
}

function because(verdict: Partial<Verdict>): string {
  return [sayBy(readDecided(verdict)), verdict.cause || sayReason(verdict.because, verdict.reason ?? "")].filter(Boolean).join(": ");
}

function compact(input: unknown): string {
  return input === undefined ? "" : JSON.stringify(input);
}

export interface EventFilter {
  words: string;
  group: EventGroup | "all";
}

export function filterEvents(events: readonly JournalEvent[], { words, group }: EventFilter): readonly JournalEvent[] {
  const wanted = words.toLowerCase().trim();
  if (group === "all" && !wanted) return events;
  return events.filter((event) => {
    if (group !== "all" && groupOf(event.kind) !== group) return false;
    if (!wanted) return true;
    const said = wordsOf(event);
    return `${said.word} ${said.text}`.toLowerCase().includes(wanted);
  });
}
