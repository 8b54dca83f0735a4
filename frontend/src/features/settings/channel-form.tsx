import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { ChannelFieldView, ChannelKindView, ChannelView } from "../../backend/backend";
import { useBackend } from "../../backend/context";
import { keys } from "../../backend/keys";
import { Button } from "../../components/button";
import { Choice } from "../../components/choice";
import { Failure } from "../../components/feedback";
import { Field, TextArea, TextInput } from "../../components/field";
import { Dialog } from "../../components/overlay";
import { texts } from "../../words/channels";
import { texts as common } from "../../words/common";

const NAME = /^[a-z0-9][a-z0-9_-]{0,31}$/;

interface ChannelFormProps {
  /** undefined = a new one. */
  start: ChannelView | undefined;
  kinds: ChannelKindView[];
  onClose: () => void;
}

/** Adds a channel or changes one. Its secrets go to Go and are forgotten here. */
export function ChannelFormDialog({ start, kinds, onClose }: ChannelFormProps) {
  const backend = useBackend();
  const client = useQueryClient();
  const [name, setName] = useState(start?.name ?? "");
  const [type, setType] = useState(kinds.some((known) => known.type === start?.type) ? (start?.type ?? "") : (kinds[0]?.type ?? ""));
  const [values, setValues] = useState<Record<string, string>>(Object.fromEntries((start?.fields ?? []).map(({ key, value }) => [key, value])));
  const [others, setOthers] = useState((start?.chatIds ?? []).join("\n"));
  const [pressed, setPressed] = useState(false);
  const kind = kinds.find((known) => known.type === type);
  const fields = kind?.fields ?? [];
  const kept = (key: string) => start?.type === type && start.fields.some((known) => known.key === key && known.secret && known.set);
  const lacks = ({ key, need }: ChannelFieldView) => need && !values[key] && !kept(key);
  const save = useMutation({
    mutationFn: () =>
      backend.saveChannel({
        name, type, fields: Object.fromEntries(fields.map(({ key }) => [key, (values[key] ?? "").trim()])),
        chatIds: kind?.hasChats ? others.split("\n").map((line) => line.trim()).filter(Boolean) : [],
      }),
    gcTime: 0, // it holds secrets
    onSuccess: (now) => {
      client.setQueryData(keys.channels, now);
      onClose();
    },
  });
  const submit = () => {
    setPressed(true);
    if (NAME.test(name) && !fields.some(lacks)) save.mutate();
  };
  const wrongName = pressed && !NAME.test(name) ? [texts.nameRule] : [];
  const actions = (
    <>
      <Button onClick={onClose}>{common.cancel}</Button>
      <Button look="primary" disabled={save.isPending} onClick={submit}>
        {texts.save}
      </Button>
    </>
  );
  return (
    <Dialog title={start ? texts.edit(start.name) : texts.add} open onClose={onClose} actions={actions}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <div className="overflow-x-auto">
          <Choice label={texts.type} value={type} options={kinds.map((known) => ({ value: known.type, label: known.name }))} onChange={setType} />
        </div>
        <Field id="channel-name" label={texts.name} required help={texts.nameHelp} errors={wrongName}>
          <TextInput id="channel-name" disabled={start !== undefined} aria-invalid={wrongName.length > 0} aria-describedby="channel-name-help" value={name} onChange={(event) => setName(event.target.value)} />
        </Field>
        {fields.map((known) => (
          <Input key={`${type} ${known.key}`} field={known} value={values[known.key] ?? ""} kept={kept(known.key)} lacks={pressed && lacks(known)} onChange={(value) => setValues({ ...values, [known.key]: value })} />
        ))}
        {kind?.hasChats && (
          <Field id="channel-others" label={texts.others} help={texts.othersHelp}>
            <TextArea id="channel-others" rows={2} aria-describedby="channel-others-help" value={others} onChange={(event) => setOthers(event.target.value)} />
          </Field>
        )}
        {save.error && <Failure what={texts.saveFailed} why={save.error.message} />}
        {/* The Enter key sends the form. */}
        <button type="submit" hidden />
      </form>
    </Dialog>
  );
}

interface InputProps {
  field: ChannelFieldView;
  value: string;
  kept: boolean;
  lacks: boolean;
  onChange: (value: string) => void;
}

function Input({ field: { key, need, secret }, value, kept, lacks, onChange }: InputProps) {
  const id = `channel-${key}`;
  const help = secret ? (kept ? texts.kept : texts.secretHelp) : texts.help[key];
  return (
    <Field id={id} label={texts.fields[key] ?? key} required={need} help={help} errors={lacks ? [texts.needed] : []}>
      <TextInput id={id} type={secret ? "password" : "text"} autoComplete={secret ? "new-password" : "off"} aria-invalid={lacks} aria-describedby={help ? `${id}-help` : undefined} value={value} onChange={(event) => onChange(event.target.value)} />
    </Field>
  );
}
