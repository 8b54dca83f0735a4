// The fake's rehearsals: every one is what Go has answered about a real one
// (window/rehearsals_linux_test.go), with one file that the person has saved meanwhile.

import type { ComparisonView, KeepForm, KeptView, RehearsalView } from "../wire";
import type { FakeDoor } from "./door";
import { WELCOME } from "./many";

export interface RecordedRehearsal {
  view: RehearsalView;
  /** By items. */
  texts: Record<string, ComparisonView>;
}

/** Why a machine cannot, as Go says it. */
export const WALLED = "A rehearsal needs a sandbox with namespaces of its own, which this machine does not allow";

/** What the page may ask of it. cannot says why this machine cannot rehearse. */
export function rehearsing({ view, texts }: RecordedRehearsal, door: FakeDoor, empty: boolean, cannot: string) {
  let count = 1;
  const waiting = new Map<string, RehearsalView>(empty ? [] : [[view.row.id, view]]);
  const find = (id: string): RehearsalView => {
    const found = waiting.get(id);
    if (!found) throw new Error("there is no such rehearsal; it may have been kept or dropped");
    return found;
  };
  const begin = (tool: string): RehearsalView => {
    const row = { ...view.row, id: `h_recorded0${count++}`, tool, ended: new Date().toISOString() };
    const begun = { ...view, row };
    waiting.set(row.id, begun);
    return begun;
  };
  const question = (id: string) => {
    const found = door.questions.find((known) => known.id === id);
    if (!found) throw new Error("this question no longer waits: it was answered, withdrawn or has expired");
    return found;
  };
  return {
    cannotRehearse: () => cannot,
    rehearseQuestion: (id: string) => begin(question(id).tool),
    rehearseTool: (_: string, tool: string) => begin(tool),
    stopRehearsing: () => undefined,
    rehearsals: (space: string) => (space === WELCOME ? [...waiting.values()].map(({ row }) => row).sort((a, b) => b.ended.localeCompare(a.ended)) : []),
    rehearsal: find,
    rehearsedText: (id: string, item: string): ComparisonView => {
      find(id);
      const text = texts[item];
      if (!text) throw new Error("there is no such rehearsal; it may have been kept or dropped");
      return text;
    },
    keepRehearsal: (form: KeepForm): KeptView => {
      const all = find(form.rehearsal);
      const asked = form.question ? question(form.question) : undefined;
      const stay = all.items.filter(({ id, moved }) => moved || form.without.includes(id));
      const kept = all.items.length - stay.length;
      if (stay.length === 0) waiting.delete(form.rehearsal);
      else waiting.set(form.rehearsal, { ...all, items: stay, row: { ...all.row, changes: stay.length } });
      if (asked) door.answer(asked.id, { run: false, reason: `the person rehearsed it, and kept ${kept} of its ${all.items.length} changes`, offer: "", input: "", digest: "" });
      return { kept, waits: stay.length, left: [], error: "" };
    },
    dropRehearsal: (id: string) => {
      find(id);
      waiting.delete(id);
    },
  };
}
