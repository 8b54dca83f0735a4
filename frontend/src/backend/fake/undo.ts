// The fake's answers about what calls have changed and about undoing it: what Go has answered about two real calls
// (window/recordedundo_linux_test.go), of run-01, which have left a name in each state.

import type { AppEvent } from "../backend";
import type { BranchedView, ChangedItemsView, ChangedView, ComparisonView, SessionView, StorageForm, StorageView, TakenBackView, UndoForm, UndoItemView, UndoPlanView } from "../wire";
import { WELCOME } from "./many";

/** Plans and lists stand under the run, and under each call. */
export interface RecordedUndo {
  changed: ChangedView;
  plans: Record<string, UndoPlanView>;
  items: Record<string, ChangedItemsView>;
  /** By items: what would become of them, and what calls have made of them. */
  texts: Record<string, ComparisonView>;
  made: Record<string, ComparisonView>;
}

const RUN = "run-01";
const LAST = "run-01-c5";
const NO_PLAN: UndoPlanView = { items: [], more: 0, moreReady: 0, elsewhere: [], partial: [], skipped: [], unsure: [], beside: [], digest: "" };
const NO_ITEMS: ChangedItemsView = { items: [], more: 0, partial: [], skipped: [], unsure: [] };

/** What runs of the fake have changed, and what was undone of it. */
class FakeUndo {
  private readonly backs: TakenBackView[] = [];
  private readonly undone = new Map<string, string[]>();
  private stored: StorageView = { bytes: 48_300_000, calls: 212, since: "2026-11-02T08:00:00Z", keepDays: 30, maxMB: 5120, maxCalls: 10_000, secrets: true };

  constructor(private readonly recorded: RecordedUndo, private readonly empty: boolean, private readonly tell: (event: AppEvent) => void) {}

  changed(runs: readonly string[]): ChangedView[] {
    if (this.empty || this.stored.calls === 0 || !runs.includes(RUN)) return [];
    return [{ ...this.recorded.changed, back: this.backs }];
  }

  items(form: UndoForm): ChangedItemsView {
    return this.recorded.items[this.meant(form)] ?? NO_ITEMS;
  }

  /** What a form is about: the run, one of its calls, or nothing. */
  private meant({ runs, call, after, branch }: UndoForm): string {
    if (this.stored.calls === 0) return "";
    if (call) return call;
    if (branch) return branch.run === RUN ? RUN : "";
    if (!runs.includes(RUN)) return "";
    return after === "" ? RUN : after < LAST ? LAST : "";
  }

  plan(form: UndoForm): UndoPlanView {
    const back = this.undone.get(form.call);
    const whole = back ? this.ofUndo(back) : (this.recorded.plans[this.meant(form)] ?? NO_PLAN);
    const items = whole.items.filter(({ id }) => !form.without.includes(id) && (!form.only || form.only.includes(id))).map((item): UndoItemView => {
      const done = !back && this.isUndone(item.id);
      const state = done ? "already" : [...form.over, ...form.merge].includes(item.id) ? "ready" : item.state;
      return { ...item, state, why: state === "ready" || done ? "" : item.why };
    });
    return { ...whole, items, digest: JSON.stringify(form) };
  }

  /** An undo can itself be undone, whole. */
  private ofUndo(back: string[]): UndoPlanView {
    const items = this.recorded.plans[RUN]?.items.filter(({ id }) => back.includes(id)) ?? [];
    return { ...NO_PLAN, items: items.map((item) => ({ ...item, state: "ready", why: "" })) };
  }

  takeBack(form: UndoForm, digest: string): TakenBackView {
    if (digest !== JSON.stringify(form)) throw new Error("something was changed since you looked: look at it again, then take it back");
    const ready = this.plan(form).items.filter(({ state }) => state === "ready");
    const call = `undo-${this.backs.length + 1}`;
    const folders = ready.filter(({ kind }) => kind === "folder").length;
    const of = this.undone.has(form.call) ? form.call : "";
    const back: TakenBackView = { run: `run-${call}`, call, time: new Date().toISOString(), of, files: ready.length - folders, folders, left: [], error: "" };
    this.backs.push(back);
    this.undone.set(call, ready.map(({ id }) => id));
    this.tell({ kind: "journal", space: WELCOME, session: "s_undo", journal: { seq: 90_000 + this.backs.length, run: back.run, call, time: back.time, kind: "undone", data: JSON.stringify({ calls: [form.call], changed: ready.length }) } });
    return back;
  }

  branchBack(form: UndoForm, digest: string, branch: (run: string, turn: number) => SessionView): BranchedView {
    const held = this.plan(form).items.filter(({ state }) => state === "conflict" || state === "lost").length;
    if (held > 0) throw new Error(`${held} files and folders can't go back to that point, so nothing was put back and no chat was begun: decide about them with an undo first, or branch without taking files back`);
    const back = this.takeBack(form, digest);
    return { chat: branch(form.branch?.run ?? "", form.branch?.turn ?? 0), back };
  }

  /** An undo of an undo undoes none of the names. */
  private isUndone(id: string): boolean {
    const last = this.backs.findLast(({ call }) => this.undone.get(call)?.includes(id));
    return last?.of === "";
  }

  storage(): StorageView {
    return this.empty ? { ...this.stored, bytes: 0, calls: 0, since: "" } : this.stored;
  }

  setStorage(form: StorageForm): StorageView {
    this.stored = { ...this.stored, ...form };
    return this.storage();
  }

  forget(): StorageView {
    this.stored = { ...this.stored, bytes: 0, calls: 0, since: "" };
    return this.storage();
  }
}

/** What the page may ask of it. */
export function undoing(recorded: RecordedUndo, empty: boolean, tell: (event: AppEvent) => void, branch: (run: string, turn: number) => SessionView) {
  const fake = new FakeUndo(recorded, empty, tell);
  const textOf = (texts: Record<string, ComparisonView>, item: string): ComparisonView => {
    const text = texts[item];
    if (!text) throw new Error(`nothing is kept of ${item} any more`);
    return text;
  };
  return {
    changedFiles: (_: string, runs: string[]) => fake.changed(runs),
    changedItems: (_: string, form: UndoForm) => fake.items(form),
    changedText: (_: string, _form: UndoForm, item: string) => textOf(recorded.made, item),
    planUndo: (_: string, form: UndoForm) => fake.plan(form),
    compareUndo: (_: string, _form: UndoForm, item: string) => textOf(recorded.texts, item),
    takeBack: (_: string, form: UndoForm, digest: string) => fake.takeBack(form, digest),
    branchBack: (_: string, form: UndoForm, digest: string) => fake.branchBack(form, digest, branch),
    storage: () => fake.storage(),
    setStorage: (form: StorageForm) => fake.setStorage(form),
    forgetStorage: () => fake.forget(),
  };
}
