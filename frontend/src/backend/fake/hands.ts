// Stands in for Go's loader of hands, well enough to look at: the file of the welcome space, the main rules of
// docs/spec/07-hands.md and their texts, what a hand would run.

import { PROPOSED, WELCOME_HANDS } from "./hands-file";
import { WELCOME } from "./many";
import type { HandArgvView, HandProblemView, HandProposalsView, HandsCheckView, HandsView, HandView, PatternView, SavedHandsView, ToolDetailView } from "../wire";

interface RawParam {
  type?: string;
  required?: boolean;
  default?: unknown;
  pattern?: string;
  min?: number;
  max?: number;
  description?: string;
}

interface RawHand {
  description?: string;
  command?: unknown[];
  params?: Record<string, RawParam>;
  danger?: HandView["danger"];
  confirm?: boolean;
  disabled?: boolean;
  argSeparator?: boolean;
  workingDir?: string;
  env?: Record<string, string>;
}

export class FakeHands {
  /** By space; what is not here has no file. */
  private readonly files = new Map<string, string>();

  constructor(
    private readonly empty: boolean,
    private contested = false,
  ) {}

  read(space: string): HandsView {
    const text = this.fileOf(space);
    return { text: text ?? "", digest: text === undefined ? "" : digestOf(text), exists: text !== undefined, check: this.check(text ?? "") };
  }

  save(space: string, text: string, digest: string): SavedHandsView {
    if (this.contested) this.files.set(space, (this.fileOf(space) ?? "").replace("Tag a release", "Written by somebody else"));
    this.contested = false;
    const before = this.read(space);
    if (before.digest !== digest) return { saved: false, now: before, difference: difference(before.text, text), note: "" };
    this.files.set(space, text);
    return { saved: true, now: this.read(space), difference: "", note: "" };
  }

  check(text: string): HandsCheckView {
    if (text === "") return { hands: [], problems: [] };
    let file: { version?: unknown; tools?: Record<string, RawHand> };
    try {
      file = JSON.parse(text) as typeof file;
    } catch (error) {
      const at = Number(/position (\d+)/.exec(String(error))?.[1] ?? text.length);
      const line = text.slice(0, at).split("\n").length;
      return { hands: [], problems: [{ severity: "error", hand: "", field: "", line, text: "ctxnest.json is not valid JSON" }] };
    }
    const problems: HandProblemView[] = [];
    if (file.version !== "1") problems.push({ severity: "error", hand: "", field: "", line: 1, text: `version must be the string "1"` });
    const hands = Object.entries(file.tools ?? {}).map(([name, raw]) => this.hand(name, raw, text, problems));
    return { hands, problems };
  }

  resolve(space: string, text: string, name: string, input: string): HandArgvView {
    const nothing: HandArgvView = { argv: [], dropped: [], folder: "", violations: [], message: "" };
    const hand = this.check(text).hands.find((known) => known.name === name);
    if (!hand) return { ...nothing, message: `there is no hand '${name}' in this text` };
    if (hand.rejected) return { ...nothing, message: hand.rejected };
    const raw = (JSON.parse(text) as { tools: Record<string, RawHand> }).tools[name] ?? {};
    const values = JSON.parse(input) as Record<string, unknown>;
    const found = Object.entries(raw.params ?? {}).flatMap(([param, rule]) => {
      const value = values[param];
      if (value === undefined) return rule.required ? [{ path: `/${param}`, message: "This is needed." }] : [];
      const why = typeof value === "string" ? this.tryPattern(rule.pattern ?? "", value).why : "";
      return why ? [{ path: `/${param}`, message: why }] : [];
    });
    if (found.length > 0) return { ...nothing, violations: found };
    const out: HandArgvView = { ...nothing, folder: raw.workingDir ? `${space}/${raw.workingDir}` : space };
    for (const element of hand.argv) {
      const filled = element.replace(/\{\{(\w+)\}\}/g, (_, param: string) => word(values[param] ?? raw.params?.[param]?.default ?? ""));
      if (filled === "") out.dropped.push(element);
      else {
        if (filled !== element && raw.argSeparator && !out.argv.includes("--")) out.argv.push("--");
        out.argv.push(filled);
      }
    }
    return out;
  }

  tryPattern(pattern: string, value: string): PatternView {
    if (value === "") return { passes: true, why: "" };
    try {
      if (new RegExp(pattern || "^[^-]").test(value)) return { passes: true, why: "" };
    } catch {
      return { passes: false, why: `the pattern ${pattern} does not compile` };
    }
    return { passes: false, why: pattern ? `it does not match ${pattern}` : "it begins with a dash, and this parameter has no pattern that allows it" };
  }

  propose(space: string): HandProposalsView {
    if (this.empty) return { hands: [], notes: ["No package.json, Makefile, justfile, Taskfile or go.mod is in this folder."] };
    const names = new Set(this.read(space).check.hands.map(({ name }) => name));
    const hands = PROPOSED.filter(({ name }) => !names.has(name));
    return { hands, notes: ["The script prepare runs when packages are installed, so it is not proposed."] };
  }

  qualified(name: string): string {
    return `welcome__${name}`;
  }

