import { describe, expect, it } from "vitest";
import { fixtures } from "../../testing/fixtures";
import { filterTools, type ToolFilter } from "./filter";
import { lookOf, schemaForForm } from "../../components/form/look";

const tools = fixtures.tools.map((detail) => detail.tool);
const names = (filter: Partial<ToolFilter>) => filterTools(tools, { words: "", source: "", state: "all", ...filter }).map((tool) => tool.qualified);

describe("the filter", () => {
  it("keeps all without words", () => {
    expect(names({})).toHaveLength(tools.length);
  });
  it("wants every word, in any order and case, in name, title, description or category", () => {
    expect(names({ words: "STAGING deploy" })).toEqual(["deploy"]);
    expect(names({ words: "testing" })).toEqual(["run-tests", "lint"]);
    expect(names({ words: "nothing like this" })).toEqual([]);
  });
  it("tells sources and states apart", () => {
    expect(names({ source: "bridge" })).toEqual(["show_file_picker", "show_notification", "show_message"]);
    expect(names({ source: "custom", state: "not-ready" })).toEqual(["welcome__read", "lint", "clean", "seed-data"]);
    expect(names({ source: "custom", state: "ready" })).toEqual(["run-tests", "deploy", "word-count"]);
  });
  it("counts all servers as one source", () => {
    const [first] = tools;
    if (!first) throw new Error("There are no fixtures.");
    const served = { ...first, source: "mcp:github" };
    expect(filterTools([served], { words: "", source: "mcp", state: "all" })).toEqual([served]);
  });
});

describe("the form", () => {
  it("gets labels that a person reads, but keeps an author's title", () => {
    const schema = schemaForForm(JSON.stringify({ properties: { old_string: {}, "dry-run": {}, x: { title: "The X" } } }));
    expect(Object.values(schema.properties ?? {}).map((property) => typeof property !== "boolean" && property.title)).toEqual(["Old string", "Dry run", "The X"]);
  });
  it("leaves patterns and formats to Go, but not a parameter of that name", () => {
    const schema = schemaForForm(JSON.stringify({ properties: { pattern: { type: "string", pattern: "(?i)x", format: "date" } } }));
    expect(schema.properties?.pattern).toEqual({ type: "string", title: "Pattern" });
  });
  it("gives long texts room", () => {
    expect(lookOf({ properties: { content: { type: "string" }, path: { type: "string" }, text: { type: "string", enum: ["a"] } } })).toEqual({
      content: { "ui:widget": "textarea" },
    });
  });
});
