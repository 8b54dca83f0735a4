import { expect, it } from "vitest";
import { exitCodes, sayFate, variablesOf } from "./hook-words";

const means = (hook: Parameters<typeof exitCodes>[0]) => Object.fromEntries(exitCodes(hook).map(({ code, means: text }) => [code, text]));

it.each([
  ["pre_tool", true, "The call is denied. The agent gets the message.", "The call is denied, and the run stops with the error."],
  ["post_tool", true, "The agent gets the message instead of the content. The journal keeps the content.", "The content is withheld, and the run stops with the error."],
  ["pre_tool", false, "The call continues. Later hooks that can't block are skipped.", "The call continues. The journal gets a warning."],
  ["post_tool", false, "The agent gets the content. Later hooks that can't block are skipped.", "The agent gets the content. The journal gets a warning."],
] as const)("says what 1 and 2 of a %s hook mean that can block: %s", (phase, blocking, one, two) => {
  const said = means({ phase, blocking, format: "handrail" });
  expect([said["1"], said["2"]]).toEqual([one, two]);
});

it("says that 2 blocks in a hook written for Claude Code, and all else is an error", () => {
  const said = means({ phase: "pre_tool", blocking: true, format: "claude" });
  expect(said["1"]).toBeUndefined();
  expect(said["2"]).toMatch(/^The call is denied\./);
  expect(said.other).toMatch(/run stops with the error/);
});

it("names what a hook is given, in its phase and format", () => {
  const names = (...hook: Parameters<typeof variablesOf>) => variablesOf(...hook).map(({ name }) => name);
  expect(names({ phase: "pre_tool", input: "env", format: "handrail" })).not.toContain("TOOL_OUTPUT");
  expect(names({ phase: "post_tool", input: "stdin", format: "claude" })).toEqual(expect.arrayContaining(["TOOL_OUTPUT", "CLAUDE_PROJECT_DIR"]));
});

it("tells then from now", () => {
  expect([sayFate({ verdict: "allow", by: "", file: "", reason: "" }, true).word, sayFate({ verdict: "deny", by: "", file: "", reason: "" }, false).word]).toEqual(["Ran", "Would be denied"]);
});
