import { expect, it } from "vitest";
import { difference } from "./difference";
import { isDiff } from "./text";

const names = ["before", "after"] as const;

it("shows what changed with what stands around it", () => {
  const text = difference("a\nb\nc\nd\ne\nf\n", "a\nb\nc\nd\nX\nY\nf\n", names);
  expect(text.split("\n")).toEqual(["--- before", "+++ after", "@@ -2,5 +2,6 @@", " b", " c", " d", "-e", "+X", "+Y", " f"]);
  expect(isDiff(text)).toBe(true);
});

it("is empty for the same, and whole for what has nothing in common", () => {
  expect(difference("a\n", "a\n", names)).toBe("");
  expect(difference("a", "b", names).split("\n").slice(2)).toEqual(["@@ -1,1 +1,1 @@", "-a", "+b"]);
});

it("takes a line once where both ends would have it", () => {
  expect(difference("a\na", "a", names).split("\n").slice(3)).toEqual([" a", "-a"]);
});
