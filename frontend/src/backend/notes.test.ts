import { expect, it } from "vitest";
import { noted, sortNotes, type RunNotes } from "./notes";

it("keeps the last notes of a run, and the runs that were told of last", () => {
  let notes: RunNotes = {};
  for (let i = 0; i < 60; i += 1) notes = noted(notes, `run-${i}`, { skill: "", text: "one" });
  for (let i = 0; i < 30; i += 1) notes = noted(notes, "run-20", { skill: "", text: `note ${i}` });
  expect(Object.keys(notes)).toHaveLength(50);
  expect(notes["run-9"]).toBeUndefined();
  expect(notes["run-59"]).toEqual([{ skill: "", text: "one" }]);
  expect(notes["run-20"]).toHaveLength(20);
  expect(notes["run-20"]?.at(-1)?.text).toBe("note 29");
});

it("puts what is said of a skill beside its name", () => {
  const notes = [
    { skill: "releasing", text: 'you wrote "new version"; it brings up github__create_issue' },
    { skill: "a", text: "it brings up b__c" },
    { skill: "", text: "312 tools of 6 servers would take 48,000 tokens: the agent searches for them" },
  ];
  expect(sortNotes(["a", "releasing", "ab"], notes)).toEqual({
    up: [
      { name: "a", why: "it brings up b__c" },
      { name: "releasing", why: 'you wrote "new version"; it brings up github__create_issue' },
      { name: "ab", why: "" },
    ],
    rest: [notes[2]],
  });
  expect(sortNotes([], [])).toEqual({ up: [], rest: [] });
  // A note that names a skill is never shown without its name, also where the prompt does not list it.
  expect(sortNotes([], [{ skill: "a", text: "" }])).toEqual({ up: [{ name: "a", why: "" }], rest: [] });
});
