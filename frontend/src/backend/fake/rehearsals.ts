// The fake's rehearsals: of a call, or of a chat, each is what Go has answered about a real one
// (window/rehearsals_linux_test.go), with one file that the person has saved meanwhile.

import type { ComparisonView, KeepForm, KeptView, RehearsalView, RehearsedChatView, SessionView } from "../wire";
import type { FakeDoor } from "./door";
import { WELCOME } from "./many";
import type { RecordedRehearsal } from "./recorded";
import type { FakeWorld } from "./world";

/** Why a machine cannot, as Go says it. */
export const WALLED = "A rehearsal needs a sandbox with namespaces of its own, which this machine does not allow";

/** What the page may ask of it. cannot says why this machine cannot rehearse. */
export function rehearsing(recorded: Record<"call" | "chat", RecordedRehearsal>, world: FakeWorld, door: FakeDoor, cannot: string) {
  let count = 1;
  const { call, chat } = recorded;
  const waiting = new Map<string, RehearsalView>(world.empty ? [] : [[call.view.row.id, call.view]]);
  const kept = new Set<string>();
  const find = (id: string): RehearsalView => {
    const found = waiting.get(id);
    if (!found) throw new Error("there is no such rehearsal; it may have been kept or dropped");
    return found;
  };
  const begin = (view: RehearsalView, row: Partial<RehearsalView["row"]>): RehearsalView => {
    const begun = { ...view, row: { ...view.row, ...row, ended: new Date().toISOString() } };
    waiting.set(begun.row.id, begun);
    return begun;
  };
  const ofCall = (tool: string) => begin(call.view, { id: `h_recorded0${count++}`, tool });
  const question = (id: string) => {
    const found = door.questions.find((known) => known.id === id);
    if (!found) throw new Error("this question no longer waits: it was answered, withdrawn or has expired");
    return found;
  };
  return {
    cannotRehearse: () => cannot,
    rehearseQuestion: (id: string) => ofCall(question(id).tool),
    rehearseTool: (_: string, tool: string) => ofCall(tool),
    stopRehearsing: () => undefined,
    rehearseSession: (space: string, agent: string): SessionView => {
      const begun = world.newSession(space, agent);
      return world.changeSession(begun, { rehearsal: `h_recorded9${count++}` });
    },
    reviewChat: (id: string): RehearsalView => {
      const session = world.session(id);
      if (session.over) return find(session.rehearsal);
      world.changeSession(session, { over: true });
      // Nothing was said in it: there is nothing to decide on.
      if (!session.title) return { ...chat.view, row: { ...chat.view.row, id: "", line: "", session: "", changes: 0 }, items: [], notDone: [] };
      return begin(chat.view, { id: session.rehearsal, line: session.title, session: id });
    },
    rehearsedChat: (id: string): RehearsedChatView => {
      const { rehearsal } = world.session(id);
      return { waits: waiting.get(rehearsal)?.items.length ?? 0, kept: kept.has(rehearsal) };
    },
    rehearsals: (space: string) => (space === WELCOME ? [...waiting.values()].map(({ row }) => row).sort((a, b) => b.ended.localeCompare(a.ended)) : []),
    rehearsal: find,
    rehearsedText: (id: string, item: string): ComparisonView => {
      const text = (find(id).row.session ? chat : call).texts[item];
      if (!text) throw new Error("there is no such rehearsal; it may have been kept or dropped");
      return text;
    },
    keepRehearsal: (form: KeepForm): KeptView => {
      const all = find(form.rehearsal);
      const asked = form.question ? question(form.question) : undefined;
      const stay = all.items.filter(({ id, moved }) => moved || form.without.includes(id));
      const count = all.items.length - stay.length;
      if (count > 0) kept.add(form.rehearsal);
      if (stay.length === 0) waiting.delete(form.rehearsal);
      else waiting.set(form.rehearsal, { ...all, items: stay, row: { ...all.row, changes: stay.length } });
      if (asked) door.answer(asked.id, { run: false, reason: `the person rehearsed it, and kept ${count} of its ${all.items.length} changes`, offer: "", input: "", digest: "" });
      return { kept: count, waits: stay.length, left: [], error: "" };
    },
    dropRehearsal: (id: string) => {
      find(id);
      waiting.delete(id);
    },
  };
}
