import { describe, expect, it } from "vitest";
import { countLines, diffSize, isDiff, plainOutput, prettyJSON, reveal } from "./text";

describe("reveal", () => {
  const shown = (text: string) => reveal(text).map((span) => (span.hidden ? `<${span.text}>` : span.text)).join("");
  it.each([
    ["plain text\n\twith a tab", "plain text\n\twith a tab"],
    ["naïve 日本 🙂", "naïve 日本 🙂"],
    ["rm \u202Etxt.exe", "rm <U+202E>txt.exe"],
    ["a\u200Bb", "a<U+200B>b"],
    ["\uFEFFstart", "<U+FEFF>start"],
    ["bell\u0007", "bell<U+0007>"],
    ["escape\u001B[2K", "escape<U+001B>[2K"],
    ["return\rover", "return<U+000D>over"],
    ["tag\u{E0041}", "tag<U+E0041>"],
    ["soft\u00ADhyphen", "soft<U+00AD>hyphen"],
    ["no\u00A0break is seen as a space", "no\u00A0break is seen as a space"],
    ["", ""],
  ])("%j", (text, want) => {
    expect(shown(text)).toBe(want);
  });

  it("loses nothing: what is shown stands for the whole text", () => {
    const text = "a\u202Eb\u200Bc\n\u{E0001}";
    const back = reveal(text).map((span) => (span.hidden ? String.fromCodePoint(Number.parseInt(span.text.slice(2), 16)) : span.text));
    expect(back.join("")).toBe(text);
  });
});

describe("plainOutput", () => {
  it.each([
    ["\u001B[1;31mred\u001B[0m", "red"],
    ["\u001B]0;title\u0007text", "text"],
    ["\u001B]8;;https://x.example\u001B\\link\u001B]8;;\u001B\\", "link"],
    ["10%\r50%\r100%\ndone", "100%\ndone"],
    ["windows\r\nlines\r\n", "windows\nlines\n"],
    ["ends with return\r", "ends with return\r"],
  ])("%j", (text, want) => {
    expect(plainOutput(text)).toBe(want);
  });
  it("reads a long line once, not again from each of its characters", () => {
    const line = "x".repeat(5_000_000);
    expect(plainOutput(line)).toBe(line);
    expect(plainOutput(`${line}\r${line}\rend`)).toBe("end");
  });
});

const DIFF = "--- a.txt\n+++ a.txt\n@@ -1,2 +1,2 @@\n same\n-old\n+new\n+newer\n";

it("knows a difference when it sees one", () => {
  expect(isDiff(DIFF)).toBe(true);
  expect(isDiff("grep -- '--- x'")).toBe(false);
  expect(isDiff("--- only a line\n")).toBe(false);
});

it("measures a difference without its head", () => {
  expect(diffSize(DIFF)).toBe("+2 −1");
});

it.each([["", 0], ["one", 1], ["one\n", 1], ["one\ntwo", 2], ["\n\n", 2]])("counts the lines of %j: %d", (text, lines) => {
  expect(countLines(text)).toBe(lines);
});

it("shows JSON as a person reads it, text as it is, and nothing as null", () => {
  expect(prettyJSON({ a: 1 })).toBe('{\n  "a": 1\n}');
  expect(prettyJSON("as it is")).toBe("as it is");
  expect(prettyJSON(undefined)).toBe("null");
});
