import { describe, expect, it } from "vitest";
import { fixtures } from "../../testing/fixtures";
import { parametersOf, suggest, toolOfLine } from "./complete";

const tools = fixtures.tools.map((detail) => detail.tool);
const parameters = [
  { name: "suite", required: true, description: "Which suite" },
  { name: "timeout", required: false, description: "Seconds" },
];
const labels = (text: string) => suggest(text, tools, parameters).map((suggestion) => suggestion.label);

describe("a tool's name", () => {
  it("is completed from its beginning, then from anywhere in name or title, the space's own first", () => {
    expect(labels("/re")).toEqual(["read", "serve", "grep"]);
    expect(labels("/DEP")).toEqual(["deploy"]);
    expect(labels("/folder")).toEqual(["listdir"]);
  });
  it("is offered only if the tool is ready", () => {
    expect(labels("/lint")).toEqual([]);
    expect(labels("/seed")).toEqual([]);
  });
  it("is taken whole, with room for what follows", () => {
    expect(suggest("/dep", tools, [])[0]?.text).toBe("/deploy ");
  });
  it.each(["", "deploy", "say /deploy", "/deploy\nmore"])("is not completed in %j", (text) => {
    expect(labels(text)).toEqual([]);
  });
  it("is one of the space's own before all others", () => {
    expect(labels("/").slice(0, 5)).toEqual(["run-tests", "deploy", "word-count", "serve", "bash"]);
  });
  it("is one of at most forty", () => {
    const [one] = tools;
    if (!one) throw new Error("There are no fixtures.");
    expect(suggest("/", Array.from({ length: 5000 }, (_, i) => ({ ...one, name: `tool-${i}` })), [])).toHaveLength(40);
  });
});

describe("a tool's parameters", () => {
  it("are offered, the needed ones said to be", () => {
    expect(suggest("/run-tests ", tools, parameters).map((s) => [s.label, s.note])).toEqual([["suite=", "required · Which suite"], ["timeout=", "Seconds"]]);
  });
  it("are not offered twice, nor inside a value, nor in JSON", () => {
    expect(labels("/run-tests suite=unit ")).toEqual(["timeout="]);
    expect(labels("/run-tests suite=un")).toEqual([]);
    expect(labels('/run-tests {"su')).toEqual([]);
  });
  it("are put at the end of the line", () => {
    expect(suggest("/run-tests suite=unit ti", tools, parameters)[0]?.text).toBe("/run-tests suite=unit timeout=");
  });
});

it("knows the tool of a line", () => {
  expect(toolOfLine("/deploy branch=x")).toBe("deploy");
  expect(toolOfLine("/deploy")).toBe("");
  expect(toolOfLine("deploy x")).toBe("");
});

it("reads the parameters of a schema, the needed ones first", () => {
  const schema = JSON.stringify({ type: "object", properties: { a: {}, b: { description: "B" } }, required: ["b"] });
  expect(parametersOf(schema)).toEqual([
    { name: "b", required: true, description: "B" },
    { name: "a", required: false, description: "" },
  ]);
  expect(parametersOf("{}")).toEqual([]);
});
