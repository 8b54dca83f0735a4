import { expect, it } from "vitest";
import { addHand, freeName, missingParams, namesIn, partsOf, pathOf, readText, setDefault, setFlag, setNumber, setText, shownAt } from "./hand-text";
import { renameParam } from "./rename";

const FILE = `{
  "version": "1",
  "x-team": "kept",
  "tools": {
    "say": {
      "description": "Says it",
      "command": ["echo", "--to={{who}}", "{{ who }}", "{{what}}"],
      "params": { "who": { "type": "string" } }
    }
  }
}
`;

function rootOf(text: string) {
  const read = readText(text);
  if (!read.ok) throw new Error(read.why);
  return read.root;
}

it("finds placeholders exactly as the loader does", () => {
  expect(partsOf("--to={{who}}.{{x_1}}")).toEqual([
    { text: "--to=", param: false }, { text: "who", param: true }, { text: ".", param: false }, { text: "x_1", param: true },
  ]);
  expect(partsOf("{{ who }}")).toEqual([{ text: "{{ who }}", param: false }]);
  expect(partsOf("{{{who}}}")).toEqual([{ text: "{", param: false }, { text: "who", param: true }, { text: "}", param: false }]);
  expect(missingParams(["echo", "{{who}}", "{{what}}", "{{what}}"], ["who"])).toEqual(["what"]);
});

it("renames a parameter and its placeholders, and nothing that only looks like one", () => {
  const text = renameParam(FILE, "say", "who", "$&");
  expect(text).toBe(FILE.replace("--to={{who}}", () => "--to={{$&}}").replace('"who": {', () => '"$&": {'));
});

it("writes a number as a number, and what is not one yet as it was typed", () => {
  const at = pathOf("say", "timeout");
  expect(shownAt(rootOf(setNumber(FILE, at, "500")), at)).toBe("500");
  expect(setNumber(FILE, at, "500")).toContain('"timeout": 500');
  expect(setNumber(FILE, at, "5s")).toContain('"timeout": "5s"');
  expect(setNumber(setNumber(FILE, at, "5"), at, " ")).toBe(FILE);
  expect(setNumber(FILE, at, "1e999")).toContain('"timeout": "1e999"');
});

it("takes away what says nothing", () => {
  expect(setFlag(setFlag(FILE, pathOf("say", "confirm"), true), pathOf("say", "confirm"), false)).toBe(FILE);
  expect(setText(setText(FILE, pathOf("say", "workingDir"), "web"), pathOf("say", "workingDir"), "")).toBe(FILE);
});

it("gives a default the type of its parameter", () => {
  const at = pathOf("say", "params", "who", "default");
  expect(setDefault(FILE, at, "boolean", "true")).toContain('"default": true');
  expect(setDefault(FILE, at, "boolean", "tr")).toContain('"default": "tr"');
  expect(setDefault(FILE, at, "number", "3")).toContain('"default": 3');
  expect(setDefault(FILE, at, "string", "3")).toContain('"default": "3"');
});

it("adds a hand to a file, to an empty one and to none, and keeps what it does not know", () => {
  const hand = { description: "", command: [] };
  expect(namesIn(rootOf(addHand("", "a", hand)))).toEqual(["a"]);
  expect(shownAt(rootOf(addHand("", "a", hand)), ["version"])).toBe("1");
  expect(namesIn(rootOf(addHand("{}", "a", hand)))).toEqual(["a"]);
  expect(addHand(FILE, "a", hand).startsWith(FILE.slice(0, FILE.lastIndexOf("}\n    }\n")))).toBe(true);
  expect(addHand(FILE, "a", hand)).toContain('"x-team": "kept"');
  expect(freeName(["a", "a-2"], "a")).toBe("a-3");
});

it("says on which line the text is not JSON", () => {
  expect(readText('{\n  "version": "1"\n  "tools": {}\n}')).toMatchObject({ ok: false, line: 3 });
});
