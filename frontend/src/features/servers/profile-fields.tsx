import { useId } from "react";
import type { Mode, Reach } from "../../backend/network-words";
import { Choice } from "../../components/choice";
import { Field, TextArea } from "../../components/field";
import { ReachFields } from "../../widgets/reach-fields";
import { texts } from "../../words/serverform";

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
        <p className="text-12 font-semibold">{texts.access.network}</p>
        <div>
          <Choice
            label={texts.access.network}
            value={reach.mode}
            options={[{ value: "off", label: texts.access.nothing }, { value: "some", label: texts.access.some }, { value: "on", label: texts.access.everything }]}
            onChange={(mode) => change({ mode: mode as Mode })}
          />
        </div>
        {reach.mode === "some" && (
          <div className="flex flex-col gap-2 pt-1">
            <ReachFields reach={reach} registryText={texts.access.registry} loopbackText={texts.access.loopback} hostsHelp={texts.access.hosts} errors={errors} onChange={change} />
          </div>
        )}
        {reach.mode === "on" && <p className="text-12 text-muted">{texts.access.warning}</p>}
      </div>
      <Field id={`${id}-write`} label={texts.access.write} help={texts.access.writeHelp}>
        <TextArea id={`${id}-write`} rows={2} aria-describedby={`${id}-write-help`} value={write} onChange={(event) => onChange({ ...draft, write: event.target.value })} />
      </Field>
      <Field id={`${id}-read`} label={texts.access.read} help={texts.access.readHelp}>
        <TextArea id={`${id}-read`} rows={2} aria-describedby={`${id}-read-help`} value={read} onChange={(event) => onChange({ ...draft, read: event.target.value })} />
      </Field>
    </>
  );
}
