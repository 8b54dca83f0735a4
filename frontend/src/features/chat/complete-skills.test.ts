import { describe, expect, it } from "vitest";
import type { SkillView } from "../../backend/backend";
import { fixtures } from "../../testing/fixtures";
import { startable, suggest, variablesOf } from "./complete";

const tools = fixtures.tools.map((detail) => detail.tool);
const skill = (name: string, more: Partial<SkillView> = {}): SkillView => ({
  name, description: "", version: "", triggers: [], allowedTools: [], variables: [], file: "", size: 0, state: "ready", why: "", notes: [], line: `/${name}`, noLine: "", agents: ["guide"], ...more,
});
const skills = [skill("deployments", { description: "How we ship" }), skill("releasing"), skill("relaxing"), skill("writing")];
const labels = (text: string) => suggest(text, tools, [], skills).map((found) => found.label);

it("offers skills after tools, by the beginning of the name, then by anything", () => {
  expect(labels("/dep")).toEqual(["deploy", "deployments"]);
  expect(labels("/ship")).toEqual(["deployments"]);
  expect(suggest("/rel", tools, [], skills)[0]).toEqual({ label: "releasing", note: "", text: "/releasing ", kind: "skill" });
});

it("offers the space's tools, then its skills, before the others", () => {
  expect(labels("/").slice(0, 9)).toEqual(["run-tests", "deploy", "word-count", "serve", "deployments", "releasing", "relaxing", "writing", "bash"]);
});

it("offers what a line can start, of what this agent has", () => {
  const all = [
    skill("a"), skill("b", { state: "old" }), skill("c", { state: "held-back" }), skill("d", { state: "untrusted" }), skill("e", { line: "", noLine: "A tool has its name" }), skill("f", { agents: ["other"] }),
  ];
  expect(startable(all, "guide").map(({ name }) => name)).toEqual(["a", "b"]);
});

describe("a skill's variables", () => {
  const of = skill("releasing", { variables: [{ name: "kind", value: "minor" }, { name: "who", value: "" }] });
  const offered = (text: string) => suggest(text, tools, variablesOf(of, text), skills).map(({ label, note }) => [label, note]);
  it("are offered in front of all other words, and only there", () => {
    expect(offered("/releasing ")).toEqual([["kind=", "minor by default"], ["who=", ""]]);
    expect(offered("/releasing kind=major ")).toEqual([["who=", ""]]);
    expect(offered("/releasing kind=major w")).toEqual([["who=", ""]]);
    expect(offered("/releasing be quick ")).toEqual([]);
    expect(offered("/releasing kind=major be w")).toEqual([]);
    expect(offered("/releasing odd=1 ")).toEqual([]);
  });
});
