import { describe, expect, it } from "vitest";
import { insertAt, linesOf, moveItem, renameAt, setAt } from "./edit";
import { JSONTextError, nodeAt, parseJSON, valueOf } from "./tree";

const FILE = `{
    "version": "1",
    "x-note": {"kept":   true},
    "tools": {
        "lint": { "description": "Lints", "command": ["go",  "vet", "./..."] },

        "deploy": {
            "command": [
                "gcloud",
                "deploy"
            ],
            "confirm": true
        }
    }
}
`;

const lint = ["tools", "lint"] as const;
const deploy = ["tools", "deploy"] as const;

describe("one value changes, and nothing else", () => {
  it.each<[string, (text: string) => string, string, string]>([
    ["a value", (text) => setAt(text, [...lint, "command", 1], "build"), `"vet"`, `"build"`],
    ["a value of another type", (text) => setAt(text, [...deploy, "confirm"], 3), `"confirm": true`, `"confirm": 3`],
    ["a new member at the end", (text) => setAt(text, [...deploy, "danger"], "high"), `"confirm": true`, `"confirm": true,\n            "danger": "high"`],
    ["a new member on one line", (text) => setAt(text, [...lint, "timeout"], 5), `"./..."] }`, `"./..."], "timeout": 5 }`],
    ["what leads to it is made", (text) => setAt(text, [...deploy, "env", "CI"], "1"), `"confirm": true`, `"confirm": true,\n            "env": {\n                "CI": "1"\n            }`],
    ["the last member goes", (text) => setAt(text, [...deploy, "confirm"], undefined), `,\n            "confirm": true`, ""],
    ["the first member goes", (text) => setAt(text, [...lint, "description"], undefined), `"description": "Lints", `, ""],
    ["an item in the middle", (text) => insertAt(text, [...lint, "command"], 1, "-C"), `"go",  `, `"go",  "-C",  `],
    ["an item in front", (text) => insertAt(text, [...deploy, "command"], 0, "env"), `"gcloud"`, `"env",\n                "gcloud"`],
    ["an item at the end", (text) => insertAt(text, [...deploy, "command"], 9, "-q"), `"deploy"\n            ]`, `"deploy",\n                "-q"\n            ]`],
    ["an item goes", (text) => setAt(text, [...lint, "command", 0], undefined), `"go",  `, ""],
    ["an item moves", (text) => moveItem(text, [...lint, "command"], 2, 0), `"go",  "vet", "./..."`, `"./...",  "go", "vet"`],
    ["a name", (text) => renameAt(text, lint, "vet"), `"lint"`, `"vet"`],
  ])("%s", (_, edit, before, after) => {
    expect(edit(FILE)).toBe(FILE.replace(before, () => after));
  });

  it("gives a new hand the file's own indentation", () => {
    const text = setAt(FILE, ["tools", "new"], { description: "", command: ["make", "all"] });
    expect(text).toContain(`        },\n\n        "new": {\n            "description": "",\n            "command": ["make", "all"]\n        }\n    }\n}\n`);
    expect(text.startsWith(FILE.slice(0, 200))).toBe(true);
  });

  it("keeps the line ends of Windows", () => {
    const text = setAt('{\r\n  "a": 1\r\n}\r\n', ["b"], 2);
    expect(text).toBe('{\r\n  "a": 1,\r\n  "b": 2\r\n}\r\n');
    expect(setAt(text, ["c"], { d: 1 })).toBe('{\r\n  "a": 1,\r\n  "b": 2,\r\n  "c": {\r\n    "d": 1\r\n  }\r\n}\r\n');
  });

  it("fills what is empty", () => {
    expect(setAt("{}", ["tools"], {})).toBe('{\n  "tools": {}\n}');
    expect(insertAt('{"c": []}', ["c"], 0, "x")).toBe('{"c": ["x"]}');
    expect(setAt('{"c": ["x"]}', ["c", 0], undefined)).toBe('{"c": []}');
  });

  it("puts an object in the place of what cannot hold a value", () => {
    expect(valueOf(parseJSON(setAt('{"tools": 3}', ["tools", "a"], { b: 1 })))).toEqual({ tools: { a: { b: 1 } } });
  });

  it("leaves a text that is not JSON alone", () => {
    expect(setAt('{"a": ', ["a"], 1)).toBe('{"a": ');
    expect(moveItem("[1, 2", [], 0, 1)).toBe("[1, 2");
  });
});

it("reads what JSON.parse reads, and says where everything stands", () => {
  const root = parseJSON(FILE);
  expect(valueOf(root)).toEqual(JSON.parse(FILE));
  expect(linesOf(FILE, root, deploy)).toEqual({ first: 7, last: 13 });
  const vet = nodeAt(root, [...lint, "command", 1]);
  expect(vet && FILE.slice(vet.from, vet.to)).toBe('"vet"');
});

it.each([
  ['{"a" 1}', 5, "expected :"],
  ['{"a": 1,}', 8, "double quotes"],
  ["[1 2]", 3, "a comma or ]"],
  ['{"a": "x', 6, "missing closing quote"],
  ['{"a": 1} x', 9, "remove the rest"],
  ["", 0, "ends too early"],
  ["// note\n{}", 0, "a value"],
  ["[".repeat(200), 101, "too deep"],
])("says where %j is not JSON", (text, at, words) => {
  const failed = (() => {
    try {
      return parseJSON(text);
    } catch (error) {
      return error;
    }
  })();
  expect(failed).toBeInstanceOf(JSONTextError);
  expect(failed).toMatchObject({ at });
  expect((failed as Error).message).toContain(words);
});
