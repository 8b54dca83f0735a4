// How parameters look as a form.

import type { RJSFSchema, UiSchema } from "@rjsf/utils";
import type { Violation } from "./schema-form";

/** Always the same list, for what looks at whether it is another. */
export const NO_VIOLATIONS: readonly Violation[] = [];

/** Values that are usually more than one line. */
const LONG = new Set(["content", "patch", "old_string", "new_string", "command", "script", "text", "message", "body", "code", "query"]);

export function lookOf(schema: RJSFSchema): UiSchema {
  const look: UiSchema = {};
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    if (typeof property === "boolean" || property.type !== "string" || property.enum) continue;
    if (LONG.has(name)) look[name] = { "ui:widget": "textarea" };
  }
  return look;
}

/** Leaves out what the form must not act on by itself: Go checks patterns (RE2) and formats, and says it better. */
export function schemaForForm(text: string): RJSFSchema {
  const schema = JSON.parse(text, (key, value: unknown) => {
    if ((key === "pattern" || key === "format") && typeof value === "string") return undefined;
    return value;
  }) as RJSFSchema;
  return labelled(schema);
}

/** "old_string" -> "Old string", where the author gave no title. */
function labelled(schema: RJSFSchema): RJSFSchema {
  const properties = Object.entries(schema.properties ?? {}).map(([name, property]) => {
    if (typeof property === "boolean" || property.title) return [name, property];
    const words = name.replaceAll(/[_-]+/g, " ").trim();
    return [name, { ...property, title: words.charAt(0).toUpperCase() + words.slice(1) }];
  });
  return { ...schema, properties: Object.fromEntries(properties) as RJSFSchema["properties"] };
}
