import { Plus, Trash2 } from "lucide-react";
import { useId, type ReactNode } from "react";
import type { Document } from "yaml";
import { Button, IconButton } from "../../components/button";
import { Field, TextArea, TextInput } from "../../components/field";
import { Select } from "../../components/select";
import { Tick } from "../../components/tick";
import { addEntry, countAt, flagAt, listAt, setField, textAt } from "./matter";
import { texts } from "../../words/files";

interface FormProps {
  doc: Document.Parsed;
  change: (edit: (text: string) => string) => void;
}

type Path = readonly (string | number)[];

/** One tool as a form. Every change is made in the text, and the text is what is shown. */
export function ToolForm({ doc, change }: FormProps) {
  const props = { doc, change };
  return (
    <div role="form" aria-label={texts.form.title} className="flex flex-col gap-4 p-4">
      <div className="grid grid-cols-2 gap-3">
        <TextRow {...props} path={["name"]} label={texts.form.name} />
        <TextRow {...props} path={["id"]} label={texts.form.id} help={texts.form.idHelp} mono />
      </div>
      <TextRow {...props} path={["description"]} label={texts.form.description} help={texts.form.descriptionHelp} />
      <Command {...props} />
      <Parameters {...props} />
      <div className="flex flex-col gap-2">
        <Flag {...props} path={["sideEffect"]} usual name={texts.form.sideEffect} text={texts.form.sideEffectText} />
        <Flag {...props} path={["confirm"]} usual={false} name={texts.form.confirm} />
      </div>
      <div className="grid grid-cols-2 gap-3">
        <TextRow {...props} path={["timeout"]} label={texts.form.timeout} number />
        <Network {...props} />
      </div>
    </div>
  );
}

interface RowProps extends FormProps {
  path: Path;
  label: string;
  help?: ReactNode;
  mono?: boolean;
  number?: boolean;
}

function TextRow({ doc, change, path, label, help, mono = false, number = false }: RowProps) {
  const id = useId();
  const set = (value: string) => change((text) => setField(text, path, value === "" ? undefined : number && /^\d+(\.\d+)?$/.test(value) ? Number(value) : value));
  return (
    <Field id={id} label={label} help={help}>
      <TextInput id={id} aria-describedby={help ? `${id}-help` : undefined} inputMode={number ? "decimal" : undefined} className={mono ? "font-mono text-12" : ""} value={textAt(doc, path)} onChange={(event) => set(event.target.value)} />
    </Field>
  );
}

function Flag({ doc, change, path, usual, name, text: help }: FormProps & { path: Path; usual: boolean; name: string; text?: string }) {
  return <Tick name={name} text={help} checked={flagAt(doc, path, usual)} onTick={(on) => change((text) => setField(text, path, on === usual ? undefined : on))} />;
}

/** The command, and a button for each name in it that is no parameter yet. */
function Command({ doc, change }: FormProps) {
  const id = useId();
  const command = textAt(doc, ["command"]);
  const names = Array.from({ length: countAt(doc, ["parameters"]) }, (_, i) => textAt(doc, ["parameters", i, "name"]));
  const missing = [...new Set([...command.matchAll(/\{\{\s*([A-Za-z_][A-Za-z0-9_]*)\s*\}\}/g)].map(([, name = ""]) => name))].filter((name) => !names.includes(name) && !["this", "else"].includes(name));
  return (
    <div className="flex flex-col gap-1">
      <Field id={id} label={texts.form.command} help={texts.form.commandHelp}>
        <TextArea id={id} aria-describedby={`${id}-help`} rows={Math.min(12, Math.max(2, command.split("\n").length))} value={command} onChange={(event) => change((text) => setField(text, ["command"], event.target.value))} />
      </Field>
      {missing.map((name) => (
        <div key={name}>
          <Button icon={Plus} onClick={() => change((text) => addEntry(text, "parameters", { name, type: "string", required: true }))}>
            {texts.form.addNamed(name)}
          </Button>
        </div>
      ))}
    </div>
  );
}

function Parameters({ doc, change }: FormProps) {
  const count = countAt(doc, ["parameters"]);
  const free = (at = 1): string => (Array.from({ length: count }, (_, i) => textAt(doc, ["parameters", i, "name"])).includes(`value${at}`) ? free(at + 1) : `value${at}`);
  return (
    <section aria-label={texts.form.parameters} className="flex flex-col gap-2">
      <div className="flex items-center justify-between">
        <h3 className="text-12 font-semibold">{texts.form.parameters}</h3>
        <IconButton label={texts.form.addParameter} icon={Plus} onClick={() => change((text) => addEntry(text, "parameters", { name: free(), type: "string", required: true }))} />
      </div>
      {count === 0 && <p className="text-12 text-muted">{texts.form.noParameters}</p>}
      {Array.from({ length: count }, (_, at) => (
        <Parameter key={at} doc={doc} change={change} at={at} />
      ))}
    </section>
  );
}

const TYPES = (["string", "number", "boolean"] as const).map((value) => ({ value, label: texts.form.types[value] }));

function Parameter({ doc, change, at }: FormProps & { at: number }) {
  const path = ["parameters", at];
  const name = textAt(doc, [...path, "name"]);
  const type = textAt(doc, [...path, "type"]) || "string";
  const types = TYPES.some(({ value }) => value === type) ? TYPES : [...TYPES, { value: type, label: type }];
  return (
    <div role="group" aria-label={name} className="flex flex-col gap-2 rounded-md border border-line p-3">
      <div className="grid grid-cols-[minmax(0,1fr)_auto_auto] items-end gap-2">
        <TextRow doc={doc} change={change} path={[...path, "name"]} label={texts.form.parameterName} mono />
        <Select label={texts.form.type} value={type} options={types} onChange={(value) => change((text) => setField(text, [...path, "type"], value))} />
        <IconButton label={texts.form.removeParameter(name)} icon={Trash2} onClick={() => change((text) => setField(text, path, undefined))} />
      </div>
      <TextRow doc={doc} change={change} path={[...path, "description"]} label={texts.form.parameterDescription} />
      <div className="grid grid-cols-2 gap-3">
        {type === "string" && <TextRow doc={doc} change={change} path={[...path, "pattern"]} label={texts.form.pattern} help={texts.form.patternHelp} mono />}
        <TextRow doc={doc} change={change} path={[...path, "default"]} label={texts.form.fallback} number={type === "number"} />
      </div>
      <Flag doc={doc} change={change} path={[...path, "required"]} usual={false} name={texts.form.required} />
    </div>
  );
}

function Network({ doc, change }: FormProps) {
  const id = useId();
  const hosts = listAt(doc, ["network"]);
  return (
    <Field id={id} label={texts.form.network} help={texts.form.networkHelp}>
      <TextInput
        id={id}
        aria-describedby={`${id}-help`}
        className="font-mono text-12"
        defaultValue={hosts.join(", ")}
        onChange={(event) => {
          const next = event.target.value.split(",").map((host) => host.trim()).filter(Boolean);
          change((text) => setField(text, ["network"], next.length > 0 ? next : undefined));
        }}
      />
    </Field>
  );
}
