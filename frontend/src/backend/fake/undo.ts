// The fake's answers about what calls have changed and about undoing it: run-01 has one name in each state.

import type { AppEvent } from "../backend";
import type { ChangedItemView, ChangedView, ComparisonView, StorageForm, StorageView, TakenBackView, UndoForm, UndoItemView, UndoPlanView } from "../wire";
import { WELCOME } from "./many";

interface Name {
  path: string;
  call: string;
  made: ChangedItemView["what"];
  would: UndoItemView["what"];
  kind?: UndoItemView["kind"];
  state?: UndoItemView["state"];
  why?: string;
  compared?: Partial<ComparisonView>;
}

const ROUND = [" round() {", "-  printf '%d.%02d\\n' $(($1 / 100)) $(($1 % 100))", "+  printf '%d.%02d\\n' $(($1 / 100)) $(($1 % 100 - 1))", " }"];

const NAMES: Name[] = [
  {
    path: "README.md", call: "run-01-c4", made: "changed", would: "change", state: "conflict", why: "It was changed meanwhile",
    compared: {
      conflict: true, apart: true, then: "# Fair\n\nThe till of the fair.\n\nRun test.sh.\n", now: "# Fair\n\nThe till of the fair, and its prices.\n\nRun test.sh unit.\n", would: "# Fair\n\nThe till of the fair, and its prices.\n\nRun test.sh.\n",
      parts: [{ header: "@@ -2,4 +2,4 @@", lines: [" ", " The till of the fair, and its prices.", " ", "-Run test.sh unit.", "+Run test.sh."] }],
    },
  },
  { path: "prices.csv", call: "run-01-c5", made: "changed", would: "change", state: "conflict", why: "It was changed meanwhile", compared: { conflict: true, then: "tea,250\n", now: "tea,275\n", parts: [] } },
  { path: "report", call: "run-01-c5", made: "new", would: "delete", kind: "folder" },
  { path: "report/unit.txt", call: "run-01-c5", made: "new", would: "delete", compared: { parts: [{ header: "@@ -1,2 +1,0 @@", lines: ["-4 tests", "-0 failed"] }] } },
  { path: "src/old.sh", call: "run-01-c5", made: "gone", would: "restore", compared: { parts: [{ header: "@@ -1,0 +1,1 @@", lines: ["+echo old"] }] } },
  {
    path: "src/totals.sh", call: "run-01-c4", made: "changed", would: "change",
    compared: { parts: [{ header: "@@ -1,3 +1,3 @@", lines: [" #!/bin/sh", "-# Sums up cents.", "+# Sums up.", " set -eu"] }, { header: "@@ -8,3 +8,3 @@", lines: ROUND }] },
  },
  { path: "test.sh", call: "run-01-c5", made: "mode", would: "mode", compared: { parts: [] } },
  { path: ".env", call: "run-01-c5", made: "changed", would: "change", state: "lost", why: "It may hold secrets, which are not kept", compared: { note: "It may hold secrets, and is not shown" } },
];

const COMPARED: ComparisonView = { parts: [], note: "", conflict: false, then: "", now: "", would: "", apart: false, noThen: false, noNow: false };
const RUN = "run-01";
const idOf = (path: string) => `${WELCOME}/${path}`;

/** What runs of the fake have changed, and what was undone of it. */
class FakeUndo {
  private readonly backs: TakenBackView[] = [];
  private readonly undone = new Map<string, string[]>();
  private stored: StorageView = { bytes: 48_300_000, calls: 212, since: "2026-11-02T08:00:00Z", keepDays: 30, maxMB: 5120, secrets: true };

  constructor(private readonly empty: boolean, private readonly tell: (event: AppEvent) => void) {}

  changed(runs: readonly string[]): ChangedView[] {
    if (this.empty || this.stored.calls === 0 || !runs.includes(RUN)) return [];
    const calls = ["run-01-c4", "run-01-c5"].map((call) => {
      const count = (made: Name["made"]) => NAMES.filter((name) => name.call === call && name.made === made).length;
      return { run: RUN, call, new: count("new"), changed: count("changed"), gone: count("gone"), mode: count("mode"), exact: call === "run-01-c4" };
    });
    return [{ run: RUN, files: NAMES.filter(({ kind }) => kind !== "folder").length, folders: 1, calls, back: this.backs }];
  }

