// Holds what the page says of reasons to what Go does, which it writes down itself (tools/spoken).

import { readFileSync } from "node:fs";
import { afterEach, describe, expect, it } from "vitest";
import { sayCaller, sayClause, sayDecided, sayDeeds, sayReason, saySaid, spokenQuestion, type Clause } from "../backend/clauses";
import { sayForeseen } from "../backend/foreseen";
import type { QuestionView } from "../backend/wire";
import { texts as german } from "./de/reasons";
import { speak } from "./language";

interface Sample {
  args: string[];
  text: string;
}

const samples = JSON.parse(readFileSync("src/testing/recorded/clauses.json", "utf8")) as Record<string, Sample>;

afterEach(() => speak("en"));

it("says in German what Go does, each of its codes", () => {
  const sayings: Readonly<Record<string, (...places: string[]) => string>> = german.clause;
  expect(Object.keys(sayings).sort()).toEqual(Object.keys(samples).sort());
  for (const [code, { args, text }] of Object.entries(samples)) expect(sayings[code]?.(...args), code).toBe(text);
  expect(german.clause["amount-tokens"]("1,234.5")).toBe("1.234,5 Tokens");
});

it("reads refusals of tools back, those within others too, and leaves what it does not know", () => {
  const said = [
    '"a.txt" does not exist: neither does its folder; use glob to find the file', '"a.txt" does not exist: did you mean b.txt?', "it ended with exit code 3", "npm said: it ended with exit code 3",
    '"a" is a folder, not a file: use listdir to see what is in it, or name a file', "it is required", "the content has 12 bytes; at most x can be written: split it into several files, or make it with a program through bash", "",
  ].map((text) => german.refusal(text));
  expect(said).toEqual([
    '"a.txt" gibt es nicht: auch seinen Ordner nicht', '"a.txt" gibt es nicht: Ist b.txt gemeint?', "es endete mit Exitcode 3", undefined,
    '"a" ist ein Ordner und nicht eine Datei', "es muss ausgefüllt werden", undefined, undefined,
  ]);
});

const WALLS: Clause = { code: "runs-program", parts: [{ code: "unwalled", args: ["no Landlock"] }] };
const TEXT = "it runs a program, and this machine does not hold programs to the space (no Landlock)";

const QUESTION = {
  title: "May the server mail reach smtp.example.com?", heading: { code: "ask-reach", args: ["mail"], parts: [{ code: "words", args: ["smtp.example.com"], parts: [] }] },
  detail: "The server mail wants to", wording: { code: "text-reach", args: ["mail", "smtp.example.com"], parts: [] },
  yes: "Allow once", yesSays: { code: "yes-once", args: [], parts: [] },
  offers: [
    { id: "a", label: "Always allow exactly this, in this space", says: { code: "always-space", args: [], parts: [{ code: "cover-exactly", args: [], parts: [] }] } },
    { id: "b", label: "of an older machine" },
  ],
} as unknown as QuestionView;

describe("what Go says by codes", () => {
  it("is the title, the words and the buttons of a question", () => {
    expect(spokenQuestion(QUESTION)).toBe(QUESTION);
    speak("de", { reasons: german });
    const { title, detail, yes, offers } = spokenQuestion(QUESTION);
    expect(title).toBe("Darf sich der Server mail mit smtp.example.com verbinden?");
    expect(detail).toContain("Seine Verbindung wartet auf Ihre Antwort.\n\nEr kann");
    expect([yes, ...offers.map(({ label }) => label)]).toEqual(["Einmal erlauben", "Immer erlauben: genau dies, in diesem Bereich", "of an older machine"]);
  });

  it("is what a call is called, and why one that is not made would ask", () => {
    const verdict = { reason: "it reaches a", because: [{ code: "reaches" as const, args: ["a"], parts: [] }], by: "mode workspace", decider: { kind: "mode" as const, name: "workspace" } };
    expect([saySaid("Run: ls", { code: "title-run", args: ["ls"] }), sayForeseen({ why: "It reaches a (mode workspace)", verdict })]).toEqual(["Run: ls", "It reaches a (mode workspace)"]);
    speak("de", { reasons: german });
    expect([saySaid("Run: ls", { code: "title-run", args: ["ls"] }), saySaid("Run: ls", undefined)]).toEqual(["Ausführen: ls", "Run: ls"]);
    expect(sayForeseen({ why: "It reaches a (mode workspace)", verdict })).toBe("es verbindet sich mit a (Modus workspace)");
    expect(sayForeseen({ why: "It cannot be prepared" })).toBe("It cannot be prepared");
  });

  it("is Go's own text in English", () => {
    expect(sayReason([WALLS], TEXT)).toBe(TEXT);
    expect(sayDecided("mode", "workspace", "mode workspace")).toBe("mode workspace");
  });

  it("is said in German, clauses within clauses too", () => {
    speak("de", { reasons: german });
    expect(sayReason([WALLS, { code: "and", args: ["sure?"] }], TEXT)).toBe("es führt ein Programm aus, und dieser Rechner hält Programme nicht im Bereich (no Landlock); und sure?");
    expect(sayDeeds([{ code: "delete-folder", args: ["./cache"] }, { code: "run", args: ["make"] }], ["delete the folder ./cache", "run make"])).toEqual(["den Ordner ./cache löschen", "make ausführen"]);
    expect(sayDecided("rule", "bash(git*)", "rule bash(git*) in settings")).toBe("Regel bash(git*) in settings");
    expect(sayCaller({ kind: "agent", name: "guide", token: "", calledBy: "lead" }, "x")).toBe("Der Agent „guide“ (aufgerufen von „lead“)");
  });

  it("stays its text where a code is newer than the page, or the record older than codes", () => {
    speak("de", { reasons: german });
    expect(sayReason([WALLS, { code: "of-tomorrow" }], "it is new")).toBe("it is new");
    expect(sayReason([{ code: "only-reading", parts: [{ code: "of-tomorrow" }] }], "it is new")).toBe("it is new");
    expect(sayReason([], "it reaches example.com")).toBe("it reaches example.com");
    expect(sayReason(undefined, "it reaches example.com")).toBe("it reaches example.com");
    expect(sayClause({ code: "constructor" }, "a text")).toBe("a text");
    expect(sayDeeds([], ["write a"])).toEqual(["write a"]);
    expect(sayDecided("", "", "the run")).toBe("the run");
  });
});
