import { expect, it } from "vitest";
import { between, firstParagraph, named, plural, sayBytes, sayCall, sayCode, sayDuration, sayRunWithCall, saySource, sayTime, sayWalls, sayWho, sentence, stoppedByWalls } from "./words";

// docs/spec/01-command-line.md#error-codes, and the page's own "unknown".
const CODES = [
  "blocked", "permission_denied", "declined", "expired", "not_found", "invalid_args", "invalid_path", "file_not_found", "too_large",
  "patch_failed", "timeout", "cancelled", "network_disabled", "unavailable", "execution_failed", "unknown",
];

it("has a word of its own for every error code", () => {
  expect(new Set(CODES.map((code) => sayCode(code).word)).size).toBe(CODES.length);
});

it("tells a refusal from a failure", () => {
  expect(sayCode("declined").tone).toBe("denied");
  expect(sayCode("timeout").tone).toBe("failed");
  expect(sayCode("a code of a later version")).toEqual({ tone: "failed", word: "Failed" });
});

it("names the four states", () => {
  expect(sayCall({ status: "running", code: "" }).word).toBe("Running");
  expect(sayCall({ status: "requires-action", code: "" }).tone).toBe("asking");
  expect(sayCall({ status: "complete", code: "" }).tone).toBe("done");
  expect(sayCall({ status: "incomplete", code: "blocked" }).word).toBe("Blocked");
});

it.each([
  [0, "under 1 ms"],
  [1, "1 ms"],
  [999, "999 ms"],
  [1000, "1.0 s"],
  [59_949, "59.9 s"],
  [59_950, "1 min 0 s"],
  [60_000, "1 min 0 s"],
  [3_725_000, "62 min 5 s"],
])("says %d ms as %s", (ms, words) => {
  expect(sayDuration(ms)).toBe(words);
});

it("says a time by how long ago it is", () => {
  const now = new Date(2026, 10, 20, 15, 0);
  expect(sayTime(new Date(2026, 10, 20, 9, 5).toISOString(), now)).toBe("09:05");
  expect(sayTime(new Date(2026, 10, 18, 9, 5).toISOString(), now)).toBe("Wed 09:05");
  expect(sayTime(new Date(2026, 10, 3, 9, 5).toISOString(), now)).toBe("3 Nov");
  expect(sayTime(new Date(2025, 10, 3, 9, 5).toISOString(), now)).toBe("3 Nov 2025");
  expect(sayTime("", now)).toBe("");
});

it("measures between two times, never less than nothing", () => {
  expect(between("2026-11-20T09:00:00Z", "2026-11-20T09:00:01.5Z")).toBe(1500);
  expect(between("2026-11-20T09:00:01Z", "2026-11-20T09:00:00Z")).toBe(0);
  expect(between("", "2026-11-20T09:00:00Z")).toBe(0);
});

it("counts", () => {
  expect(plural(1, "call")).toBe("1 call");
  expect(plural(5000, "call")).toBe("5,000 calls");
  expect(plural(2, "server answers", "servers answer")).toBe("2 servers answer");
});

it("makes sentences of clauses", () => {
  expect(sentence("it changes nothing")).toBe("It changes nothing.");
  expect(sentence("Already one.")).toBe("Already one.");
  expect(sentence("it stays here (mode workspace)")).toBe("It stays here (mode workspace).");
  expect(sentence("agent/tools/lint.md:4: not known")).toBe("agent/tools/lint.md:4: not known.");
  expect(sentence("deploy.md is gone")).toBe("deploy.md is gone.");
  expect(sentence("")).toBe("");
});

it("takes the first paragraph", () => {
  expect(firstParagraph("Lends a book.\n\n# More\n\ntext")).toBe("Lends a book.");
  expect(firstParagraph("Lends a book\n# More")).toBe("Lends a book");
  expect(firstParagraph("One\ntwo")).toBe("One\ntwo");
  expect(firstParagraph("")).toBe("");
});

it("says who", () => {
  expect(sayWho({ agent: "guide", origin: "chat" })).toBe("guide");
  expect(sayWho({ agent: "", origin: "cli" })).toBe("You, in the terminal");
});

it("names sources", () => {
  expect(saySource("mcp:github")).toBe("Server github");
  expect(saySource("builtin")).toBe("Built-in");
  expect(saySource("something new")).toBe("something new");
});

it.each([
  ["enforced", "done", "Sandbox on"],
  ["not enforced: files, network", "warning", "Sandbox incomplete: files, network"],
  ["something else", "quiet", "something else"],
])("says of the walls %j", (sandbox, tone, word) => {
  expect(sayWalls(sandbox)).toEqual({ tone, word });
});

it("knows a call that walls stopped from one that never ran", () => {
  expect(sayWalls(undefined)).toBeUndefined();
  expect(stoppedByWalls({ code: "network_disabled", started: "" })).toBe(true);
  expect(stoppedByWalls({ code: "permission_denied", started: "2026" })).toBe(true);
  expect(stoppedByWalls({ code: "permission_denied", started: "" })).toBe(false);
});

it.each([[1, "1 byte"], [999, "999 bytes"], [1500, "1.5 kB"], [64_000_000, "64.0 MB"]])("says %d bytes", (count, said) => {
  expect(sayBytes(count)).toBe(said);
});

it("leaves the name that a clause begins with as it is", () => {
  expect([named("log", "log is new"), named("log", "you turned it off"), named("", "it is new.")]).toEqual(["log is new.", "You turned it off.", "It is new."]);
});

it("does not call a run done that did nothing but what was denied or has failed", () => {
  expect(sayRunWithCall({ state: "done", callCode: "declined", callExit: "" })).toEqual({ tone: "denied", word: "Denied" });
  expect(sayRunWithCall({ state: "done", callCode: "", callExit: "3" })).toEqual({ tone: "failed", word: "Failed, exit 3" });
  expect(sayRunWithCall({ state: "done", callCode: "", callExit: "" })).toEqual({ tone: "done", word: "Done" });
  expect(sayRunWithCall({ state: "cancelled", callCode: "", callExit: "" }).word).toBe("Cancelled");
});
