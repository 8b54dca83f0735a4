import { useState } from "react";
import type { ServerForm } from "../../backend/backend";
import { Choice } from "../../components/choice";
import { Field, TextArea, TextInput } from "../../components/field";
import { number } from "../../words/format";
import { texts } from "../../words/serverform";
import { SettingRows } from "./setting-rows";

export const EMPTY_FORM: ServerForm = { name: "", command: "", args: [], folder: "", env: [], url: "", transport: "", headers: [], internal: false, network: [], read: [], write: [], timeoutSeconds: 0, was: "", take: [] };

const MOST_SECONDS = 86_400;

const ANY = "any";

const WAYS = [{ value: ANY, label: texts.fields.detect }, { value: "http", label: texts.fields.http }, { value: "sse", label: texts.fields.sse }];

/** A form as it is being filled in. */
export interface Filling {
  form: ServerForm;
  /** As it would be sent: what belongs to the other kind of server is left out. */
  whole: ServerForm;
  remote: boolean;
  /** Arguments, one a line. */
  args: string;
  /** One of the arguments has lines of its own, so that they cannot be shown one a line. */
  argsFixed: boolean;
  time: string;
  /** What is wrong with the time; "" = nothing. */
  timeWrong: string;
  set: (part: Partial<ServerForm>) => void;
  setRemote: (remote: boolean) => void;
  setArgs: (args: string) => void;
  setTime: (time: string) => void;
}

export function useFilling(first: ServerForm): Filling {
  const [form, setForm] = useState(first);
  const wasRemote = first.command === "" && first.url !== "";
  const [remote, setRemote] = useState(wasRemote);
  const asGiven = first.args.join("\n");
  const [args, setArgs] = useState(asGiven);
  const [time, setTime] = useState(first.timeoutSeconds > 0 ? String(first.timeoutSeconds) : "");
  const seconds = Number(time);
  const timeWrong = seconds >= 0 && seconds <= MOST_SECONDS ? "" : texts.fields.wrongTimeout(number(MOST_SECONDS));
  // What nobody has touched goes back as it came.
  const list = args === asGiven ? first.args : args.split("\n").filter((line, i, all) => line !== "" || i < all.length - 1);
  // What this kind of server does not use goes back as well, unless it has become another kind.
  const unused = remote === wasRemote ? first : EMPTY_FORM;
  return {
    form, remote, args, argsFixed: first.args.some((arg) => arg.includes("\n")), time, timeWrong, setRemote, setArgs, setTime,
    whole: {
      ...form, timeoutSeconds: timeWrong ? 0 : seconds,
      ...(remote ? { command: "", args: unused.args, env: unused.env, folder: unused.folder } : { url: "", headers: unused.headers, transport: unused.transport, args: list }),
    },
    set: (part) => setForm({ ...form, ...part }),
  };
}

interface WhereItRunsProps {
  remote: boolean;
  onRemote: (remote: boolean) => void;
}

export function WhereItRuns({ remote, onRemote }: WhereItRunsProps) {
  return (
    <div>
      <Choice label={texts.fields.location} value={remote ? "remote" : "program"} options={[{ value: "program", label: texts.fields.program }, { value: "remote", label: texts.fields.remote }]} onChange={(next) => onRemote(next === "remote")} />
    </div>
  );
}

interface ServerFieldsProps {
  filling: Filling;
  /** What is wrong with the command or the address. */
  errors: readonly string[];
  /** The command or the address has the focus from the beginning. */
  focused?: boolean;
}

/** What a server is: all but its name. */
export function ServerFields({ filling, errors, focused = false }: ServerFieldsProps) {
  const { form, remote, args, argsFixed, time, timeWrong, set, setArgs, setTime } = filling;
  const wrong = errors.length > 0 || undefined;
  return (
    <>
      {remote ? (
        <>
          <Field id="server-url" label={texts.fields.address} required help={texts.fields.addressHelp} errors={errors}>
            <TextInput id="server-url" autoFocus={focused} className="font-mono text-12" aria-invalid={wrong} aria-describedby="server-url-help server-url-errors" value={form.url} onChange={(event) => set({ url: event.target.value.trim() })} />
          </Field>
          <SettingRows label={texts.fields.headers} one={texts.fields.header} hint={texts.fields.headerExample} settings={form.headers} onChange={(headers) => set({ headers })} />
          <div className="flex flex-col gap-1">
            <p className="text-12 font-semibold">{texts.fields.transport}</p>
            <div>
              <Choice label={texts.fields.transport} value={form.transport || ANY} options={WAYS} onChange={(way) => set({ transport: way === ANY ? "" : (way as ServerForm["transport"]) })} />
            </div>
          </div>
        </>
      ) : (
        <>
          <Field id="server-command" label={texts.fields.command} required help={texts.fields.commandHelp} errors={errors}>
            <TextInput id="server-command" autoFocus={focused} className="font-mono text-12" aria-invalid={wrong} aria-describedby="server-command-help server-command-errors" value={form.command} onChange={(event) => set({ command: event.target.value.trimStart() })} onBlur={() => set({ command: form.command.trim() })} />
          </Field>
          <Field id="server-args" label={texts.fields.args} help={argsFixed ? texts.fields.argsFixed : texts.fields.argsHelp}>
            <TextArea id="server-args" rows={3} className="field-sizing-content max-h-60" readOnly={argsFixed} aria-describedby="server-args-help" value={args} onChange={(event) => setArgs(event.target.value)} />
          </Field>
          <SettingRows label={texts.fields.env} one={texts.fields.variable} hint={texts.fields.variableExample} settings={form.env} onChange={(env) => set({ env })} />
          <Field id="server-folder" label={texts.fields.folder} help={texts.fields.folderHelp}>
            <TextInput id="server-folder" className="font-mono text-12" aria-describedby="server-folder-help" value={form.folder} onChange={(event) => set({ folder: event.target.value })} />
          </Field>
        </>
      )}
      <Field id="server-time" label={texts.fields.timeout} help={texts.fields.timeoutHelp} errors={timeWrong ? [timeWrong] : []}>
        <TextInput id="server-time" inputMode="decimal" className="w-24!" aria-invalid={timeWrong !== "" || undefined} aria-describedby="server-time-help server-time-errors" value={time} onChange={(event) => setTime(event.target.value.trim())} />
      </Field>
    </>
  );
}
