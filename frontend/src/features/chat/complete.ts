// Completion of a "/TOOL key=value …" line: first the tool's name, then its parameters.

import type { ToolView } from "../../backend/backend";

export interface Suggestion {
  label: string;
  note: string;
  /** The whole text after it is taken. */
  text: string;
}

export interface Parameter {
  name: string;
  required: boolean;
  description: string;
}

const SHOWN = 8;

/** The tool that a line names, once its name is written out: "/deploy b" -> "deploy". */
export function toolOfLine(text: string): string {
  return /^\/([\w-]+)\s/.exec(text)?.[1] ?? "";
}

export function suggest(text: string, tools: readonly ToolView[], parameters: readonly Parameter[]): Suggestion[] {
  if (!text.startsWith("/") || text.includes("\n")) return [];
  return toolOfLine(text) ? suggestParameters(text, parameters) : suggestTools(text.slice(1), tools);
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
      note: required ? `needed · ${description}` : description,
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
