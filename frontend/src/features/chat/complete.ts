// Completion of a "/TOOL key=value …" line: first the name of the tool or of a skill, then its parameters.

import type { SkillView, ToolView } from "../../backend/backend";
import { texts } from "../../words/chat";

export interface Suggestion {
  label: string;
  note: string;
  /** It starts a skill; else it calls a tool or names a parameter. */
  skill?: boolean;
  /** The whole text after it is taken. */
  text: string;
}

export interface Parameter {
  name: string;
  required: boolean;
  description: string;
}

const SHOWN = 8;
/** Of them, kept for skills where there are more tools than fit. */
const SKILLS_SHOWN = 3;

/** The tool that a line names, once its name is written out: "/deploy b" -> "deploy". */
export function toolOfLine(text: string): string {
  return /^\/([\w-]+)\s/.exec(text)?.[1] ?? "";
}

export function suggest(text: string, tools: readonly ToolView[], parameters: readonly Parameter[], skills: readonly SkillView[] = []): Suggestion[] {
  if (!text.startsWith("/") || text.includes("\n")) return [];
  if (toolOfLine(text)) return suggestParameters(text, parameters);
  const some = suggestSkills(text.slice(1), skills);
  return [...suggestTools(text.slice(1), tools).slice(0, SHOWN - some.length), ...some];
}

function suggestSkills(typed: string, skills: readonly SkillView[]): Suggestion[] {
  const wanted = typed.toLowerCase();
  const starts = skills.filter(({ line }) => line.slice(1).toLowerCase().startsWith(wanted));
  const has = skills.filter((skill) => !starts.includes(skill) && `${skill.name} ${skill.description}`.toLowerCase().includes(wanted));
  return [...starts, ...has].slice(0, SKILLS_SHOWN).map(({ name, description, line }) => ({ label: name, note: description, text: `${line} `, skill: true }));
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
  const wanted = typed.toLowerCase();
  const ready = tools.filter((tool) => tool.state === "ready");
  const starts = ready.filter((tool) => tool.name.toLowerCase().startsWith(wanted));
  const has = ready.filter((tool) => !starts.includes(tool) && `${tool.name} ${tool.title}`.toLowerCase().includes(wanted));
  return [...starts, ...has].slice(0, SHOWN).map((tool) => ({ label: tool.name, note: tool.title, text: `/${tool.name} ` }));
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