  /** The hands of the saved file, as tools. */
  tools(space: string): ToolDetailView[] {
    return this.read(space).check.hands.map((hand) => ({
      tool: {
        name: hand.name, qualified: hand.qualified, title: hand.name, description: hand.description, source: "hand",
        state: hand.rejected ? "rejected" : hand.disabled ? "disabled" : "ready",
        reason: hand.rejected || (hand.disabled ? "It is switched off in ctxnest.json." : ""), category: "", icon: "hand-helping",
        sideEffect: true, idempotent: false, confirm: hand.confirm, danger: hand.danger, timeoutSeconds: 60,
      },
      input: hand.input || "{}", docs: "", declared: "ctxnest.json", command: hand.argv.join("\n"),
    }));
  }

  private fileOf(space: string): string | undefined {
    return this.files.get(space) ?? (space === WELCOME && !this.empty ? WELCOME_HANDS : undefined);
  }

  private hand(name: string, raw: RawHand, text: string, problems: HandProblemView[]): HandView {
    const line = text.slice(0, text.indexOf(JSON.stringify(name))).split("\n").length;
    const wrong = wrongWith(name, raw);
    const rejected = wrong.find(({ severity }) => severity === "error");
    problems.push(...wrong.map((problem) => ({ ...problem, hand: name, line: line + (problem.field ? 1 : 0) })));
    const argv = (raw.command ?? []).map(word);
    return {
      name, qualified: this.qualified(name), description: raw.description ?? "", argv, danger: raw.danger ?? "safe", confirm: raw.confirm ?? false,
      disabled: raw.disabled ?? false, rejected: rejected ? `tool '${name}' rejected: ${rejected.text}` : "",
      input: rejected ? "" : JSON.stringify({ type: "object", properties: schemaOf(raw.params ?? {}), required: requiredOf(raw.params ?? {}), additionalProperties: false }),
    };
  }
}

function wrongWith(name: string, { description, command, params = {}, env = {}, workingDir = "" }: RawHand) {
  const found: Omit<HandProblemView, "hand" | "line">[] = [];
  const note = (severity: HandProblemView["severity"], field: string, text: string) => found.push({ severity, field, text });
  if (!/^[a-z][a-z0-9-]*$/.test(name)) note("error", "", `tool name '${name}' invalid`);
  if (!description) note("error", "description", "description must be a non-empty string");
  if (!Array.isArray(command) || command.length === 0) note("error", "command", "command must be non-empty array");
  if (typeof command?.[0] === "string" && command[0].includes("{{")) note("error", "command[0]", "argv[0] must be literal");
  if (command?.[0] === "") note("error", "command[0]", "the program must not be empty");
  command?.forEach((element, i) => {
    for (const [, param = ""] of word(element).matchAll(/\{\{(\w+)\}\}/g)) {
      if (!Object.hasOwn(params, param)) note("error", `command[${i}]`, `placeholder {{${param}}} has no param def`);
    }
  });
  for (const [param, { pattern }] of Object.entries(params)) {
    if (!command?.some((element) => word(element).includes(`{{${param}}}`))) note("warning", `params.${param}`, `param '${param}' is not used in the command`);
    if (pattern === undefined) continue;
    try {
      new RegExp(pattern);
      if (!pattern.startsWith("^") || !pattern.endsWith("$")) note("warning", `params.${param}.pattern`, `the pattern is searched, and without ^ and $ it lets more through than it shows`);
    } catch {
      note("error", `params.${param}.pattern`, `param '${param}' invalid pattern`);
    }
  }
  for (const key of Object.keys(env)) if (/^(PATH|LD_|DYLD_|NODE_OPTIONS)/.test(key)) note("error", `env.${key}`, `env key '${key}' is forbidden`);
  if (workingDir.startsWith("/") || workingDir.split("/").includes("..")) note("error", "workingDir", "workingDir must lie in the project");
  return found;
}

function schemaOf(params: Record<string, RawParam>) {
  return Object.fromEntries(Object.entries(params).map(([name, { type, default: fallback, pattern, min, max, description }]) => [
    name, { type, default: fallback, pattern, minimum: min, maximum: max, description },
  ]));
}

function requiredOf(params: Record<string, RawParam>): string[] {
  return Object.entries(params).flatMap(([name, { required }]) => (required ? [name] : []));
}

function word(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function digestOf(text: string): string {
  let sum = 0;
  for (const char of text) sum = (Math.imul(sum, 31) + (char.codePointAt(0) ?? 0)) >>> 0;
  return sum.toString(16).padStart(8, "0");
}

/** One hunk over all lines that are not the same at both ends. */
function difference(before: string, after: string): string {
  const [a, b] = [before.split("\n"), after.split("\n")];
  let head = 0;
  while (head < Math.min(a.length, b.length) && a[head] === b[head]) head += 1;
  let tail = 0;
  while (tail < Math.min(a.length, b.length) - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail += 1;
  const [gone, come] = [a.slice(head, a.length - tail), b.slice(head, b.length - tail)];
  return [
    "--- ctxnest.json on disk", "+++ ctxnest.json as you have it", `@@ -${head + 1},${gone.length} +${head + 1},${come.length} @@`,
    ...a.slice(Math.max(0, head - 2), head).map((line) => ` ${line}`), ...gone.map((line) => `-${line}`), ...come.map((line) => `+${line}`),
  ].join("\n");
}
