// What the page asks Go for holds English sentences: here they are read back, field by field, where a person reads them.

import type { Saying } from "../reasons";
import type { Read } from "./reading";

type Words = Readonly<Record<string, string>>;
type Tools = Readonly<Record<string, { title: string; text: string }>>;
type Inputs = Readonly<Record<"name" | "text", Words>>;
type Fields = Record<string, unknown>;

/** What holds a sentence of Go's, or a list of them, in its answers: never what an author, a program or the person has written. */
const SENTENCES = new Set([
  "reason", "why", "next", "problem", "problems", "message", "warning", "warnings", "note", "notes", "noLine", "modeWhy", "unavailable", "advice", "action", "gaps", "by", "rejected", "about", "holds", "shuts",
  "during", "reads", "writes", "reaches", "profile", "refused", "lastReason", "hostsProblem", "misfit", "words", "needs", "notDone", "left", "error", "partial", "unsure", "elsewhere", "idle", "place", "differs", "broken", "lastError", "hints",
]);

/** By a field that such an answer alone has: what of it says where text came from, what lets it out, and what to do next. */
const ORIGINS: readonly (readonly [string, readonly string[]])[] = [
  ["paragraph", ["from"]], ["way", ["source", "answer"]], ["grant", ["grant"]], ["answered", ["after", "open", "answered", "answer"]], ["backup", ["after"]], ["place", ["after"]],
];

/** The record of what has happened, which is read where it is shown (call.ts, decider.ts), and texts of files, programs and people as they are. */
const AS_IT_IS = new Set([
  "run", "runEvents", "sessionEvents", "callRecord", "output", "questions", "questionShown", "forms", "formShown", "memory", "saveMemory", "replaceMemory",
  "changedText", "compareUndo", "rehearsedText", "attachContent", "picture", "contents",
]);

/** Ours: their authors have written them in English, for models. */
const OURS = new Set(["builtin", "bridge"]);

const isOurs = (tool: unknown) => typeof tool === "object" && tool !== null && "source" in tool && OURS.has(String(tool.source));
const isHand = (tool: unknown) => typeof tool === "object" && tool !== null && "source" in tool && tool.source === "hand";

/** What Go adds to what an author says of a hand's parameter (tools/command/handtool.go). */
const PATTERN = /Must match the pattern ([^]+), or be empty\.$/;
const DASH = /Must not start with a dash\.$/;

const USERS: Words = { tool: "Tool", hand: "Handgriff" };

/** What names a secret: "tool deploy of Welcome" (operator/secrecy/users.go). */
const user = (text: unknown) =>
  String(text).replace(/^(tool|hand) (\S+) of ([^]+)$/, (_, kind: string, name: string, space: string) => `${USERS[kind] ?? kind} ${name} von ${space}`).replace(/^settings (\S+)$/, "$1 in den Einstellungen");

/** What Go remarks behind the command of a tool or a hook (spaces/loose.go, spaces/hooks.go). */
const remarks = (text: string) =>
  text.replace(/ \[an agent can change what this runs(:[^\]]*)?\]/, (_, list = "") => ` [ein Agent kann ändern, was das ausführt${String(list)}]`).replace(" [off: it does not run unless you turn it on]", " [aus: läuft erst, wenn Sie es einschalten]");

/** What stands behind the names of the two texts that a difference compares. */
const SIDES: Words = { "as trusted": "wie vertraut", "as accepted": "wie angenommen", "as you have it": "in Ihrer Fassung", "as it is": "jetzt", "as it would be": "nach der Änderung", "as it was": "vorher", "on disk": "auf dem Datenträger", now: "jetzt" };
const HEADS = new RegExp(`^((?:---|\\+\\+\\+) .+ )(${Object.keys(SIDES).join("|")})$`);

/** Who decides a step of a trial, as Go names them in English (tools/decider.go), by what the page calls them. */
const DECIDERS: readonly (readonly [RegExp, string])[] = [
  [/^rule ([^]+) in (this trial|\S+)$/, "ruleIn"], [/^rule ([^]+)$/, "rule"], [/^built-in rule ([^]+)$/, "builtin"], [/^mode ([^]+)$/, "mode"], [/^your grant: ([^]+)$/, "grant"], [/^a hook$/, "hook"],
];

