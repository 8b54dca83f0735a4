// Holds every text of the page to the style page of CONTRIBUTING.md, as far as a machine can.

import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { areas } from "./words";

interface Text {
  /** "servers.log.empty" */
  at: string;
  text: string;
}

/** What a function of a text is called with: a text works where a number would, for most of them. */
const SAMPLES: readonly unknown[] = ["sample", 1, 3, ["sample", "sample"], true, false, undefined];

function textsOf(value: unknown, at: string): Text[] {
  if (typeof value === "string") return [{ at, text: value }];
  if (typeof value === "function") return called(value as (...args: unknown[]) => unknown, at);
  return Object.entries(value as object).flatMap(([name, below]) => textsOf(below, `${at}.${name}`));
}

/** All that a function may say: it is called with every mix of samples that it can do something with. */
function called(say: (...args: unknown[]) => unknown, at: string): Text[] {
  const mixes = Array.from({ length: say.length }).reduce<unknown[][]>((known) => known.flatMap((args) => SAMPLES.map((sample) => [...args, sample])), [[]]);
  const said = mixes.flatMap((args) => {
    try {
      const text = say(...args);
      return typeof text === "string" && !/undefined|NaN|null|true|false/.test(text) ? [text] : [];
    } catch {
      return []; // not what it takes
    }
  });
  expect(said.length, `${at} says something`).toBeGreaterThan(0);
  return [...new Set(said)].map((text) => ({ at: `${at}(…)`, text }));
}

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
  ..."Anthropic Authorization Claude Code Codex Cursor Desktop Docker Flatpak Gemini Google Handrail JetStream Linux Ollama OpenAI Streamable Studio VS".split(" "),
  "I", "J", "Markdown",
]);

it("reads every text, those of functions too", () => {
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
