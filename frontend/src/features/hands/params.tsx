import { FlaskConical, Plus, Trash2 } from "lucide-react";
import { useId, useState } from "react";
import { Button, IconButton } from "../../components/button";
import { TextInput } from "../../components/field";
import { Select } from "../../components/select";
import { setAt } from "../../components/json/edit";
import { FieldProblems, useProblems } from "./field-row";
import type { PartProps } from "./hand-part";
import { flagAt, freeName, keysAt, pathOf, setDefault, setFlag, setNumber, setText, shownAt } from "./hand-text";
import { PatternTester } from "./pattern-tester";
import { renameParam } from "./rename";
import { texts } from "../../words/handform";

const TYPES = [
  { value: "string", label: texts.params.text },
  { value: "number", label: texts.params.number },
  { value: "boolean", label: texts.params.boolean },
];

/** What the agent fills in. */
export function Params({ name, root, change }: PartProps) {
  const path = pathOf(name, "params");
  const names = keysAt(root, path);
  return (
    <section className="flex flex-col gap-2">
      <h3 className="text-12 font-semibold">{texts.params.title}</h3>
      <FieldProblems id="params" field="params" />
      {names.length > 0 && (
        <ul className="divide-y divide-line rounded-md border border-line">
          {names.map((param, i) => (
            <li key={i} aria-label={texts.params.label(param)}>
              <Param param={param} others={names} name={name} root={root} change={change} />
            </li>
          ))}
        </ul>
      )}
      <div className="flex items-baseline gap-3">
        <Button icon={Plus} onClick={() => change((text) => setAt(text, [...path, freeName(names, "value")], { type: "string" }))}>
          {texts.params.add}
        </Button>
        {names.length === 0 && <span className="text-12 text-muted">{texts.params.empty}</span>}
      </div>
    </section>
  );
}

interface ParamProps extends PartProps {
  param: string;
  others: readonly string[];
}

function Param({ param, others, name, root, change }: ParamProps) {
  const id = useId();
  const [testing, setTesting] = useState(false);
  const path = pathOf(name, "params", param);
  const type = shownAt(root, [...path, "type"]) || "string";
  const field = `params.${param}`;
  const problems = useProblems(field, true);
  const wrong = (key: string) => problems.some((problem) => problem.field === `${field}.${key}`) || undefined;
  const cell = "flex min-w-0 flex-col gap-0.5 text-11 text-muted";
  return (
    <div className="flex flex-col gap-2 p-2">
      <div className="flex flex-wrap items-end gap-2">
        <label className={`${cell} min-w-28 flex-1`}>
          {texts.params.name}
          <NameInput key={param} name={param} taken={others} onName={(next) => change((text) => renameParam(text, name, param, next))} />
        </label>
        <div className="flex flex-col gap-0.5">
          <span aria-hidden className="text-11 text-muted">{texts.params.type}</span>
          <Select label={texts.params.typeOf(param)} value={type} options={TYPES} invalid={wrong("type") ?? false} onChange={(next) => change((text) => setAt(text, [...path, "type"], next))} />
        </div>
        <label className="flex h-7 items-center gap-1.5 px-1">
          <input
            type="checkbox"
            className="size-3.5 accent-(--accent-fill)"
            checked={flagAt(root, [...path, "required"])}
            onChange={(event) => change((text) => setFlag(text, [...path, "required"], event.target.checked))}
          />
          {texts.params.required}
        </label>
        <IconButton label={texts.params.remove(param)} icon={Trash2} onClick={() => change((text) => setAt(text, others.length === 1 ? pathOf(name, "params") : path, undefined))} />
      </div>
      <label className={cell}>
        {texts.params.description}
        <TextInput
          aria-label={texts.params.descriptionOf(param)}
          aria-invalid={wrong("description")}
          aria-describedby={`${id}-errors`}
          placeholder={texts.params.descriptionHelp}
          className="text-text"
          value={shownAt(root, [...path, "description"])}
          onChange={(event) => change((text) => setText(text, [...path, "description"], event.target.value))}
        />
      </label>
      <div className="flex flex-wrap items-end gap-2">
        <label className={`${cell} min-w-24 flex-1`}>
          {texts.params.default}
          <TextInput
            aria-invalid={wrong("default")}
            aria-describedby={`${id}-errors`}
            placeholder={type === "string" ? texts.params.noDefault : type === "number" ? "0" : "false"}
            className="font-mono text-12 text-text"
            value={shownAt(root, [...path, "default"])}
            onChange={(event) => change((text) => setDefault(text, [...path, "default"], type, event.target.value))}
          />
        </label>
        {type === "string" && (
          <label className={`${cell} min-w-32 flex-2`}>
            {texts.params.pattern}
            <TextInput
              aria-invalid={wrong("pattern")}
              aria-describedby={`${id}-errors`}
              placeholder={texts.params.patternEmpty}
              className="font-mono text-12 text-text"
              value={shownAt(root, [...path, "pattern"])}
              onChange={(event) => change((text) => setText(text, [...path, "pattern"], event.target.value))}
            />
          </label>
        )}
        {type === "string" && <IconButton label={texts.params.tryOf(param)} aria-expanded={testing} icon={FlaskConical} onClick={() => setTesting(!testing)} />}
        {type === "number" &&
          (["min", "max"] as const).map((bound) => (
            <label key={bound} className={`${cell} w-24`}>
              {bound === "min" ? texts.params.min : texts.params.max}
              <TextInput
                inputMode="numeric"
                aria-invalid={wrong(bound)}
                aria-describedby={`${id}-errors`}
                className="font-mono text-12 text-text"
                value={shownAt(root, [...path, bound])}
                onChange={(event) => change((text) => setNumber(text, [...path, bound], event.target.value))}
              />
            </label>
          ))}
      </div>
      {testing && type === "string" && <PatternTester param={param} pattern={shownAt(root, [...path, "pattern"])} />}
      <FieldProblems id={id} field={field} below />
    </div>
  );
}

/** A name is taken when the field is left, so that it never is half of one in the command. */
function NameInput({ name, taken, onName }: { name: string; taken: readonly string[]; onName: (name: string) => void }) {
  const [typed, setTyped] = useState(name);
  const twice = typed !== name && taken.includes(typed);
  const done = () => {
    if (typed !== name && typed !== "" && !twice) onName(typed);
    else setTyped(name);
  };
  return (
    <>
      <TextInput
        className="font-mono text-12 text-text"
        aria-invalid={twice || undefined}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={done}
        onKeyDown={(event) => event.key === "Enter" && done()}
      />
      {twice && <span className="text-12 text-failed">{texts.params.taken}</span>}
    </>
  );
}
