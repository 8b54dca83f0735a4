import { expect, it } from "vitest";
import { PERSON } from "../../backend/fake/door";
import { sayAnswer, sayResult } from "./stage-words";

// What the pipeline, its hooks and its questions write: each has a word of its own, none is a bare code.
it.each([
  "ok", "allow", "ask", "deny", "refused", "changed", "blocked", "broken", "error", "warning", "skipped", "declined", "expired", "cancelled", "always", "released", "withdrawn",
  "run once", "failed", "cut", "timeout", "network_disabled",
])("has a word for the result %s", (result) => {
  const { word } = sayResult({ result });
  expect(word).toMatch(/^[A-Z]/);
  if (result !== "failed") expect(word).not.toBe("Failed");
});

it("says who answered, and when nobody did", () => {
  const asked = { title: "", reason: "", because: [], ...PERSON, said: "", waitedMs: 8400 };
  expect(sayAnswer({ ...asked, answer: "allowed" })).toBe("Yes, from you, in the window, after 8.4 s.");
  expect(sayAnswer({ ...asked, answer: "expired" })).toBe("Nobody answered, after 8.4 s.");
  expect(sayAnswer({ ...asked, answer: "", waitedMs: 0 })).toBe("No answer yet.");
});
