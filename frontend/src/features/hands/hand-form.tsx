import { Plus } from "lucide-react";
import { useId } from "react";
import type { HandProblemView } from "../../backend/backend";
import { Button } from "../../components/button";
import { TextInput } from "../../components/field";
import { Select } from "../../components/select";
import { moveItem, setAt } from "../../components/json/edit";
import { ArgvChips } from "./argv-chips";
import { FieldProblems, FieldRow, ProblemsOf, useProblems } from "./field-row";
import { addElement, flagAt, keysAt, listAt, missingParams, pathOf, setFlag, setText, shownAt } from "./hand-text";
import type { PartProps } from "./hand-part";
import { Limits } from "./limits";
import { Params } from "./params";
import { Phrase } from "../../components/phrase";
import { texts } from "../../words/handform";

interface HandFormProps extends PartProps {
  problems: readonly HandProblemView[];
}

const DANGERS = [
  { value: "safe", label: texts.form.safe },
  { value: "moderate", label: texts.form.moderate },
  { value: "high", label: texts.form.high },
];

/** One hand as a form. Every change is made in the text, and the text is what is shown. */
export function HandForm({ name, root, problems, change }: HandFormProps) {
  return (
    <ProblemsOf problems={problems}>
      <div role="form" aria-label={texts.form.title(name)} className="flex flex-col gap-4 p-4">
        <Whole />
        <Description name={name} root={root} change={change} />
        <Command name={name} root={root} change={change} />
        <Params name={name} root={root} change={change} />
        <Asking name={name} root={root} change={change} />
        <Limits name={name} root={root} change={change} />
      </div>
    </ProblemsOf>
  );
}

/** What is wrong with the hand as a whole, such as its name. */
function Whole() {
  const problems = useProblems("");
  if (problems.length === 0) return null;
  return (
    <div className="text-12">
      {problems.map(({ text, severity }) => (
        <p key={text} className={severity === "error" ? "text-failed" : "text-asking"}>
          {text}
        </p>
      ))}
    </div>
  );
}

function Description({ name, root, change }: PartProps) {
  const id = useId();
  const path = pathOf(name, "description");
  return (
    <FieldRow id={id} field="description" label={texts.form.description}>
      <TextInput
        id={id}
        aria-describedby={`${id}-errors`}
        aria-invalid={useProblems("description").length > 0 || undefined}
        placeholder={texts.form.descriptionHelp}
        value={shownAt(root, path)}
        onChange={(event) => change((text) => setAt(text, path, event.target.value))}
      />
    </FieldRow>
  );
}

function Command({ name, root, change }: PartProps) {
  const id = useId();
  const path = pathOf(name, "command");
  const elements = listAt(root, path);
  const params = keysAt(root, pathOf(name, "params"));
  const missing = missingParams(elements, params);
  const wrong = useProblems("command", true);
  const byElement = new Map<number, string>();
  for (const { field, text } of wrong) {
    const at = /^command\[(\d+)\]/.exec(field)?.[1];
    if (at !== undefined) byElement.set(Number(at), text);
  }
  return (
    <div className="flex flex-col gap-1">
      <FieldRow id={id} field="command" label={texts.command.label} below>
        <ArgvChips
          id={id}
          elements={elements}
          problems={byElement}
          onSet={(at, element) => change((text) => setAt(text, [...path, at], element))}
          onInsert={(at, element) => change((text) => addElement(text, name, at, element))}
          onRemove={(at) => change((text) => setAt(text, [...path, at], undefined))}
          onMove={(from, to) => change((text) => moveItem(text, path, from, to))}
        />
      </FieldRow>
      {missing.map((param) => (
        <div key={param}>
          <Button icon={Plus} onClick={() => change((text) => setAt(text, pathOf(name, "params", param), { type: "string", required: true }))}>
            {texts.command.addParameter(param)}
          </Button>
        </div>
      ))}
    </div>
  );
}

function Asking({ name, root, change }: PartProps) {
  const danger = useId();
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-start gap-x-6 gap-y-2">
        <FieldRow id={danger} field="danger" label={texts.form.risk}>
          <Select
            id={danger}
            label={texts.form.risk}
            value={shownAt(root, pathOf(name, "danger")) || "safe"}
            options={DANGERS}
            invalid={useProblems("danger").length > 0}
            onChange={(value) => change((text) => setText(text, pathOf(name, "danger"), value === "safe" ? "" : value))}
          />
        </FieldRow>
        <div className="flex min-w-52 flex-1 flex-col gap-1 pt-5">
          <Flag name={name} root={root} change={change} field="confirm" label={texts.form.ask} />
          <Flag name={name} root={root} change={change} field="disabled" label={texts.form.off} />
          <LooksOnly name={name} root={root} change={change} />
          <Flag name={name} root={root} change={change} field="idempotent" label={texts.form.repeatable} />
          <Flag name={name} root={root} change={change} field="argSeparator" label={<Phrase of={texts.form.dashes} with={{ dashes: <code className="font-mono">--</code> }} />} />
        </div>
      </div>
    </div>
  );
}

/** sideEffect, the other way round: that a program only looks is what the author must say. */
function LooksOnly({ name, root, change }: PartProps) {
  const id = useId();
  const path = pathOf(name, "sideEffect");
  return (
    <div>
      <label className="flex items-center gap-2">
        <input
          id={id}
          type="checkbox"
          className="size-3.5 accent-(--accent-fill)"
          aria-describedby={`${id}-errors`}
          checked={shownAt(root, path) === "false"}
          onChange={(event) => change((text) => setAt(text, path, event.target.checked ? false : undefined))}
        />
        <span>{texts.form.readOnly}</span>
      </label>
      <FieldProblems id={id} field="sideEffect" />
    </div>
  );
}

interface FlagProps extends PartProps {
  field: string;
  label: React.ReactNode;
}

export function Flag({ name, root, change, field, label }: FlagProps) {
  const id = useId();
  return (
    <div>
      <label className="flex items-center gap-2">
        <input
          id={id}
          type="checkbox"
          className="size-3.5 accent-(--accent-fill)"
          aria-describedby={`${id}-errors`}
          checked={flagAt(root, pathOf(name, field))}
          onChange={(event) => change((text) => setFlag(text, pathOf(name, field), event.target.checked))}
        />
        <span>{label}</span>
      </label>
      <FieldProblems id={id} field={field} />
    </div>
  );
}
