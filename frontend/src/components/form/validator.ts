// The form's validator checks nothing: Go does, with the same code that checks an agent's input, and its
// violations are shown as extra errors. Two validators would disagree (RE2 and JavaScript differ), and one that
// compiles schemas to code would need a page that may run made-up code. What is left is to choose the
// branch of an anyOf or oneOf that fits a value.

import { toErrorList, type RJSFSchema, type ValidatorType } from "@rjsf/utils";

export const validator: ValidatorType = {
  validateFormData: () => ({ errors: toErrorList({}), errorSchema: {} }),
  isValid: (schema, value) => fits(schema, value),
  rawValidation: () => ({ errors: [] }),
};

function fits(schema: RJSFSchema | boolean, value: unknown): boolean {
  if (typeof schema === "boolean") return schema;
  if (schema.const !== undefined && schema.const !== value) return false;
  if (schema.enum && !schema.enum.includes(value as never)) return false;
  if (schema.type !== undefined && ![schema.type].flat().some((type) => isOfType(type, value))) return false;
  if (schema.allOf && !schema.allOf.every((part) => fits(part, value))) return false;
  if (schema.anyOf && !schema.anyOf.some((part) => fits(part, value))) return false;
  if (!isObject(value)) return true;
  if (schema.required?.some((name) => value[name] === undefined)) return false;
  return Object.entries(schema.properties ?? {}).every(([name, part]) => value[name] === undefined || fits(part, value[name]));
}

function isOfType(type: string, value: unknown): boolean {
  switch (type) {
    case "null":
      return value === null;
    case "array":
      return Array.isArray(value);
    case "object":
      return isObject(value);
    case "integer":
      return Number.isInteger(value);
    default:
      return typeof value === type;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}
