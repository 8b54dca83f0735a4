import { useId } from "react";
import type { Mode, Reach } from "../../backend/network-words";
import { Choice } from "../../components/choice";
import { Field, TextArea } from "../../components/field";
import { ReachFields } from "../../widgets/reach-fields";

export interface ProfileDraft {
  reach: Reach;
  /** One a line. */
  read: string;
  write: string;
}

export function linesOf(text: string): string[] {
  return text.split("\n").map((line) => line.trim()).filter(Boolean);
}

interface ProfileFieldsProps {
  draft: ProfileDraft;
  /** What is wrong with the hosts. */
  errors: readonly string[];
  onChange: (draft: ProfileDraft) => void;
}

/** What a server may reach, read and write beyond the space. */
export function ProfileFields({ draft, errors, onChange }: ProfileFieldsProps) {
  const { reach, read, write } = draft;
  const id = useId();
  const change = (part: Partial<Reach>) => onChange({ ...draft, reach: { ...reach, ...part } });
  return (
    <>
      <div className="flex flex-col gap-1.5">
        <p className="text-12 font-semibold">It may reach</p>
        <div>
          <Choice
            label="It may reach"
            value={reach.mode}
            options={[{ value: "off", label: "Nothing" }, { value: "some", label: "Only these" }, { value: "on", label: "Everything" }]}
            onChange={(mode) => change({ mode: mode as Mode })}
          />
        </div>
        {reach.mode === "some" && (
          <div className="flex flex-col gap-2 pt-1">
            <ReachFields reach={reach} registryText="npx and uvx fetch the server from there." loopbackText="A database on localhost, for example." hostsHelp="One a line: example.com, *.example.com or example.com:8443." errors={errors} onChange={change} />
          </div>
        )}
        {reach.mode === "on" && <p className="text-12 text-muted">It can then send whatever it can read to anywhere.</p>}
      </div>
      <Field id={`${id}-write`} label="It may change, beyond the space" help="Files and folders, one a line: /home/ada/notes or ~/notes.">
        <TextArea id={`${id}-write`} rows={2} aria-describedby={`${id}-write-help`} value={write} onChange={(event) => onChange({ ...draft, write: event.target.value })} />
      </Field>
      <Field id={`${id}-read`} label="It may read, beyond the space" help="What it may change it may read, too.">
        <TextArea id={`${id}-read`} rows={2} aria-describedby={`${id}-read-help`} value={read} onChange={(event) => onChange({ ...draft, read: event.target.value })} />
      </Field>
    </>
  );
}
