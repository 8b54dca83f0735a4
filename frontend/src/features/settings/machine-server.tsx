import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { MachineServerForm, MachineServerView } from "../../backend/backend";
import { useBackend } from "../../backend/context";
import { keys } from "../../backend/keys";
import { Button } from "../../components/button";
import { Failure } from "../../components/feedback";
import { Field, TextArea, TextInput } from "../../components/field";
import { Dialog } from "../../components/overlay";
import { Tick } from "../../components/tick";
import { texts as common } from "../../words/common";
import { texts } from "../../words/machines";
import { problemOf } from "./machine-address";

interface MachineServerProps {
  server: MachineServerView;
  /** What this machine is called now. */
  host: string;
  onClose: () => void;
}

/** Sets where the person's machines meet. Credentials go to Go and are forgotten here. */
export function MachineServer({ server, host, onClose }: MachineServerProps) {
  const backend = useBackend();
  const client = useQueryClient();
  const [form, setForm] = useState<MachineServerForm>({ url: server.url, credentials: "", open: false, ca: server.ca, name: server.name, record: server.record });
  const [pressed, setPressed] = useState(false);
  const save = useMutation({
    mutationFn: () => backend.setMachineServer(form.open ? { ...form, credentials: "" } : form),
    gcTime: 0, // it holds a secret
    onSuccess: (now) => {
      client.setQueryData(keys.machines, now);
      onClose();
    },
  });
  const wrong = { url: pressed ? problemOf(form.url) : "", ca: pressed && form.ca && !/^(\/|[A-Za-z]:\\)/.test(form.ca) ? texts.form.caRule : "" };
  const change = (part: Partial<MachineServerForm>) => setForm({ ...form, ...part });
  const submit = () => {
    setPressed(true);
    if (!problemOf(form.url) && !wrong.ca) save.mutate();
  };
  const actions = (
    <>
      <Button onClick={onClose}>{common.cancel}</Button>
      <Button look="primary" disabled={save.isPending} onClick={submit}>{texts.form.save}</Button>
    </>
  );
  return (
    <Dialog title={texts.form.title} open onClose={onClose} actions={actions}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Line id="machine-address" label={texts.form.address} required help={texts.form.addressHelp} error={wrong.url} value={form.url} placeholder={texts.form.addressSample} onChange={(url) => change({ url })} />
        <Credentials kept={server.kept} form={form} onChange={change} />
        <Line id="machine-ca" label={texts.form.ca} help={texts.form.caHelp} error={wrong.ca} value={form.ca} onChange={(ca) => change({ ca })} />
        <Line id="machine-name" label={texts.form.name} help={texts.form.nameHelp} error="" value={form.name} placeholder={host} onChange={(name) => change({ name })} />
        <Tick checked={form.record} onTick={(record) => change({ record })} name={texts.form.record} text={texts.form.recordText} />
        {save.error && <Failure what={texts.saveFailed} why={save.error.message} />}
        {/* The Enter key sends the form. */}
        <button type="submit" hidden />
      </form>
    </Dialog>
  );
}

interface LineProps {
  id: string;
  label: string;
  required?: boolean;
  help: string;
  error: string;
  value: string;
  placeholder?: string;
  onChange: (value: string) => void;
}

function Line({ id, label, required = false, help, error, value, placeholder, onChange }: LineProps) {
  return (
    <Field id={id} label={label} required={required} help={help} errors={error ? [error] : []}>
      <TextInput id={id} aria-invalid={error !== ""} aria-describedby={`${id}-help ${id}-errors`} placeholder={placeholder} value={value} onChange={(event) => onChange(event.target.value)} />
    </Field>
  );
}

/** A text of several lines, so that a file fits in, which nobody reads over the shoulder. */
function Credentials({ kept, form, onChange }: { kept: boolean; form: MachineServerForm; onChange: (part: Partial<MachineServerForm>) => void }) {
  return (
    <div className="flex flex-col gap-2">
      <Field id="machine-credentials" label={texts.form.credentials} help={kept ? texts.form.kept : texts.form.credentialsHelp}>
        <TextArea
          id="machine-credentials" rows={2} autoComplete="off" className="[-webkit-text-security:disc]" aria-describedby="machine-credentials-help"
          disabled={form.open} value={form.open ? "" : form.credentials} onChange={(event) => onChange({ credentials: event.target.value })}
        />
      </Field>
      {kept && <Tick checked={form.open} onTick={(open) => onChange({ open })} name={texts.form.open} />}
    </div>
  );
}
