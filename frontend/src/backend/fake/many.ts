// Much of everything, to see that the page stays quick: 5,000 tools, a run of 10,000 events.

import type { EventKind } from "../events";
import type { ToolDetailView } from "../wire";
import type { RunFixture } from "./journal";

export const WELCOME = "/home/ada/welcome";
export const LARGE = "/home/ada/large";
export const NOTES = "/home/ada/notes";

export function manyTools(count: number): ToolDetailView[] {
  return Array.from({ length: count }, (_, i) => {
    const name = `task-${String(i + 1).padStart(4, "0")}`;
    return {
      tool: {
        name, qualified: `large__${name}`, title: `Task ${i + 1}`, description: `Does piece ${i + 1} of the work.`, source: "custom",
        state: i % 50 === 49 ? "shadowed" : "ready", reason: i % 50 === 49 ? `task-${i} has the same name.` : "", category: "work",
        icon: "", sideEffect: i % 2 === 0, idempotent: true, confirm: false, danger: "safe", timeoutSeconds: 60,
      },
      input: JSON.stringify({ type: "object", properties: { step: { type: "integer", description: "Which step" } }, additionalProperties: false }),
      docs: "", declared: `agent/tools/${name}.md:1`, command: `make ${name} STEP={{step}}`,
    };
  });
}

const EVENTS_OF_A_CALL = 4;

export function longRun(count: number): RunFixture {
  const began = Date.parse("2026-11-19T08:00:00Z");
  const events: RunFixture["events"] = [];
  const add = (kind: EventKind, call: string, data: object) => {
    const at = events.length;
    events.push({ seq: 100_000 + at, run: "run-long", call, time: new Date(began + at * 220).toISOString(), kind, data });
  };
  add("prompted", "", { text: "Go through all the files and fix the headings.", agent: "agent", model: "ollama/qwen3" });
  for (let call = 1; events.length + EVENTS_OF_A_CALL < count; call += 1) {
    const id = `run-long-c${call}`;
    const path = `/home/ada/large/docs/page-${call}.md`;
    add("called", id, { tool: "edit", input: { path }, caller: "agent", name: "agent" });
    add("started", id, { tool: "edit", title: `Edit docs/page-${call}.md`, detail: path, effects: [`write ${path}`] });
    add("finished", id, { content: "Replaced 1 match.", meta: { duration_ms: 3 } });
    add("returned", id, { same: true, meta: { duration_ms: 3 } });
  }
  while (events.length < count - 1) add("replied", "", { text: "All headings are fixed." });
  add("ended", "", { state: "done" });
  return {
    run: {
      id: "run-long", session: "chat-long", space: LARGE, origin: "chat", agent: "agent", title: "Go through all the files and fix the headings.",
      state: "done", started: new Date(began).toISOString(), ended: new Date(began + count * 220).toISOString(), calls: Math.floor(count / EVENTS_OF_A_CALL),
    },
    events,
  };
}