export function answers(read: Read, labels: Words, tools: Tools, inputs: Inputs, deciders: Readonly<Record<string, Saying>>): (method: string, answer: unknown) => unknown {
  const say = (text: unknown): unknown => (typeof text === "string" ? (read(text) ?? text) : Array.isArray(text) ? text.map(say) : told(text));
  const label = (text: unknown) => (typeof text === "string" ? (labels[text] ?? text) : text);

  /** A schema of what a tool is given, as text: what its inputs are called, and what is said of them. */
  function schema(text: string, ours: boolean): string {
    const said = JSON.parse(text, (key, held: unknown) => {
      if (key === "description") return ours ? (inputs.text[String(held)] ?? held) : String(held).replace(PATTERN, "Muss zum Muster $1 passen oder leer sein.").replace(DASH, "Darf nicht mit einem Strich beginnen.");
      if (!ours) return held;
      if (key !== "properties" || typeof held !== "object" || held === null) return held;
      return Object.fromEntries(Object.entries(held).map(([name, property]: [string, unknown]) => [name, typeof property === "object" && inputs.name[name] ? { title: inputs.name[name], ...property } : property]));
    }) as unknown;
    return JSON.stringify(said);
  }

  function decider(by: unknown): string | undefined {
    for (const [known, name] of DECIDERS) {
      const [found, ...places] = known.exec(String(by)) ?? [];
      if (found !== undefined) return deciders[name]?.(...places.map((place) => labels[place] ?? place));
    }
    return undefined;
  }

  /** A difference with its first two lines in German: what follows is of the texts. */
  function headed(difference: string): string {
    const [one = "", other = "", ...rest] = difference.split("\n");
    return [...[one, other].map((line) => line.replace(HEADS, (_, file: string, side: string) => `${file}${SIDES[side] ?? side}`)), ...rest].join("\n");
  }

  function told(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(told);
    if (typeof value !== "object" || value === null) return value;
    const fields = value as Fields;
    const out: Fields = {};
    for (const [name, held] of Object.entries(fields)) out[name] = name === "difference" && typeof held === "string" ? headed(held) : SENTENCES.has(name) ? say(held) : told(held);
    if (fields.kind === "memory") out.detail = say(fields.detail); // of all else it is the command that runs, which nothing changes
    if ("severity" in fields && typeof fields.text === "string") out.text = say(fields.text); // a problem
    if ("target" in fields && typeof fields.text === "string") out.text = say(fields.text); // what a server was refused
    for (const [mark, names] of ORIGINS) if (mark in fields) for (const name of names) out[name] = say(fields[name]);
    if ("tookMs" in fields && typeof fields.text === "string") Object.assign(out, { name: say(fields.name), text: say(fields.text) }); // a step of a server's test
    if ("verdict" in fields && typeof fields.by === "string") out.by = decider(fields.by) ?? out.by; // what becomes of a call
    if (fields.kind === "file" && typeof fields.detail === "string") out.detail = fields.detail.replace(/^(\d+) bytes$/, "$1 Byte");
    if (fields.kind === "manifest") out.detail = say(fields.detail);
    if ("area" in fields) Object.assign(out, { area: label(fields.area), name: label(fields.name), text: labels[String(fields.text)] ?? say(fields.text) }); // a row of the doctor
    if ("outcome" in fields && "by" in fields) Object.assign(out, { name: label(fields.name), by: decider(fields.by) ?? out.by }); // a step of a verdict
    if (typeof fields.input === "string" && (isOurs(fields.tool) || isHand(fields.tool))) out.input = schema(fields.input, isOurs(fields.tool)); // a tool and its form
    if ("notDone" in fields && typeof fields.network === "string") out.network = fields.network.replace(/^Off$/, "Aus").replace(/^On$/, "An"); // a rehearsal
    if (Array.isArray(fields.usedBy)) out.usedBy = fields.usedBy.map(user); // a secret
    if ("sha256" in fields && typeof fields.detail === "string") out.detail = remarks(String(out.detail)); // what a space has
    const ours = OURS.has(String(fields.source)) ? tools[String(fields.qualified)] : undefined;
    return ours ? { ...out, title: ours.title, description: ours.text } : out;
  }

  return (method, answer) => (AS_IT_IS.has(method) ? answer : told(answer));
}
