// Holds every text of the page to the style page of CONTRIBUTING.md, as far as a machine can.

import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { textsOf } from "./testing/texts";
import { areas } from "./words/all";

const texts = Object.entries(areas).flatMap(([area, value]) => textsOf(value, area));

/** The column "not" of the table in CONTRIBUTING.md. */
function notSaid(): string[] {
  const page = readFileSync("../CONTRIBUTING.md", "utf8");
  const rows = page.split("\n").slice(page.split("\n").findIndex((line) => line.startsWith("| we say |")) + 2);
  const table = rows.slice(0, rows.findIndex((line) => !line.startsWith("|")));
  return table.flatMap((row) => (row.split("|")[3] ?? "").split(",").map((word) => word.trim())).filter(Boolean);
}

/** Words of that column which mean something else as well. */
const OTHER_MEANINGS = new Set([
  "block", // a hook blocks a call
  "project", // a folder of somebody's code, such as the one that hands are proposed for
  "a tool of the file", // a whole phrase
]);

const HABITS: [why: string, pattern: RegExp][] = [
  ["an actor does something: Couldn't save it.", /\b(was|were) not\b|\b(could|can|cannot) ?(not )?be (\w+ed|read|shown|told|taken|brought|listed|made)\b/i],
  ["someone says it in fewer words", /\b(what came of|what becomes of|is told|are told|in its place|on the way|by itself|as it is now)\b/i],
  ["a word from translation", /\b(whatever|whoever|yeses|thereof|likewise|furthermore|once more|mends?|mended|anew|beside|besides|in turn|bring over|brought over|take back|taken back)\b/i],
  ["nobody is spoken to like that", /\b(please|sorry|oops|simply|just)\b/i],
  ["spelled out", /\b(e\.g|i\.e|etc)\b\.?/i],
  ["the sandbox, to people", /\bwalls?\b/i],
  ["an ellipsis is one character", /\.\.\./],
  ["one space", / {2}|^ | $/],
  ["no space before punctuation", / [.,;:?!](?!\w)/],
  ["nothing shouts", /!/],
  ["a dash is –, or — once", / - |--(?![\w])|—.*—/],
];

/** Names that keep their capital within a sentence. */
const NAMES = new Set([
  ..."API Alt CLI CPU CSV Ctrl Delete Enter Esc Escape GiB HTTP HTTPS ID JSON LM MB MCP MIT MiB NATS PEM NAME OAuth OK RE2 SHA SSE URL".split(" "),
  ..."Anthropic Authorization Claude Code Codex Cursor Desktop Deutsch Docker English Flatpak Gemini Google Handrail JetStream Linux Ollama OpenAI Streamable Studio VS".split(" "),
  "I", "J", "Markdown",
]);

it("reads every text, those of functions too", () => {
  expect(texts.filter(({ at }) => at.endsWith("(…)")).length).toBeGreaterThan(100);
  expect(texts.length).toBeGreaterThan(100);
  expect(notSaid()).toEqual(expect.arrayContaining(["keyring", "mend", "lasting yes"]));
});

it("are those of README.md, where the first screen says what this is and how one begins", () => {
  const readme = readFileSync("../README.md", "utf8").replace(/\s+/g, " ");
  const { what, how, example, model, servers, folder, create } = areas.start;
  for (const text of [what, how, ...[example, model, servers, folder, create].map(({ title }) => `**${title}.**`), example.text]) expect(readme).toContain(text);
});

describe.each(Object.keys(areas))("the texts of %s", (area) => {
  const here = texts.filter(({ at }) => at.startsWith(`${area}.`));
  const breaking = (breaks: (text: string) => boolean) => here.filter(({ text }) => breaks(text)).map(({ at, text }) => `${at}: ${text}`);

  it.each(notSaid().filter((word) => !OTHER_MEANINGS.has(word)))("do not say %j", (word) => {
    expect(breaking((text) => new RegExp(`\\b${word}(s|ed)?\\b`, "i").test(text))).toEqual([]);
  });

  it.each(HABITS)("keep to: %s", (_, pattern) => {
    expect(breaking((text) => pattern.test(text.replace(/\n$/, "")))).toEqual([]);
  });

  it("begin no heading with a relative clause", () => {
    expect(breaking((text) => /^(What|How|Who|Where|Which|Whether|That which) /.test(text) && !/[?.…]$/.test(text))).toEqual([]);
  });

  it("end a sentence with a full stop where another one precedes it", () => {
    expect(breaking((text) => /[a-z)][.?!] [A-Z]/.test(text.trim()) && !/[.?!…:}]$/.test(text.trim()))).toEqual([]);
  });

  it("are written like sentences, not Like Titles", () => {
    const titled = (text: string) => text.replace(/“[^”]*”|Alt\+\w /g, "").split(/[.?!:·–—] |\n|: /).some((sentence) => sentence.split(/\s+/).slice(1).some((word) => /^[“"(]?[A-Z][a-z]/.test(word) && !NAMES.has(word.replace(/[’']s|\W/g, ""))));
    expect(breaking(titled)).toEqual([]);
  });

  it("keep sentences short", () => {
    expect(breaking((text) => text.split(/(?<=[.?!:;]) /).some((sentence) => sentence.split(/\s+/).length > 30))).toEqual([]);
  });
});
