import { expect, it } from "vitest";
import { paragraphs } from "./paragraphs";

const texts = (text: string, growing = false) => paragraphs(text, growing).map((block) => block.text);

it("cuts where a block ends", () => {
  expect(texts("One\ntwo\n\nthree\n# Four\nfive")).toEqual(["One\ntwo\n\n", "three\n", "# Four\nfive"]);
  expect(texts("")).toEqual([]);
  expect(texts("\n\n")).toEqual([]);
});

it("keeps a list together, with what stands below its items", () => {
  expect(texts("- a\n\n- b\n\n  more\n\n1. c\n\nend")).toEqual(["- a\n\n- b\n\n  more\n\n1. c\n\n", "end"]);
  const long = Array.from({ length: 2000 }, (_, i) => `- item ${i}\n\n`).join("");
  const cut = texts(long);
  expect(cut.length).toBeGreaterThan(3);
  expect(cut.join("")).toBe(long);
});

it("tells code and what it is from the rest", () => {
  expect(paragraphs("Look:\n```ts\nlet a;\n\nlet b;\n```\nThat.", false)).toEqual([
    { text: "Look:\n" }, { text: "let a;\n\nlet b;\n", language: "ts", open: false }, { text: "That." },
  ]);
  expect(paragraphs("~~~\n```\n~~~~\n", false)).toEqual([{ text: "```\n", language: "", open: false }]);
  expect(paragraphs("```go\nfunc", true)).toEqual([{ text: "func", language: "go", open: true }]);
  expect(texts("- a\n\n  ```\n  x\n\n  y\n  ```\n")).toHaveLength(1);
});

it("keeps a formula together", () => {
  expect(texts("So\n\n$$\na\n\nb\n$$\n\nend")).toEqual(["So\n\n", "$$\na\n\nb\n$$\n\n", "end"]);
  expect(texts("$$ a $$\n\nend")).toEqual(["$$ a $$\n\n", "end"]);
});

it("keeps a text with footnotes together, once it is whole and if it is no book", () => {
  const text = "See[^1].\n\nMore.\n\n[^1]: Measured.";
  expect(texts(text)).toEqual([text]);
  expect(texts(text, true)).toHaveLength(3);
  expect(texts(`${"word\n\n".repeat(50_000)}\n[^1]: Measured.`).length).toBeGreaterThan(10_000);
});

it("reads five million characters in a moment", () => {
  const began = performance.now();
  expect(paragraphs("word ".repeat(20).concat("\n\n").repeat(50_000), false)).toHaveLength(50_000);
  expect(paragraphs("x".repeat(5_000_000), false)).toHaveLength(1);
  expect(paragraphs("```\n".concat("x\n".repeat(2_500_000)), false)).toHaveLength(1);
  expect(performance.now() - began).toBeLessThan(5000);
});