  names({ runs, call, after }: UndoForm): Name[] {
    const back = this.undone.get(call);
    if (back) return NAMES.filter(({ path }) => back.includes(path));
    if (this.stored.calls === 0 || (!call && !runs.includes(RUN))) return [];
    return NAMES.filter((name) => (call ? name.call === call : !after || name.call > after));
  }

  plan(form: UndoForm): UndoPlanView {
    const again = this.undone.has(form.call);
    const items = this.names(form).filter(({ path }) => !form.without.includes(idOf(path))).map((name): UndoItemView => {
      const chosen = [...form.over, ...form.merge].includes(idOf(name.path));
      const done = !again && this.isUndone(name.path);
      const state = done ? "already" : chosen || again ? "ready" : (name.state ?? "ready");
      return { id: idOf(name.path), path: name.path, kind: name.kind ?? "file", what: name.would, state, why: state === "ready" || done ? "" : (name.why ?? "") };
    });
    const elsewhere = items.length > 0 && !again && form.call !== "run-01-c4" ? ["run-tests could reach registry.example: what it did there stays"] : [];
    return { items, more: 0, moreReady: 0, elsewhere, partial: [], skipped: elsewhere.length > 0 ? ["node_modules"] : [], beside: [], digest: JSON.stringify(form) };
  }

  takeBack(form: UndoForm, digest: string): TakenBackView {
    if (digest !== JSON.stringify(form)) throw new Error("something was changed since you looked: look at it again, then take it back");
    const ready = this.plan(form).items.filter(({ state }) => state === "ready");
    const call = `undo-${this.backs.length + 1}`;
    const folders = ready.filter(({ kind }) => kind === "folder").length;
    const of = this.undone.has(form.call) ? form.call : "";
    const back: TakenBackView = { run: `run-${call}`, call, time: new Date().toISOString(), of, files: ready.length - folders, folders, left: [], error: "" };
    this.backs.push(back);
    this.undone.set(call, ready.map(({ path }) => path));
    this.tell({ kind: "journal", space: WELCOME, session: "s_undo", journal: { seq: 90_000 + this.backs.length, run: back.run, call, time: back.time, kind: "undone", data: JSON.stringify({ calls: [form.call], changed: ready.length }) } });
    return back;
  }

  /** An undo of an undo undoes none of the names. */
  private isUndone(path: string): boolean {
    const last = this.backs.findLast(({ call }) => this.undone.get(call)?.includes(path));
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

/** The other way round: from what was there before to what the calls have made of it. */
function turned(lines: readonly string[]): string[] {
  return lines.map((line) => (line.startsWith("-") ? `+${line.slice(1)}` : line.startsWith("+") ? `-${line.slice(1)}` : line)).sort((a, b) => (a.startsWith("+") && b.startsWith("-") ? 1 : a.startsWith("-") && b.startsWith("+") ? -1 : 0));
}

/** What the page may ask of it. */
export function undoing(empty: boolean, tell: (event: AppEvent) => void) {
  const fake = new FakeUndo(empty, tell);
  const compared = (item: string) => ({ ...COMPARED, ...NAMES.find(({ path }) => idOf(path) === item)?.compared });
  return {
    changedFiles: (_: string, runs: string[]) => fake.changed(runs),
    changedItems: (_: string, form: UndoForm) => ({ items: fake.names(form).map(({ path, kind = "file", made: what }) => ({ id: idOf(path), path, kind, what })), more: 0, partial: [], skipped: [] }),
    changedText: (_: string, _form: UndoForm, item: string) => {
      const { parts, note } = compared(item);
      return { ...COMPARED, note, parts: parts.map((part) => ({ ...part, lines: turned(part.lines) })) };
    },
    planUndo: (_: string, form: UndoForm) => fake.plan(form),
    compareUndo: (_: string, _form: UndoForm, item: string) => compared(item),
    takeBack: (_: string, form: UndoForm, digest: string) => fake.takeBack(form, digest),
    storage: () => fake.storage(),
    setStorage: (form: StorageForm) => fake.setStorage(form),
    forgetStorage: () => fake.forget(),
  };
}
