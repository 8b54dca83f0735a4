import {
  enumOptionsDeselectValue, enumOptionsIndexForValue, enumOptionsIsSelected, enumOptionsSelectValue, enumOptionsValueForIndex, type RegistryWidgetsType,
  type WidgetProps,
} from "@rjsf/utils";
import { Check } from "lucide-react";
import { Checkbox } from "radix-ui";
import { TextArea } from "../field";
import { Select } from "../select";
import { Tick } from "../tick";
import { describedBy } from "./templates";
import { texts } from "../../words/components";

function CheckboxWidget({ id, value, disabled, rawErrors, onChange }: WidgetProps) {
  return (
    <div className="row">
      <Checkbox.Root
        id={id}
        checked={value === true}
        disabled={disabled ?? false}
        aria-describedby={describedBy(id, rawErrors)}
        onCheckedChange={(checked) => onChange(checked === true)}
        className="flex size-4 items-center justify-center rounded-sm border border-edge bg-ground data-[state=checked]:border-accent-fill data-[state=checked]:bg-accent-fill"
      >
        <Checkbox.Indicator>
          <Check size={12} strokeWidth={3} aria-hidden className="text-on-accent" />
        </Checkbox.Indicator>
      </Checkbox.Root>
      <span aria-hidden className="text-muted">{value === true ? texts.form.yes : texts.form.no}</span>
    </div>
  );
}

const NONE = "none";

function SelectWidget(props: WidgetProps) {
  return props.multiple ? <Several {...props} /> : <One {...props} />;
}

/** Some of a few: a box to tick for each. */
function Several({ id, value, options: { enumOptions = [] }, disabled, label, rawErrors, onChange }: WidgetProps) {
  const chosen = Array.isArray(value) ? (value as unknown[]) : [];
  const set = (index: number, on: boolean) => {
    const change = on ? enumOptionsSelectValue : enumOptionsDeselectValue;
    onChange(change(String(index), chosen, enumOptions));
  };
  return (
    <div id={id} role="group" aria-label={label} aria-describedby={describedBy(id, rawErrors)} className="flex flex-col gap-1">
      {enumOptions.map((option, index) => (
        <Tick key={option.label} checked={enumOptionsIsSelected(option.value, chosen)} disabled={disabled ?? false} onTick={(on) => set(index, on)} name={option.label} />
      ))}
    </div>
  );
}

function One({ id, value, options, disabled, required, label, rawErrors, onChange }: WidgetProps) {
  const { enumOptions } = options;
  const emptyValue: unknown = options.emptyValue;
  const choices = (enumOptions ?? []).map((option, index) => ({ value: String(index), label: option.label }));
  const at = enumOptionsIndexForValue(value, enumOptions);
  return (
    <Select
      id={id}
      label={label}
      disabled={disabled ?? false}
      invalid={Boolean(rawErrors?.length)}
      value={typeof at === "string" ? at : ""}
      options={required ? choices : [{ value: NONE, label: texts.form.none }, ...choices]}
      onChange={(next) => onChange(next === NONE ? emptyValue : enumOptionsValueForIndex(next, enumOptions, emptyValue))}
    />
  );
}

function TextareaWidget({ id, value, disabled, readonly, placeholder, options, rawErrors, onChange, onBlur }: WidgetProps) {
  return (
    <TextArea
      id={id}
      className="max-h-80 field-sizing-content"
      aria-invalid={Boolean(rawErrors?.length) || undefined}
      aria-describedby={describedBy(id, rawErrors)}
      placeholder={placeholder}
      disabled={disabled}
      readOnly={readonly}
      value={typeof value === "string" ? value : ""}
      onChange={(event) => onChange(event.target.value === "" ? options.emptyValue : event.target.value)}
      onBlur={(event) => onBlur(id, event.target.value)}
    />
  );
}

export const widgets: RegistryWidgetsType = { CheckboxWidget, SelectWidget, TextareaWidget };
