import { useId } from "react";
import { TextInput } from "../../components/field";
import type { JSONNode } from "../../components/json/tree";
import { FieldRow, useProblems } from "./field-row";
import { pathOf, setNumber, setText, shownAt } from "./hand-text";

export type Change = (edit: (text: string) => string) => void;

/** What each part of a hand's form gets. */
export interface PartProps {
  name: string;
  root: JSONNode;
  change: Change;
}

interface TextFieldProps extends PartProps {
  field: string;
  label: string;
  help?: string;
  placeholder?: string;
  number?: boolean;
}

/** A field of the hand that is one text or one number. */
export function TextField({ name, root, change, field, label, help, placeholder, number = false }: TextFieldProps) {
  const id = useId();
  const path = pathOf(name, field);
  return (
    <FieldRow id={id} field={field} label={label} help={help}>
      <TextInput
        id={id}
        inputMode={number ? "numeric" : undefined}
        placeholder={placeholder}
        aria-describedby={`${id}-help ${id}-errors`}
        aria-invalid={useProblems(field).length > 0 || undefined}
        className="font-mono text-12"
        value={shownAt(root, path)}
        onChange={(event) => change((text) => (number ? setNumber : setText)(text, path, event.target.value))}
      />
    </FieldRow>
  );
}
