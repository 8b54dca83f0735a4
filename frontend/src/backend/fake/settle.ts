// Stands in for Go's schema and render packages, well enough to look at: it checks required values, types,
// choices, patterns and limits, and fills a command's placeholders with quoted words.

import type { EffectView, ToolDetailView, ViolationView } from "../wire";

interface Property {
  type?: string;
  enum?: unknown[];
  pattern?: string;
  minimum?: number;
  maximum?: number;
  default?: unknown;
}

interface ObjectSchema {
  properties?: Record<string, Property>;
  required?: string[];
}

export function violations(detail: ToolDetailView, input: string): ViolationView[] {
  let values: Record<string, unknown>;
  try {
    values = JSON.parse(input) as Record<string, unknown>;
  } catch {
    return [{ path: "", message: "The input is not JSON." }];
  }
  const schema = JSON.parse(detail.input) as ObjectSchema;
  const found: ViolationView[] = [];
  for (const name of schema.required ?? []) {
    if (values[name] === undefined || values[name] === "") found.push({ path: `/${name}`, message: "This is needed." });
  }
  for (const [name, value] of Object.entries(values)) {
    const property = schema.properties?.[name];
    const message = property ? wrong(property, value) : "There is no such parameter.";
    if (message && !found.some((v) => v.path === `/${name}`)) found.push({ path: `/${name}`, message });
  }
  return found;
}

function wrong(property: Property, value: unknown): string {
  if (property.enum && !property.enum.includes(value)) return `Must be one of ${property.enum.join(", ")}.`;
  if (property.pattern && typeof value === "string" && !new RegExp(`^(?:${property.pattern})$`).test(value)) {
    return `Must match ${property.pattern}.`;
  }
  if (typeof value === "number") {
    if (property.minimum !== undefined && value < property.minimum) return `Must be at least ${property.minimum}.`;
    if (property.maximum !== undefined && value > property.maximum) return `Must be at most ${property.maximum}.`;
  }
  return "";
}

export interface Settled {
  title: string;
  detail: string;
  folder: string;
  effects: EffectView[];
  digest: string;
}

export function render(detail: ToolDetailView, input: string, space: string): Settled {
  const schema = JSON.parse(detail.input) as ObjectSchema;
  const values = JSON.parse(input) as Record<string, unknown>;
  const value = (name: string): unknown => values[name] ?? schema.properties?.[name]?.default;
  const { tool } = detail;
  if (!tool.sideEffect && !detail.command) {
    const path = `${space}/${word(value("path") ?? ".")}`;
    return { title: tool.title, detail: path, folder: "", effects: [{ kind: "read", target: path }], digest: digest(path) };
  }
  const text = detail.command
    ? detail.command.replace(/\{\{\s*(\w+)\s*\}\}/g, (_, name: string) => word(value(name)))
    : typeof values.command === "string" ? values.command : JSON.stringify(values, null, 2);
  const program = text.split(" ")[0] ?? "";
  return { title: tool.title, detail: text, folder: space, effects: [{ kind: "run", target: program }], digest: digest(text) };
}

function word(value: unknown): string {
  if (Array.isArray(value)) return value.map(word).join(" ");
  const text = typeof value === "string" ? value : JSON.stringify(value ?? "");
  return /^[\w./:=@%+,-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

function digest(text: string): string {
  let sum = 0;
  for (const char of text) sum = (Math.imul(sum, 31) + (char.codePointAt(0) ?? 0)) >>> 0;
  return sum.toString(16).padStart(8, "0").repeat(4);
}
