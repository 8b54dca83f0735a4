// The form library's parts in our look.

import type {
  ArrayFieldItemTemplateProps, ArrayFieldTemplateProps, BaseInputTemplateProps, FieldTemplateProps, MultiSchemaFieldTemplateProps,
  ObjectFieldTemplateProps, TemplatesType,
} from "@rjsf/utils";
import { getInputProps } from "@rjsf/utils";
import { ArrowDown, ArrowUp, Plus, Trash2 } from "lucide-react";
import { Button, IconButton } from "../button";
import { Field, TextInput } from "../field";
import { texts } from "../../words/components";

/** Draws its own title. */
function isGroup(schema: FieldTemplateProps["schema"]): boolean {
  const ways = schema.oneOf ?? schema.anyOf;
  // One of a few fixed values is one control: its field has the label.
  const fixed = ways?.every((way) => typeof way === "object" && "const" in way);
  return schema.type === "object" || (ways !== undefined && !fixed);
}

function FieldTemplate({ id, label, required, rawDescription, rawErrors, hidden, children, schema, uiSchema, registry }: FieldTemplateProps) {
  if (hidden) return <div className="hidden">{children}</div>;
  const whole = id === registry.globalFormOptions.idPrefix;
  // The label of an item in a list is its number, which the buttons beside it say.
  if (whole || isGroup(schema) || uiSchema?.["ui:label"] === false || /_\d+$/.test(id)) {
    return (
      <div className="flex flex-col gap-1">
        {children}
        {!whole && rawErrors?.map((error) => <p key={error} className="text-12 text-failed">{error}</p>)}
      </div>
    );
  }
  return (
    <Field id={id} label={label} required={required ?? false} help={rawDescription} errors={rawErrors ?? []}>
      {children}
    </Field>
  );
}

function ObjectFieldTemplate({ title, properties, fieldPathId, schema, onAddProperty, registry }: ObjectFieldTemplateProps) {
  const whole = fieldPathId.$id === registry.globalFormOptions.idPrefix;
  return (
    <div role="group" aria-label={title || undefined} className={`flex flex-col gap-4 ${whole ? "" : "border-l border-line pl-3"}`}>
      {!whole && title && <p className="text-12 font-semibold">{title}</p>}
      {properties.map((property) => property.content)}
      {schema.additionalProperties !== undefined && schema.additionalProperties !== false && (
        <div>
          <Button icon={Plus} onClick={() => onAddProperty()}>
            {texts.form.addField}
          </Button>
        </div>
      )}
    </div>
  );
}

function ArrayFieldTemplate({ items, canAdd, onAddClick, title }: ArrayFieldTemplateProps) {
  return (
    <div role="group" aria-label={title} className="flex flex-col gap-1">
      {items}
      {canAdd && (
        <div>
          <Button icon={Plus} onClick={(event) => onAddClick(event)}>
            {texts.form.add}
          </Button>
        </div>
      )}
    </div>
  );
}

function ArrayFieldItemTemplate({ children, buttonsProps, index }: ArrayFieldItemTemplateProps) {
  const { hasMoveUp, hasMoveDown, hasRemove, onMoveUpItem, onMoveDownItem, onRemoveItem } = buttonsProps;
  return (
    <div className="flex items-start gap-1">
      <div className="min-w-0 flex-1">{children}</div>
      {hasMoveUp && <IconButton label={texts.form.up(index + 1)} icon={ArrowUp} onClick={onMoveUpItem} />}
      {hasMoveDown && <IconButton label={texts.form.down(index + 1)} icon={ArrowDown} onClick={onMoveDownItem} />}
      {hasRemove && <IconButton label={texts.form.remove(index + 1)} icon={Trash2} onClick={onRemoveItem} />}
    </div>
  );
}

/** What a control of this id is described by: its help and its errors. */
export function describedBy(id: string, rawErrors: string[] | undefined): string {
  return rawErrors?.length ? `${id}-help ${id}-errors` : `${id}-help`;
}

function BaseInputTemplate(props: BaseInputTemplateProps) {
  const { id, type, schema, options, label, hideLabel, placeholder, disabled, readonly, rawErrors, onChange, onBlur } = props;
  const value = props.value as string | number | null | undefined;
  const input = getInputProps(schema, type as string | undefined, options);
  return (
    <TextInput
      {...input}
      id={id}
      aria-label={hideLabel ? label : undefined}
      aria-invalid={Boolean(rawErrors?.length) || undefined}
      aria-describedby={describedBy(id, rawErrors)}
      placeholder={placeholder}
      disabled={disabled}
      readOnly={readonly}
      value={value ?? ""}
      onChange={(event) => onChange(event.target.value === "" ? options.emptyValue : event.target.value)}
      onBlur={(event) => onBlur(id, event.target.value)}
    />
  );
}

function MultiSchemaFieldTemplate({ selector, optionSchemaField }: MultiSchemaFieldTemplateProps) {
  return (
    <div className="flex flex-col gap-2">
      {selector}
      {optionSchemaField}
    </div>
  );
}

const Nothing = () => null;

export const templates: Partial<TemplatesType> = {
  FieldTemplate,
  ObjectFieldTemplate,
  ArrayFieldTemplate,
  ArrayFieldItemTemplate,
  BaseInputTemplate,
  MultiSchemaFieldTemplate,
  // Drawn by FieldTemplate.
  DescriptionFieldTemplate: Nothing,
  TitleFieldTemplate: Nothing,
  FieldErrorTemplate: Nothing,
  FieldHelpTemplate: Nothing,
  ErrorListTemplate: Nothing,
};
