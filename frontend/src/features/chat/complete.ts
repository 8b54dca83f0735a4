// Completion of a "/TOOL key=value …" line: first the name of the tool, of a skill or of a server's prompt, then its
// parameters. And of "@": a resource of a server.

import type { ContentView, PromptView, ResourceView, SkillView, ToolView } from "../../backend/backend";
import { texts } from "../../words/chat";

export interface Suggestion {
  label: string;
  note: string;
  /** What it is, if it does not call a tool or name a parameter. */
  kind?: "skill" | "prompt" | "resource";
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

const SHOWN = 8;
/** Of them, kept for skills where there are more tools than fit. */
const SKILLS_SHOWN = 3;
/** And for prompts of servers. */
const PROMPTS_SHOWN = 2;

/** The tool that a line names, once its name is written out: "/deploy b" -> "deploy". */
export function toolOfLine(text: string): string {
  return /^\/([\w-]+)\s/.exec(text)?.[1] ?? "";
}

export function suggest(text: string, tools: readonly ToolView[], parameters: readonly Parameter[], skills: readonly SkillView[] = [], prompts: readonly PromptView[] = []): Suggestion[] {
  if (!text.startsWith("/") || text.includes("\n")) return [];
  if (toolOfLine(text)) return suggestParameters(text, parameters);
  const some = [...suggestSkills(text.slice(1), skills), ...suggestPrompts(text.slice(1), prompts)];
  return [...suggestTools(text.slice(1), tools).slice(0, SHOWN - some.length), ...some];
}

function suggestSkills(typed: string, skills: readonly SkillView[]): Suggestion[] {
  return found(typed, skills, ({ line }) => line.slice(1), ({ name, description }) => `${name} ${description}`).slice(0, SKILLS_SHOWN).map(({ name, description, line }) => ({ label: name, note: description, text: `${line} `, kind: "skill" as const }));
}

function suggestPrompts(typed: string, prompts: readonly PromptView[]): Suggestion[] {
  return found(typed, prompts, ({ line }) => line.slice(1), ({ title, description }) => `${title} ${description}`)
    .slice(0, PROMPTS_SHOWN)
    .map(({ line, title, description }) => ({ label: line.slice(1), note: description || title, text: `${line} `, kind: "prompt" as const }));
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

/** Resources to attach, while their name is being written at the caret. */
export function suggestResources(text: string, caret: number, contents: readonly ContentView[]): Suggestion[] {
  const typed = mentioned(text.slice(0, caret));
  if (typed === undefined) return [];
  const all = contents.flatMap(({ resources }) => resources);
  if (all.some(({ words }) => words === `@${typed}`)) return [];
  return found(typed, all, ({ words }) => words.slice(1), ({ title, description }) => `${title} ${description}`)
    .slice(0, SHOWN)
    .map((resource) => mention(text, caret, typed, resource));
}

function mention(text: string, caret: number, typed: string, { words, title, description }: ResourceView): Suggestion {
  const head = `${text.slice(0, caret - typed.length - 1)}${words} `;
  return { label: title, note: description || words.slice(1), text: head + text.slice(caret).trimStart(), caret: head.length, kind: "resource" };
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

function suggestTools(typed: string, tools: readonly ToolView[]): Suggestion[] {
  const ready = tools.filter((tool) => tool.state === "ready");
  return found(typed, ready, ({ name }) => name, ({ title }) => title).slice(0, SHOWN).map((tool) => ({ label: tool.name, note: tool.title, text: `/${tool.name} ` }));
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
