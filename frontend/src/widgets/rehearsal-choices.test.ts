import { expect, it } from "vitest";
import type { RehearsedItemView } from "../backend/backend";
import { tickRehearsed } from "./rehearsal-choices";

const item = (path: string, what: RehearsedItemView["what"], kind: RehearsedItemView["kind"] = "file"): RehearsedItemView => ({ id: path, path, from: "", kind, what, moved: false });
const [old, oldA, made, madeA, madeB] = [item("old", "gone", "folder"), item("old/a", "gone"), item("new", "new", "folder"), item("new/a", "new"), item("new/b", "new")];
const items = [old, oldA, made, madeA, madeB, item("older", "changed")];

it("keeps a folder that is deleted only with all that lies in it", () => {
  const left = tickRehearsed(items, new Set(), oldA, false);
  expect([...left].sort()).toEqual(["old", "old/a"]);
  expect([...tickRehearsed(items, left, oldA, true)]).toEqual([]);
  expect([...tickRehearsed(items, new Set(), old, false)].sort()).toEqual(["old", "old/a"]);
});

it("keeps a new folder as long as anything of it is kept", () => {
  const one = tickRehearsed(items, new Set(), madeA, false);
  expect([...one]).toEqual(["new/a"]);
  const both = tickRehearsed(items, one, madeB, false);
  expect([...both].sort()).toEqual(["new", "new/a", "new/b"]);
  expect([...tickRehearsed(items, both, madeA, true)].sort()).toEqual(["new/b"]);
});
