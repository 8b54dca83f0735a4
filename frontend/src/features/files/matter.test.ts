import { expect, it } from "vitest";
import { addEntry, countAt, flagAt, readMatter, setField, textAt } from "./matter";

const TOOL = `---
# who made this
id: greet   # the name
name: "Greet"
unknown: {a: 1}
parameters:
  - name: who
    type: string # text
command: echo hello {{who}}
---
Body --- stays.
---
`;

function docOf(text: string) {
  const read = readMatter(text);
  if (!read.ok) throw new Error(read.why);
  return read.doc;
}

it("changes one field, and leaves comments, order and what it doesn't know", () => {
  const next = setField(TOOL, ["name"], "Say: hello #1");
  expect(next).toBe(TOOL.replace('"Greet"', '"Say: hello #1"'));
  expect(textAt(docOf(next), ["name"])).toBe("Say: hello #1");
});

it.each([
  ["a flag that was not there", ["confirm"], true, "confirm: true\n---"],
  ["a number", ["timeout"], 30, "timeout: 30\n---"],
  ["a field of a parameter", ["parameters", 0, "required"], true, "    type: string # text\n    required: true\n"],
  ["a command of two lines", ["command"], "echo a\necho b", "command: |-\n  echo a\n  echo b\n"],
])("sets %s", (_what, path, value, want) => {
  expect(setField(TOOL, path, value)).toContain(want);
});

it("quotes no longer what needs no quotes any more", () => {
  const spaced = setField(TOOL, ["command"], "echo hello ");
  expect(spaced).toContain('command: "echo hello "\n');
  expect(setField(spaced, ["command"], "echo hello you")).toContain("command: echo hello you\n");
  expect(setField(TOOL, ["id"], "hail")).toContain("id: hail # the name\n");
});

it("takes a field out, and a list with its last entry", () => {
  expect(setField(TOOL, ["unknown"], undefined)).not.toContain("unknown");
  expect(setField(TOOL, ["parameters", 0], undefined)).not.toContain("parameters");
  expect(setField(TOOL, ["nothing"], undefined)).toBe(TOOL);
});

it("adds an entry to a list, and makes the list", () => {
  const two = addEntry(TOOL, "parameters", { name: "how", type: "string" });
  expect(countAt(docOf(two), ["parameters"])).toBe(2);
  expect(two).toContain("    type: string # text\n  - name: how\n    type: string\n");
  expect(addEntry("---\nid: a\n---\n", "parameters", { name: "a" })).toBe("---\nid: a\nparameters:\n  - name: a\n---\n");
});

it.each([
  ["no front matter", "# Hello\n"],
  ["no end of it", "---\nid: a\n"],
  ["no YAML", "---\nid: [a\n---\n"],
  ["a list", "---\n- a\n---\n"],
  ["nothing", ""],
])("leaves a text alone that has %s", (_what, text) => {
  expect(readMatter(text).ok).toBe(false);
  expect(setField(text, ["id"], "b")).toBe(text);
  expect(addEntry(text, "parameters", {})).toBe(text);
});

it("reads what the file says", () => {
  const doc = docOf(TOOL);
  expect([textAt(doc, ["id"]), textAt(doc, ["parameters", 0, "name"]), textAt(doc, ["unknown"]), textAt(doc, ["x", "y"])]).toEqual(["greet", "who", "", ""]);
  expect([flagAt(doc, ["confirm"]), flagAt(doc, ["sideEffect"], true), countAt(doc, ["parameters"]), countAt(doc, ["x"])]).toEqual([false, true, 1, 0]);
});

it("keeps a byte order mark and an empty matter", () => {
  expect(setField("\uFEFF---\nid: a\n---\nx", ["id"], "b")).toBe("\uFEFF---\nid: b\n---\nx");
  expect(setField("---\n---\nx", ["id"], "b")).toBe("---\nid: b\n---\nx");
});
