// Holds every German text to its English one, as far as a machine can.

import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { sayings, textsOf } from "./testing/texts";
import { areas as english } from "./words/all";
import { areas as everything } from "./words/de";

type Say = (...args: unknown[]) => unknown;

interface Pair {
  at: string;
  english: unknown;
  german: unknown;
}

/** Each text beside its translation, by the English names. */
function pairs(one: unknown, other: unknown, at: string): Pair[] {
  if (typeof one !== "object" || one === null) return [{ at, english: one, german: other }];
  return Object.entries(one).flatMap(([name, below]) => pairs(below, (other as Record<string, unknown> | undefined)?.[name], `${at}.${name}`));
}

/** Reasons have no English texts here: Go's own are shown. What they say in German Go writes down (tools/spoken). */
const { reasons, ...german } = everything;
const { caller, decider } = reasons;
const samples = JSON.parse(readFileSync("src/testing/recorded/clauses.json", "utf8")) as Record<string, { text: string }>;

const all = pairs(english, german, "texts");
const texts = textsOf({ ...german, reasons: { clause: Object.fromEntries(Object.entries(samples).map(([code, { text }]) => [code, text])), caller: Object.values(caller).map((say) => say("alpha", "beta")), decider: Object.values(decider).map((say) => say("alpha", "beta")) } }, "texts");
const breaking = (breaks: (text: string) => boolean) => texts.filter(({ text }) => breaks(text)).map(({ at, text }) => `${at}: ${text}`);

/** Texts that are the same in both languages: names, keys, examples, and words that German has from English. */
const SAME = new Set([
  ..."Agent Anthropic Authorization Brave Chat Chats Code Definition Desktop Details Deutsch English Enter Esc Exa Format Handrail Header Hook Hooks Host Hosts ID JSON Jobs Kagi Log MIT Manifest Maximum Minimum Name OK Port Problem Prompt Prompts Proxy SSE Sandbox Schema SearXNG Secrets Server Skill Skills System Tavily Test Text Token Tokens Tool Tools Tour Transport Variable Version Web".split(" "),
  "${secret:NAME}", "+", "/", "/releasing", "@", "API_KEY", "Alt A", "Alt D", "Alt E", "Alt H", "Alt R", "Alt W", "Claude Code", "SHA-256", "Streamable HTTP", "agent/rules.json", "bash(git push*)", "bash(git status*)", "confirm: true", "github__*", "handrail mcp --http 127.0.0.1:8765", "http://proxy.example.com:3128", "https://example.com", "skills/NAME/SKILL.md", "tls://nats.example.com:4222", "web:example.com", "write(**/*.md)", "↑", "−",
]);

