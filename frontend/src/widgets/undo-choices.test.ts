import { expect, it } from "vitest";
import { countOf, decide, decisionOf, formOf, grouped, heldOf, isTicked, leave, NO_CHOICES, ofCall, ofPlace, ofRuns, tickItem, tickPart } from "./undo-choices";
import type { UndoItemView } from "../backend/backend";

const item = (id: string, state: UndoItemView["state"], kind: UndoItemView["kind"] = "file"): UndoItemView => ({ id, path: id, from: "", with: "", kind, what: "change", state, why: "" });

it("asks for everything unless the person chooses otherwise", () => {
  expect(formOf(ofRuns("r1", "r2"), NO_CHOICES)).toEqual({ runs: ["r1", "r2"], call: "", after: "", without: [], over: [], merge: [], parts: [] });
});

it("names what stays, what is decided, and the parts that go", () => {
  let choices = tickItem(NO_CHOICES, item("a", "ready"), false);
  choices = decide(choices, ofCall("c1"), "b", "over");
  choices = decide(choices, ofCall("c1"), "c", "merge");
  choices = tickPart(choices, "d", 2, 3, false);
  expect(formOf(ofCall("c1"), choices)).toMatchObject({ call: "c1", without: ["a"], over: ["b"], merge: ["c"], parts: [{ item: "d", parts: [1, 3] }] });
  expect(formOf(ofCall("c1"), decide(decide(choices, ofCall("c1"), "b", "keep"), ofCall("c1"), "c", "over"))).toMatchObject({ over: ["c"], merge: [] });
});

it("leaves an item alone once no part of it is ticked, and takes it up with any of them", () => {
  const none = tickPart(tickPart(NO_CHOICES, "a", 1, 2, false), "a", 2, 2, false);
  expect(formOf(ofCall("c1"), none)).toMatchObject({ without: ["a"], parts: [] });
  expect([isTicked(none, "a", 1), isTicked(none, "a", 2)]).toEqual([false, false]);
  const one = tickPart(none, "a", 2, 2, true);
  expect(formOf(ofCall("c1"), one)).toMatchObject({ without: [], parts: [{ item: "a", parts: [2] }] });
  expect(formOf(ofCall("c1"), tickPart(one, "a", 1, 2, true))).toMatchObject({ without: [], parts: [] });
  expect(formOf(ofCall("c1"), tickItem(one, item("a", "ready"), true))).toMatchObject({ without: [], parts: [] });
});

it("counts what would be put back, and sorts by what the person decides", () => {
  const items = [item("a", "already"), item("b", "ready"), item("c", "ready", "folder"), item("d", "conflict"), item("e", "kept"), item("f", "lost")];
  expect(countOf({ items, more: 5, moreReady: 2, elsewhere: [], partial: [], skipped: [], unsure: [], beside: [], digest: "" })).toEqual({ files: 3, folders: 1 });
  const { conflicts, ready, stays, already } = grouped(items);
  expect([conflicts, ready, stays, already].map((group) => group.map(({ id }) => id))).toEqual([["d"], ["b", "c"], ["e", "f"], ["a"]]);
});

it("leaves both names of what was renamed", () => {
  const renamed = { ...item("old", "ready"), what: "rename" as const, with: "new" };
  const left = tickItem(NO_CHOICES, renamed, false);
  expect(formOf(ofCall("c1"), left).without).toEqual(["new", "old"]);
  expect(formOf(ofCall("c1"), tickItem(left, renamed, true)).without).toEqual([]);
});

it("holds a branch up until each item can go back or is left, on the person's word", () => {
  const items = [item("a", "conflict"), item("b", "lost"), item("c", "ready"), item("d", "kept")];
  const held = heldOf({ items, more: 0, moreReady: 0, elsewhere: [], partial: [], skipped: [], unsure: [], beside: [], digest: "" });
  expect(held.map(({ id }) => id)).toEqual(["a", "b"]);
  const place = ofPlace("r1", 2);
  const left = leave(NO_CHOICES, held);
  expect(["a", "c"].map((id) => decisionOf(left, place, id))).toEqual(["keep", "undecided"]);
  expect(formOf(place, decide(NO_CHOICES, place, "a", "keep"))).toMatchObject({ branch: { run: "r1", turn: 2 }, without: ["a"] });
  expect(formOf(ofCall("c1"), left).without).toEqual(["a", "b"]);
  expect(formOf(ofCall("c1"), decide(left, place, "a", "over"))).toMatchObject({ without: ["b"], over: ["a"] });
});
