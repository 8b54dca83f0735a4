import { expect, it } from "vitest";
import { sayAnswer, sayRecordWhy, sayResult } from "./stage-words";

// What the pipeline, its hooks and its questions write: each has a word of its own, none is a bare code.
it.each([
  "ok", "allow", "ask", "deny", "refused", "changed", "blocked", "broken", "error", "warning", "skipped", "declined", "expired", "cancelled", "always", "released", "withdrawn",
  "run once", "failed", "cut", "timeout", "network_disabled",
])("has a word for the result %s", (result) => {
  const { word } = sayResult({ result });
  expect(word).toMatch(/^[A-Z]/);
  if (result !== "failed") expect(word).not.toBe("Failed");
});

it.each([
  ["mode workspace allows it: it stays in this space", "Mode workspace allows it: it stays in this space."],
  ["the person, in the window declined it: the call was declined: Not now.", "You denied it, in the window: Not now."],
  ["the person, in a dialog allowed it; it had asked because its author wants it", "You allowed it, in a dialog. Handrail asked because its author wants it."],
  ["the question expired (the person, in the window): nobody answered in time; the call did not run. Ask the person before you try it again", "Nobody answered in time."],
  ["block-rm in agent/hooks/safety.json:2 refused it: No rm here", "block-rm in agent/hooks/safety.json:2 refused it: No rm here."],
])("says %j to the person", (why, said) => {
  expect(sayRecordWhy(why)).toBe(said);
});

it("says who answered, and when nobody did", () => {
  const asked = { title: "", reason: "", by: "the person, in the window", said: "", waitedMs: 8400 };
  expect(sayAnswer({ ...asked, answer: "allowed" })).toBe("Yes, from you, in the window, after 8.4 s.");
  expect(sayAnswer({ ...asked, answer: "expired" })).toBe("Nobody answered, after 8.4 s.");
  expect(sayAnswer({ ...asked, answer: "", waitedMs: 0 })).toBe("No answer yet.");
});