describe("the German texts", () => {
  it("are there for each English one, and no others", () => {
    expect(all.filter((pair) => typeof pair.english !== typeof pair.german).map(({ at }) => at)).toEqual([]);
    expect(pairs(german, english, "texts").map(({ at }) => at)).toEqual(all.map(({ at }) => at));
    expect(all.length).toBeGreaterThan(1500);
  });

  it("end with one full stop behind a date", () => {
    const date = "20. Nov.";
    const ends = [german.server.about.last(date), german.holdings.held.since(date), german.rules.always.used(2, date), german.rules.always.given("", "", "jeden Bereich", german.rules.always.until(date))];
    expect(ends.filter((text) => !/[^.]\.$/.test(text))).toEqual([]);
  });

  it("take the same parameters", () => {
    const lengths = all.flatMap((pair) => (typeof pair.english === "function" ? [{ at: pair.at, english: pair.english.length, german: (pair.german as Say).length }] : []));
    expect(lengths.filter((pair) => pair.english !== pair.german)).toEqual([]);
    expect(lengths.length).toBeGreaterThan(100);
  });

  it("say what they are given, where the English ones do", () => {
    const given = ["alpha", "beta", 3, ["alpha", "beta"], true, false];
    const words = (args: readonly unknown[]) => args.flat().map(String).filter((word) => /^(alpha|beta|3)$/.test(word));
    const silent = all.flatMap((pair) => {
      if (typeof pair.english !== "function") return [];
      const said = new Map(sayings(pair.german as Say, given).map(({ args, text }) => [JSON.stringify(args), text]));
      return sayings(pair.english as Say, given).flatMap(({ args, text }) => {
        const translated = said.get(JSON.stringify(args)) ?? "";
        return words(args).some((word) => text.includes(word) && !translated.includes(word)) ? [`${pair.at}: “${text}” is “${translated}”`] : [];
      });
    });
    expect([...new Set(silent)]).toEqual([]);
  });

  it.each([["German", german], ["English", english]])("name a button by what stands on it: %s", (_, language) => {
    const named = (one: unknown, at: string): string[] => (typeof one !== "object" || one === null ? [] : Object.entries(one as Record<string, unknown>).flatMap(([name, say]) => {
      const label = (one as Record<string, unknown>)[name.replace(/Named$/, "")];
      if (!name.endsWith("Named") || typeof say !== "function" || typeof label !== "string") return named(say, `${at}.${name}`);
      const whole = String((say as Say)("alpha", "beta"));
      return whole.toLowerCase().includes(label.toLowerCase().replace(/…$/, "")) ? [] : [`${at}.${name}: “${label}” is “${whole}”`];
    }));
    expect(named(language, "texts")).toEqual([]);
  });

  it("are translated, but for what is the same", () => {
    const same = all.flatMap((pair) => (typeof pair.english === "string" && pair.english === pair.german && !SAME.has(pair.english) ? [`${pair.at}: ${pair.english}`] : []));
    expect(same).toEqual([]);
  });

  it("hold the same places for elements", () => {
    const places = (text: unknown) => (typeof text === "string" ? [...text.matchAll(/(?<!\$)\{\w+\}/g)].map(([place]) => place).sort() : []);
    expect(all.filter((pair) => typeof pair.english === "string" && !pair.at.includes(".variable.") && places(pair.english).join() !== places(pair.german).join()).map(({ at }) => at)).toEqual([]);
  });

  it.each<[why: string, pattern: RegExp]>([
    ["one space", / {2}|^ | $/],
    ["no space before punctuation", / [.,;:?!](?!\w)/],
    ["an ellipsis is one character", /\.\.\./],
    ["nothing shouts", /!/],
    ["quotes are „ and “", /[”«»]|(?<!„[^“]*)“/],
    ["a dash is –", / - |—|--(?![\w])/],
    ["spelled out", /\b(z\. ?B|d\. ?h|usw|bzw|ggf|evtl|inkl)\b\.?/i],
    ["nobody is spoken to like a friend", /\b(du|dir|dich|dein\w*|euch|euer)\b/i],
    ["one word for one thing", /\b(Werkzeug|Werkzeuge|Workspace|Arbeitsbereich\w*|Fähigkeit\w*|Genehmig\w*|Zulass\w*|Geheimniss?\w*|Keyring|Journal|Aufzeichnungen|Maschine\w*|Computer|File|Files|Folder|Button)\b/],
    ["not passive like a form", /\bkonnte(n)? nicht\b/],
    ["no second stop", /[.…]\./],
  ])("keep to: %s", (_, pattern) => {
    expect(breaking((text) => pattern.test(text.replace(/\n$/, "")))).toEqual([]);
  });

  it("end a sentence with a full stop where another one precedes it", () => {
    // What a question lists stands below its last sentence.
    expect(breaking((text) => /[a-zäöüß)“][.?] [A-ZÄÖÜ„]/.test(text.trim()) && !/([.?…:}]|\.“)$/.test(text.replace(/(?<=[.:])\n(?!\n)[^]*$/, "").trim()))).toEqual([]);
  });

  it("end like the English ones: a sentence stays one, and a label too", () => {
    const end = (text: string) => /[.…?:]$/.exec(text.trim())?.[0] ?? "";
    expect(all.flatMap((pair) => (typeof pair.english === "string" && end(pair.english) !== end(pair.german as string) ? [`${pair.at}: “${pair.english}” is “${pair.german as string}”`] : []))).toEqual([]);
  });
});
