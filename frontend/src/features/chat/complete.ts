// Completion of a "/TOOL key=value …" line: first the name of the tool, of a skill or of a server's prompt, then its
// parameters. And of "@": a resource of a server, a file or a folder.

import type { ContentView, FoundFileView, PromptView, SessionView, SkillView, ToolView } from "../../backend/backend";
import { texts } from "../../words/chat";

export interface Suggestion {
  label: string;
  note: string;
  /** What it is, if it does not call a tool or name a parameter. */
  kind?: "skill" | "prompt" | "resource" | "file" | "folder" | "chat";
  /** It is attached when it is taken, and named by no word. */
  chat?: SessionView;
  /** The whole text after it is taken. */
  text: string;
  /** Where one writes on after it is taken, if not at the end. */
  caret?: number;
}

export interface Parameter {
  name: string;
  required: boolean;
  description: string;
}

/** Names of a line that are offered at most; what is typed narrows them. */
const LINES_SHOWN = 40;
/** Of what is named with an @. */
const NAMED_SHOWN = 12;

/** The tool that a line names, once its name is written out: "/deploy b" -> "deploy". */
export function toolOfLine(text: string): string {
  return /^\/([\w-]+)\s/.exec(text)?.[1] ?? "";
}

export function suggest(text: string, tools: readonly ToolView[], parameters: readonly Parameter[], skills: readonly SkillView[] = [], prompts: readonly PromptView[] = []): Suggestion[] {
  if (!text.startsWith("/") || text.includes("\n")) return [];
  if (toolOfLine(text)) return suggestParameters(text, parameters);
  return lines(text.slice(1), tools, skills, prompts).slice(0, LINES_SHOWN);
}

interface Line extends Suggestion {
  about: string;
  /** 0 = the space's own. */
  group: number;
}

/** What a line can begin with: what begins with what is typed before what has it anywhere, then the space's own tools and skills first. */
function lines(typed: string, tools: readonly ToolView[], skills: readonly SkillView[], prompts: readonly PromptView[]): Suggestion[] {
  const all: Line[] = [
    ...tools.filter(({ state }) => state === "ready").map(({ name, title, source }) => ({ label: name, note: title, text: `/${name} `, about: title, group: source === "builtin" || source === "bridge" ? 4 : source.startsWith("mcp:") ? 3 : 0 })),
    ...skills.map(({ name, description, line }) => ({ label: name, note: description, text: `${line} `, kind: "skill" as const, about: description, group: 1 })),
    ...prompts.map(({ line, title, description }) => ({ label: line.slice(1), note: description || title, text: `${line} `, kind: "prompt" as const, about: `${title} ${description}`, group: 2 })),
  ];
  return found(typed, all.sort((a, b) => a.group - b.group), ({ text }) => text.slice(1), ({ about, label }) => `${label} ${about}`)
    .map(({ label, note, text, kind }) => ({ label, note, text, ...(kind && { kind }) }));
}

/** Those whose name begins with what is typed, then those that have it anywhere. */
function found<T>(typed: string, list: readonly T[], name: (of: T) => string, about: (of: T) => string): T[] {
  const wanted = typed.toLowerCase();
  const starts = list.filter((one) => name(one).toLowerCase().startsWith(wanted));
  const has = list.filter((one) => !starts.includes(one) && `${name(one)} ${about(one)}`.toLowerCase().includes(wanted));
  return [...starts, ...has];
}

/** The word with an @ that ends where one is writing: "say @no" -> "no"; undefined if there is none. */
function mentioned(before: string): string | undefined {
  return /(?:^|\s)@(\S*)$/.exec(before)?.[1];
}

/** What is typed of a name with an @ where one is writing; undefined if there is none. */
export function mentionAt(text: string, caret: number): string | undefined {
  return mentioned(text.slice(0, caret));
}

/** Chats among what an @ names, at most. */
const CHATS_SHOWN = 4;

