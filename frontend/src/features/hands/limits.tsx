import { ChevronRight, Plus, Trash2 } from "lucide-react";
import { useId, useState } from "react";
import { Button, IconButton } from "../../components/button";
import { TextInput } from "../../components/field";
import { Select } from "../../components/select";
import { renameAt, setAt } from "../../components/json/edit";
import { nodeAt } from "../../components/json/tree";
import { FieldProblems, FieldRow, useProblems } from "./field-row";
import { TextField, type PartProps } from "./hand-part";
import { freeName, keysAt, listAt, pathOf, shownAt } from "./hand-text";

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
        Folder, limits, network and environment
      </button>
      {open && (
        <div className="flex flex-col gap-4 pt-2">
          <div className="grid grid-cols-1 gap-x-4 gap-y-4 @sm:grid-cols-2">
            <TextField {...props} field="workingDir" label="Folder" placeholder="the project" help="Inside the project, without .." />
            <TextField {...props} number field="timeout" label="Time limit, ms" placeholder="60000" help="At most 300000: 5 minutes" />
            <TextField {...props} number field="maxOutputBytes" label="Output kept, bytes" placeholder="100000" help="Of each stream, at most 1000000" />
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
  { value: "as-set", label: "As the space says" },
  { value: "off", label: "Off" },
  { value: "on", label: "On" },
  { value: "hosts", label: "These hosts" },
];

function Network({ name, root, change }: PartProps) {
  const id = useId();
  const path = pathOf(name, "network");
  const node = nodeAt(root, path);
  const hosts = node?.type === "array";
  const value = hosts ? "hosts" : ["on", "off"].includes(shownAt(root, path)) ? shownAt(root, path) : "as-set";
  return (
    <FieldRow id={id} field="network" label="Network" below>
      <Select
        id={id}
        label="Network"
        value={value}
        options={NETWORK}
        invalid={useProblems("network", true).length > 0}
        onChange={(next) => change((text) => setAt(text, path, next === "as-set" ? undefined : next === "hosts" ? ["example.com"] : next))}
      />
      {hosts && <Words label="Hosts" words={listAt(root, path)} onChange={(words) => change((text) => setAt(text, path, words))} />}
    </FieldRow>
  );
}

function Environment({ name, root, change }: PartProps) {
  const id = useId();
  const path = pathOf(name, "env");
  const keys = keysAt(root, path);
  return (
    <div role="group" aria-label="Environment" className="flex flex-col gap-1">
      <p className="text-12 font-semibold">Environment</p>
      {keys.map((key, i) => (
        <div key={i} className="flex flex-col gap-1">
          <div className="flex items-center gap-1">
            <TextInput
              aria-label={`Variable ${i + 1}`}
              aria-describedby={`${id}-${i}-errors`}
              className="max-w-40 font-mono text-12"
              value={key}
              onChange={(event) => change((text) => (keys.includes(event.target.value) ? text : renameAt(text, [...path, key], event.target.value)))}
            />
            <span aria-hidden className="text-muted">=</span>
            <TextInput
              aria-label={`Value of ${key}`}
              className="font-mono text-12"
              value={shownAt(root, [...path, key])}
              onChange={(event) => change((text) => setAt(text, [...path, key], event.target.value))}
            />
            <IconButton label={`Remove ${key || "this variable"}`} icon={Trash2} onClick={() => change((text) => setAt(text, keys.length === 1 ? path : [...path, key], undefined))} />
          </div>
          <FieldProblems id={`${id}-${i}`} field={`env.${key}`} />
        </div>
      ))}
      <div>
        <Button icon={Plus} onClick={() => change((text) => setAt(text, [...path, freeName(keys, "NAME")], ""))}>
          Add a variable
        </Button>
      </div>
      <p className="text-11 text-muted">
        Beside PATH, HOME, USER, LANG and TZ. A secret is named, not written: <code className="font-mono">{"${secret:NAME}"}</code>
      </p>
    </div>
  );
}

function Inherited({ name, root, change }: PartProps) {
  const id = useId();
  const path = pathOf(name, "inheritEnv");
  const all = shownAt(root, path) === "true";
  return (
    <FieldRow id={id} field="inheritEnv" label="Taken over from your own environment" help="Names of variables, with spaces between.">
      {all ? (
        <div className="row">
          <span className="text-muted">All but secrets</span>
          <Button onClick={() => change((text) => setAt(text, path, undefined))}>Only some</Button>
        </div>
      ) : (
        <Words id={id} label="Taken over from your own environment" words={listAt(root, path)} onChange={(words) => change((text) => setAt(text, path, words.length > 0 ? words : undefined))} />
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
