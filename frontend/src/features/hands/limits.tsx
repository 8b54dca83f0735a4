import { ChevronRight, Plus, Trash2 } from "lucide-react";
import { useId, useState } from "react";
import { Button, IconButton } from "../../components/button";
import { TextInput } from "../../components/field";
import { Phrase } from "../../components/phrase";
import { Select } from "../../components/select";
import { renameAt, setAt } from "../../components/json/edit";
import { nodeAt } from "../../components/json/tree";
import { FieldProblems, FieldRow, useProblems } from "./field-row";
import { TextField, type PartProps } from "./hand-part";
import { freeName, keysAt, listAt, pathOf, shownAt } from "./hand-text";
import { texts } from "../../words/handform";

const FIELDS = ["workingDir", "timeout", "maxOutputBytes", "network", "env", "inheritEnv"];

/** Where it runs and what it gets: rarely changed, so folded away while there is nothing in it. */
export function Limits(props: PartProps) {
  const { name, root } = props;
  const set = FIELDS.filter((field) => nodeAt(root, pathOf(name, field)) !== undefined).length;
  const wrong = [
    useProblems("workingDir"), useProblems("timeout"), useProblems("maxOutputBytes"), useProblems("network", true), useProblems("env", true), useProblems("inheritEnv"),
  ].some((problems) => problems.length > 0);
  const [opened, setOpened] = useState<boolean>();
  const open = opened ?? (set > 0 || wrong);
  return (
    <section className="border-t border-line pt-2">
      <button
        type="button"
        aria-expanded={open}
        className="row -ml-1 w-full rounded-md px-1 text-left text-12 font-semibold hover:bg-hover"
        onClick={() => setOpened(!open)}
      >
        <ChevronRight size={14} aria-hidden className={`text-muted transition-transform duration-100 ${open ? "rotate-90" : ""}`} />
        {texts.limits.title}
      </button>
      {open && (
        <div className="flex flex-col gap-4 pt-2">
          <div className="grid grid-cols-1 gap-x-4 gap-y-4 @sm:grid-cols-2">
            <TextField {...props} field="workingDir" label={texts.limits.folder} placeholder={texts.limits.folderEmpty} help={texts.limits.folderHelp} />
            <TextField {...props} number field="timeout" label={texts.limits.time} placeholder="60000" help={texts.limits.timeHelp} />
            <TextField {...props} number field="maxOutputBytes" label={texts.limits.output} placeholder="100000" help={texts.limits.outputHelp} />
            <Network {...props} />
          </div>
          <Environment {...props} />
          <Inherited {...props} />
        </div>
      )}
    </section>
  );
}

const NETWORK = [
  { value: "as-set", label: texts.limits.sameAsSpace },
  { value: "off", label: texts.limits.off },
  { value: "on", label: texts.limits.on },
  { value: "hosts", label: texts.limits.onlyHosts },
];

function Network({ name, root, change }: PartProps) {
  const id = useId();
  const path = pathOf(name, "network");
  const node = nodeAt(root, path);
  const hosts = node?.type === "array";
  const value = hosts ? "hosts" : ["on", "off"].includes(shownAt(root, path)) ? shownAt(root, path) : "as-set";
  return (
    <FieldRow id={id} field="network" label={texts.limits.network} below>
      <Select
        id={id}
        label={texts.limits.network}
        value={value}
        options={NETWORK}
        invalid={useProblems("network", true).length > 0}
        onChange={(next) => change((text) => setAt(text, path, next === "as-set" ? undefined : next === "hosts" ? ["example.com"] : next))}
      />
      {hosts && <Words label={texts.limits.hosts} words={listAt(root, path)} onChange={(words) => change((text) => setAt(text, path, words))} />}
    </FieldRow>
  );
}

function Environment({ name, root, change }: PartProps) {
  const id = useId();
  const path = pathOf(name, "env");
  const keys = keysAt(root, path);
  return (
    <div role="group" aria-label={texts.environment.title} className="flex flex-col gap-1">
      <p className="text-12 font-semibold">{texts.environment.title}</p>
      {keys.map((key, i) => (
        <div key={i} className="flex flex-col gap-1">
          <div className="flex items-center gap-1">
            <TextInput
              aria-label={texts.environment.variable(i + 1)}
              aria-describedby={`${id}-${i}-errors`}
              className="max-w-40 font-mono text-12"
              value={key}
              onChange={(event) => change((text) => (keys.includes(event.target.value) ? text : renameAt(text, [...path, key], event.target.value)))}
            />
            <span aria-hidden className="text-muted">=</span>
            <TextInput
              aria-label={texts.environment.value(key)}
              className="font-mono text-12"
              value={shownAt(root, [...path, key])}
              onChange={(event) => change((text) => setAt(text, [...path, key], event.target.value))}
            />
            <IconButton label={texts.environment.remove(key)} icon={Trash2} onClick={() => change((text) => setAt(text, keys.length === 1 ? path : [...path, key], undefined))} />
          </div>
          <FieldProblems id={`${id}-${i}`} field={`env.${key}`} />
        </div>
      ))}
      <div>
        <Button icon={Plus} onClick={() => change((text) => setAt(text, [...path, freeName(keys, "NAME")], ""))}>
          {texts.environment.add}
        </Button>
      </div>
      <p className="text-11 text-muted">
        <Phrase of={texts.environment.note} with={{ reference: <code className="font-mono">{texts.environment.reference}</code> }} />
      </p>
    </div>
  );
}

function Inherited({ name, root, change }: PartProps) {
  const id = useId();
  const path = pathOf(name, "inheritEnv");
  const all = shownAt(root, path) === "true";
  return (
    <FieldRow id={id} field="inheritEnv" label={texts.environment.inherited} help={texts.environment.inheritedHelp}>
      {all ? (
        <div className="row">
          <span className="text-muted">{texts.environment.all}</span>
          <Button onClick={() => change((text) => setAt(text, path, undefined))}>{texts.environment.some}</Button>
        </div>
      ) : (
        <Words id={id} label={texts.environment.inherited} words={listAt(root, path)} onChange={(words) => change((text) => setAt(text, path, words.length > 0 ? words : undefined))} />
      )}
    </FieldRow>
  );
}

/** A few words with spaces between; they are taken when the field is left. */
function Words({ id, label, words, onChange }: { id?: string; label: string; words: readonly string[]; onChange: (words: string[]) => void }) {
  const [typed, setTyped] = useState<string>();
  const done = () => {
    if (typed !== undefined) onChange(typed.split(/[\s,]+/).filter(Boolean));
    setTyped(undefined);
  };
  return (
    <TextInput
      id={id}
      aria-label={label}
      className="font-mono text-12"
      value={typed ?? words.join(" ")}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={done}
      onKeyDown={(event) => event.key === "Enter" && done()}
    />
  );
}
