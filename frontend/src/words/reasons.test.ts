// Holds the sentences of reasons to those of Go, which it writes down itself (tools/clause_test.go), and the German ones to them.

import { readFileSync } from "node:fs";
import { afterEach, describe, expect, it } from "vitest";
import { sayCaller, sayClause, sayDecided, sayDeeds, sayReason, type Clause } from "../backend/clauses";
import { texts as german } from "./de/reasons";
import { speak } from "./language";
import { texts as english } from "./reasons";

type Saying = string | ((...places: string[]) => string);

interface Sample {
  args: string[];
  text: string;
}

const samples = JSON.parse(readFileSync("src/testing/recorded/clauses.json", "utf8")) as Record<string, Sample>;

const say = ({ clause }: { clause: Readonly<Record<string, Saying>> }, code: string, args: string[]): string => {
  const saying = clause[code] ?? "";
  return typeof saying === "string" ? saying : saying(...args);
};

afterEach(() => speak("en"));

describe("the sentences of reasons", () => {
  it("are those of Go, each of them", () => {
    expect(Object.keys(english.clause).sort()).toEqual(Object.keys(samples).sort());
    for (const [code, { args, text }] of Object.entries(samples)) expect(say(english, code, args), code).toBe(text);
  });

  it("name in German all that they are given", () => {
    for (const [code, { args, text }] of Object.entries(samples)) {
      const said = say(german, code, args);
      for (const arg of args) expect(said, code).toContain(arg);
      if (args.length === 0 && !code.startsWith("run")) expect(said, code).not.toBe(text);
    }
  });
});

const WALLS: Clause = { code: "runs-program", parts: [{ code: "unwalled", args: ["no Landlock"] }] };
const TEXT = "it runs a program, and this machine does not hold programs to the space (no Landlock)";

describe("what Go says by codes", () => {
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