/** Resources, files, folders and other chats to attach, while their name is being written at the caret. */
export function suggestNamed(text: string, caret: number, contents: readonly ContentView[], files: readonly FoundFileView[] = [], chats: readonly SessionView[] = []): Suggestion[] {
  const typed = mentionAt(text, caret);
  if (typed === undefined) return [];
  const all = contents.flatMap(({ resources }) => resources);
  if ([...all, ...files].some(({ words }) => words === `@${typed}`)) return [];
  const resources = found(typed, all, ({ words }) => words.slice(1), ({ title, description }) => `${title} ${description}`)
    .slice(0, files.length > 0 ? NAMED_SHOWN / 2 : NAMED_SHOWN)
    .map(({ words, title, description }) => taken(text, caret, typed, words, { label: title, note: description || words.slice(1), kind: "resource" as const }));
  const others = found(typed, chats, ({ title }) => title, ({ title }) => title).slice(0, CHATS_SHOWN)
    .map((chat) => ({ ...taken(text, caret, typed, "", { label: chat.title, note: chat.agent, kind: "chat" as const }), chat }));
  const inSpace = files.slice(0, NAMED_SHOWN - resources.length - others.length).map(({ path, words, folder }) => {
    const at = path.lastIndexOf("/") + 1;
    return taken(text, caret, typed, words, { label: path.slice(at), note: path.slice(0, at), kind: folder ? ("folder" as const) : ("file" as const) });
  });
  return [...inSpace, ...resources, ...others];
}

function taken(text: string, caret: number, typed: string, words: string, as: Pick<Suggestion, "label" | "note" | "kind">): Suggestion {
  const head = `${text.slice(0, caret - typed.length - 1)}${words && `${words} `}`;
  return { ...as, text: head + text.slice(caret).trimStart(), caret: head.length };
}

/** Whether taking a suggestion puts a name into a message, which is not sent by that. */
export function names({ kind }: Suggestion): boolean {
  return kind === "resource" || kind === "file" || kind === "folder" || kind === "chat";
}

/** What a prompt is made from. */
export function argumentsOf(prompt: PromptView): Parameter[] {
  return [...prompt.arguments].sort((a, b) => Number(b.required) - Number(a.required));
}

/** The skills that a line in a chat with an agent can start. */
export function startable(skills: readonly SkillView[], agent: string): SkillView[] {
  return skills.filter(({ line, state, agents }) => line !== "" && (state === "ready" || state === "old") && agents.includes(agent));
}

/** The variables of a skill. They stand in front of all other words. */
export function variablesOf({ variables }: SkillView, text: string): Parameter[] {
  const words = text.trimStart().split(/\s+/).slice(1, -1);
  const named = (word: string) => variables.some(({ name }) => word.startsWith(`${name}=`));
  if (!words.every(named)) return [];
  return variables.map(({ name, value }) => ({ name, required: false, description: value ? texts.composer.fallback(value) : "" }));
}

function suggestParameters(text: string, parameters: readonly Parameter[]): Suggestion[] {
  // A JSON object is written by hand; inside a value there is nothing to complete.
  const last = /(?:^|\s)([\w-]*)$/.exec(text)?.[1];
  if (last === undefined || /^\/[\w-]+\s*\{/.test(text)) return [];
  const used = new Set([...text.matchAll(/(?:^|\s)([\w-]+)=/g)].map(([, name]) => name));
  const head = text.slice(0, text.length - last.length);
  return parameters
    .filter(({ name }) => !used.has(name) && name.startsWith(last))
    .map(({ name, required, description }) => ({
      label: `${name}=`,
      note: required ? texts.composer.required(description) : description,
      text: `${head}${name}=`,
    }));
}

/** The parameters of an input schema, the needed ones first. */
export function parametersOf(schema: string): Parameter[] {
  const { properties = {}, required = [] } = JSON.parse(schema) as {
    properties?: Record<string, { description?: string }>;
    required?: string[];
  };
  return Object.entries(properties)
    .map(([name, { description = "" }]) => ({ name, required: required.includes(name), description }))
    .sort((a, b) => Number(b.required) - Number(a.required));
}
