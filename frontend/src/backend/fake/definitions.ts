// The fake's files of definitions. Of what Go says of a text it knows one problem, and how a tool's command is filled.

import type { DefinitionCheckView, DefinitionKind, DefinitionView, FileStart, ToolDetailView } from "../wire";
import { WELCOME } from "./many";

const COUNT = `---
id: count-lines
name: Count lines
description: Counts the lines of a file.
parameters:
  - name: file
    type: string
    description: A file of this space
    required: true
command: wc -l -- {{file}}
timeout: 30
sideEffect: false
---
Use it before you read a long file.
`;

const FILES: Record<string, string> = {
  "agent/config.md": '---\nid: guide\nname: Guide\ndescription: Keeps the books.\n---\nYou keep the books of this shop.\n\n- Look before you act.\n- Ask when you are not sure.\n',
  "agent/rules.json": '{\n  "deny": ["bash(rm *)"],\n  "ask": ["bash(git push *)"]\n}\n',
  "agent/tools/count-lines.md": COUNT,
  "agent/skills/releasing.md": "---\nname: releasing\ndescription: Explains how a release is made here.\n---\n# Releasing\n\n1. Run the tests.\n2. Raise the number of the version.\n",
  "agent/hooks/safety.json": '{\n  "hooks": [\n    {"id": "block-rm", "type": "pre_tool", "tools": ["bash"], "command": "bash scripts/block-rm.sh", "blocking": true}\n  ]\n}\n',
  "space.manifest.json": '{\n  "id": "welcome",\n  "name": "Welcome"\n}\n',
};

const FOLDERS: Record<FileStart, [folder: string, end: string]> = {
  tool: ["agent/tools/", ".md"], agent: ["agent/", ".md"], skill: ["agent/skills/", ".md"], "hook-refuse": ["agent/hooks/", ".json"], "hook-format": ["agent/hooks/", ".json"],
  "hook-note": ["agent/hooks/", ".json"], rules: ["agent/", ".json"], manifest: ["", ".json"],
};

function kindOf(file: string): DefinitionKind {
  if (file === "agent/rules.json") return "rules";
  if (file === "space.manifest.json") return "manifest";
  if (file.startsWith("agent/tools/")) return "tool";
  if (file.startsWith("agent/hooks/")) return "hooks";
  return file.includes("skills/") ? "skill" : "agent";
}

const field = (text: string, name: string) => new RegExp(`^${name}: (.*)$`, "m").exec(text)?.[1] ?? "";
const names = (text: string) => [...text.matchAll(/^ {2}- name: (\w+)$/gm)].map(([, name = ""]) => name);
const bodyOf = (text: string) => text.split("\n---\n").slice(1).join("\n---\n").trim();

function check(file: string, text: string): DefinitionCheckView {
  const kind = kindOf(file);
  const said: DefinitionCheckView = { problems: [], name: field(text, "id") || field(text, "name"), tool: [], told: "", holds: [] };
  if (kind === "hooks") said.holds = [...text.matchAll(/"id": "([^"]+)"/g)].map(([, id = ""]) => id);
  if (kind === "agent" || kind === "skill") said.told = bodyOf(text);
  if (kind !== "tool") return said;
  const wanted = [...field(text, "command").matchAll(/\{\{(\w+)\}\}/g)].map(([, name = ""]) => name);
  const missing = wanted.find((name) => !names(text).includes(name));
  if (missing) said.problems = [{ severity: "error", file, line: text.split("\n").findIndex((line) => line.startsWith("command:")) + 1, text: `the command uses "${missing}", which is not a parameter; declare it, or correct the name` }];
  else said.tool = [toolOf(text)];
  return said;
}

function toolOf(text: string): ToolDetailView {
  const id = field(text, "id");
  const properties = Object.fromEntries(names(text).map((name) => [name, { type: "string" }]));
  return {
    tool: { name: id, qualified: id, title: field(text, "name"), description: field(text, "description"), source: "custom", state: "ready", reason: "", category: "", icon: "", sideEffect: !text.includes("sideEffect: false"), idempotent: false, confirm: text.includes("confirm: true"), danger: "safe", timeoutSeconds: 30 },
    input: JSON.stringify({ type: "object", properties, required: names(text) }), docs: bodyOf(text), declared: "", command: field(text, "command"),
  };
}

/** What the page may ask of them. */
export function defining(empty: boolean) {
  const files = new Map(empty ? [] : Object.entries(FILES));
  const read = (file: string): DefinitionView => {
    const text = files.get(file) ?? "";
    return { kind: kindOf(file), text, digest: files.has(file) ? `digest of ${text.length}` : "", exists: files.has(file), check: check(file, text) };
  };
  const saved = (file: string) => ({ saved: true, now: read(file), difference: "", note: "" });
  return {
    definitions: (space: string) => (space === WELCOME ? [...files.keys()].sort().map((file) => ({ file, kind: kindOf(file) })) : []),
    definition: (_space: string, file: string) => read(file),
    checkDefinition: (_space: string, file: string, text: string) => check(file, text),
    resolveTool: (_space: string, _file: string, text: string, input: string) => {
      const values = JSON.parse(input) as Record<string, string>;
      const missing = names(text).filter((name) => values[name] === undefined);
      if (missing.length > 0) return { text: "", violations: missing.map((name) => ({ path: `/${name}`, message: "is required" })), message: "" };
      return { text: field(text, "command").replace(/\{\{(\w+)\}\}/g, (_all, name: string) => values[name] ?? ""), violations: [], message: "" };
    },
    beginDefinition: (_space: string, start: FileStart, name: string) => {
      const [folder, end] = FOLDERS[start];
      const id = name.toLowerCase().replace(/[^a-z0-9]+/g, "-");
      const file = start === "rules" || start === "manifest" ? `${folder}${start === "rules" ? "rules" : "space.manifest"}${end}` : folder + id + end;
      if (files.has(file)) throw new Error(`${file} is there already: choose another name, or open it`);
      return { file, text: start === "tool" ? COUNT.replace("count-lines", id).replace("Count lines", name) : `---\nid: ${id}\n---\nSay what it does.\n` };
    },
    saveDefinition: (_space: string, file: string, text: string, digest: string) => {
      if (read(file).digest !== digest) return { saved: false, now: read(file), difference: `-${read(file).text}\n+${text}`, note: "" };
      files.set(file, text);
      return saved(file);
    },
    removeDefinition: (_space: string, file: string, digest: string) => {
      if (read(file).digest !== digest) return { saved: false, now: read(file), difference: "", note: "" };
      files.delete(file);
      return saved(file);
    },
    openDefinition: () => undefined,
  };
}
