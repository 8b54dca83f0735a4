// What the person leaves out of an undo, and what they decide about files that were changed since.

import type { UndoForm, UndoItemView, UndoPlanView } from "../backend/backend";

/** Which calls are meant: all of some runs, one, what came after one, or what came after a place in a chat; and of which names alone. */
export type UndoOf = Pick<UndoForm, "runs" | "call" | "after" | "branch" | "only">;

export interface Choices {
  /** Items that stay as they are. */
  without: ReadonlySet<string>;
  /** Of items that were changed since: over puts them back all the same, merge undoes only what the calls have changed. */
  since: ReadonlyMap<string, "over" | "merge">;
  /** Parts that stay, of items of which not all do. */
  parts: ReadonlyMap<string, { left: ReadonlySet<number>; of: number }>;
}

export const NO_CHOICES: Choices = { without: new Set(), since: new Map(), parts: new Map() };

export const ofRuns = (...runs: string[]): UndoOf => ({ runs, call: "", after: "" });
export const ofCall = (call: string): UndoOf => ({ runs: [], call, after: "" });
export const ofPlace = (run: string, turn: number): UndoOf => ({ runs: [], call: "", after: "", branch: { run, turn } });
export const afterCall = (run: string, call: string): UndoOf => ({ runs: [run], call: "", after: call });

/** What Go is asked. An item of which no part is left is one that stays. */
export function formOf(of: UndoOf, { without, since, parts }: Choices): UndoForm {
  const chosen = (how: "over" | "merge") => [...since].flatMap(([item, what]) => (what === how && !without.has(item) ? [item] : []));
  return {
    ...of,
    without: [...without].sort(),
    over: chosen("over").sort(),
    merge: chosen("merge").sort(),
    parts: [...parts].flatMap(([item, { left, of: all }]) => (without.has(item) || left.size === 0 ? [] : [{ item, parts: numbers(all).filter((part) => !left.has(part)) }])),
  };
}

function numbers(to: number): number[] {
  return Array.from({ length: to }, (_, i) => i + 1);
}

/** Ticks an item or takes its tick away; all its parts with it, and the other name of what was renamed. */
export function tickItem(choices: Choices, { id, with: other }: Pick<UndoItemView, "id" | "with">, on: boolean): Choices {
  const without = new Set(choices.without);
  for (const one of other ? [id, other] : [id]) {
    if (on) without.delete(one);
    else without.add(one);
  }
  const parts = new Map(choices.parts);
  parts.delete(id);
  return { ...choices, without, parts };
}

/** Ticks a part of a text or takes its tick away. */
export function tickPart(choices: Choices, item: string, part: number, of: number, on: boolean): Choices {
  const before = choices.without.has(item) ? new Set(numbers(of)) : choices.parts.get(item)?.left;
  const left = new Set(before);
  if (on) left.delete(part);
  else left.add(part);
  if (left.size === of) return tickItem(choices, { id: item, with: "" }, false);
  const { without, parts } = tickItem(choices, { id: item, with: "" }, true);
  return { ...choices, without, parts: left.size === 0 ? parts : new Map(parts).set(item, { left, of }) };
}

export function isTicked({ without, parts }: Choices, item: string, part: number): boolean {
  return !without.has(item) && !parts.get(item)?.left.has(part);
}

/** Decides about an item that was changed since. */
export function decide(choices: Choices, of: UndoOf, item: string, how: "over" | "merge" | "keep"): Choices {
  const since = new Map(choices.since);
  const without = new Set(choices.without);
  since.delete(item);
  without.delete(item);
  if (how !== "keep") since.set(item, how);
  else if (of.branch) without.add(item);
  return { ...choices, since, without };
}

/** What becomes of an item that was changed since. It stays, but where a chat is to be branched the person says so. */
export function decisionOf({ since, without }: Choices, of: UndoOf, item: string): "over" | "merge" | "keep" | "undecided" {
  return since.get(item) ?? (of.branch && !without.has(item) ? "undecided" : "keep");
}

/** How many names a plan would put back. */
export function countOf({ items, moreReady }: UndoPlanView): { files: number; folders: number } {
  const ready = items.filter(({ state }) => state === "ready");
  const folders = ready.filter(({ kind }) => kind === "folder").length;
  return { files: ready.length - folders + moreReady, folders };
}

/** The items of a plan in the order in which a person decides: what was changed since comes first. */
export function grouped(items: readonly UndoItemView[]): { conflicts: UndoItemView[]; ready: UndoItemView[]; stays: UndoItemView[]; already: UndoItemView[] } {
  const of = (...states: UndoItemView["state"][]) => items.filter(({ state }) => states.includes(state));
  return { conflicts: of("conflict"), ready: of("ready"), stays: of("lost", "kept"), already: of("already") };
}

/** The items that keep a chat from being branched where the files go back: they cannot go back, and nobody has decided about them. */
export function heldOf({ items }: UndoPlanView): UndoItemView[] {
  return items.filter(({ state }) => state === "conflict" || state === "lost");
}

/** Leaves items as they are. */
export function leave(choices: Choices, items: readonly UndoItemView[]): Choices {
  return { ...choices, without: new Set([...choices.without, ...items.map(({ id }) => id)]) };
}
