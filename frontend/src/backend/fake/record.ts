// Stands in for Go's reading of the journal: how a call was decided.

import { newCall, changeOf } from "../call";
import { readEvent, type JournalEvent, type Stage } from "../events";
import type { AskedView, CallRecordView, EventView, StageView } from "../wire";

export function recordOf(views: readonly EventView[]): CallRecordView {
  const events = views.flatMap((view) => readEvent(view) ?? []);
  const [first] = events;
  if (!first) throw new Error("There is no such call in the journal.");
  let call = newCall(first);
  for (const event of events) call = { ...call, ...changeOf(call, event), events: [...call.events, event] };
  const unknown = call.code === "unknown";
  const ran = call.started !== "";
  let state: CallRecordView["state"] = ran ? "ran" : "refused";
  if (unknown) state = "unknown";
  else if (call.status === "running") state = "going on";
  else if (call.status === "requires-action") state = "waiting for an answer";
  const stages = (call.meta.stages ?? []).map(stageOf);
  return {
    state, why: whyOf(call, state), stages: stages.length > 0 ? stages : fromEvents(events),
    missing: unknown ? "the program ended in the middle of this call, so the times and the stages are lost; what was decided before is below" : "",
    questions: questionsOf(events), input: first.kind === "called" ? JSON.stringify(first.data.input ?? {}) : "", changes: events.flatMap((event) => (event.kind === "changed" ? [{ by: event.data.by ?? "", input: JSON.stringify(event.data.input ?? "") }] : [])),
  };
}

/** As Go puts it. */
function whyOf(call: ReturnType<typeof newCall>, state: CallRecordView["state"]): string {
  const { verdict, why, message } = call;
  const reason = verdict?.reason ? `: ${verdict.reason}` : "";
  if (state === "waiting for an answer") return `you are being asked: ${why}`;
  if (!verdict) return state === "refused" ? `it did not run: ${message}` : "it changes nothing, so nothing had to be decided";
  if (call.code === "expired") return `the question expired (${verdict.by})${reason}`;
  if (state !== "refused") return why ? `${verdict.by} allowed it; it had asked because ${why}` : `${verdict.by} allows it${reason}`;
  return `${verdict.by} ${call.code === "declined" ? "declined" : "refused"} it${reason}`;
}

function stageOf({ name, result, by = "", file = "", reason = "", micros = 0 }: Stage): StageView {
  return { name, result, by, file, reason, micros };
}

/** Of a call that has not ended, or never will. */
function fromEvents(events: readonly JournalEvent[]): StageView[] {
  const stage = (name: string, result: string, by = "") => stageOf({ name, result, by });
  return events.flatMap((event) => {
    switch (event.kind) {
      case "called":
        return [stage("look-up", "ok"), stage("check", "ok")];
      case "asked":
        return [stage("guard", "ask", event.data.reason ?? "")];
      case "allowed":
        return [stage("guard", "allow", event.data.by ?? "")];
      default:
        return [];
    }
  });
}

function questionsOf(events: readonly JournalEvent[]): AskedView[] {
  const asked: AskedView[] = [];
  let since = 0;
  for (const { kind, data, time } of events) {
    if (kind === "asked") {
      since = Date.parse(time);
      asked.push({ title: data.title ?? "", reason: data.reason ?? "", answer: "", by: "", said: "", waitedMs: 0 });
    }
    const last = asked.at(-1);
    if (last?.answer !== "" || (kind !== "allowed" && kind !== "declined" && kind !== "expired")) continue;
    Object.assign(last, { answer: kind, by: data.by ?? "", said: (data.reason ?? "").split("declined: ")[1] ?? "", waitedMs: Date.parse(time) - since });
  }
  return asked;
}
