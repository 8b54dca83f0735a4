// Not the package itself: that also asks for a validator which compiles schemas to code.
import Form from "@rjsf/core/lib/components/Form.js";
import type { ErrorSchema, RJSFSchema, UiSchema } from "@rjsf/utils";
import { useId, useMemo, useState } from "react";
import { templates } from "./templates";
import { validator } from "./validator";
import { widgets } from "./widgets";

/** What is wrong with a value. path: JSON pointer, "" = the whole. */
export interface Violation {
  path: string;
  message: string;
}

interface SchemaFormProps {
  schema: RJSFSchema;
  look: UiSchema;
  value: object;
  onChange: (value: object) => void;
  violations: readonly Violation[];
  /** Show violations also of fields that were not touched yet. */
  showAll: boolean;
  disabled: boolean;
}

/** A form made of a JSON Schema. Errors stand beside their fields. */
export function SchemaForm({ schema, look, value, onChange, violations, showAll, disabled }: SchemaFormProps) {
  // The same form may be on the page twice.
  const root = `form${useId()}`;
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const shown = useMemo(
    () => errorsOf(violations.filter(({ path }) => showAll || touched.has(idOf(root, path)))),
    [violations, showAll, touched, root],
  );
  return (
    <Form
      tagName="div"
      idPrefix={root}
      schema={schema}
      uiSchema={look}
      formData={value}
      validator={validator}
      templates={templates}
      widgets={widgets}
      extraErrors={shown}
      noHtml5Validate
      showErrorList={false}
      disabled={disabled}
      onChange={({ formData }) => onChange((formData ?? {}) as object)}
      onBlur={(id) => setTouched((known) => (known.has(id) ? known : new Set([...known, id])))}
    >
      {/* No button of its own. */}
      <></>
    </Form>
  );
}

function steps(path: string): string[] {
  return path.split("/").slice(1).map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** The id that the form gives to the field at a path. */
function idOf(root: string, path: string): string {
  return [root, ...steps(path)].join("_");
}

/** Violations as the form library wants them: nested as the value is. */
export function errorsOf(violations: readonly Violation[]): ErrorSchema {
  const whole: Nested = {};
  for (const { path, message } of violations) {
    let at = whole;
    for (const step of steps(path)) {
      const below = at[step];
      at = below && !Array.isArray(below) ? below : (at[step] = {});
    }
    const errors = at.__errors;
    at.__errors = [...(Array.isArray(errors) ? errors : []), message];
  }
  return whole as ErrorSchema;
}

interface Nested {
  [step: string]: Nested | string[];
}
