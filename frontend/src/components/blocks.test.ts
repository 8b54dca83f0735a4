import { expect, it } from "vitest";
import { beginning, blocksOf } from "./blocks";

it("folds by lines and by characters", () => {
  expect(beginning("a\nb\nc\nd\n", 2)).toBe("a\nb");
  expect(beginning("a\nb", 5)).toBe("a\nb");
  expect(beginning("x".repeat(10_000), 3)).toHaveLength(4000);
  expect(beginning(`a\n${"x".repeat(10_000)}\nb`, 2)).toHaveLength(4000);
  expect(beginning(`${"x".repeat(3999)}😀`, 1)).toBe("x".repeat(3999));
});

it("cuts a text into blocks that are the text again", () => {
  const lines = Array.from({ length: 100_000 }, (_, i) => `line ${i + 1}`).join("\n");
  const blocks = blocksOf(lines);
  expect(blocks).toHaveLength(2000);
  expect(blocks.join("\n")).toBe(lines);
  expect(blocksOf("")).toEqual([]);
  expect(blocksOf("a\n\n\nb\n")).toEqual(["a\n\n\nb"]);
});

it("cuts a line that is too long for a block, but no character", () => {
  const line = "😀".repeat(5001);
  const blocks = blocksOf(line);
  expect(blocks.join("")).toBe(line);
  expect(blocks.every((block) => block.length <= 4000 && block.length % 2 === 0)).toBe(true);
});
