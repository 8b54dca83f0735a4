import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { ProviderForm } from "../../backend/backend";
import { useBackend } from "../../backend/context";
import { keys } from "../../backend/keys";
import { Button } from "../../components/button";
import { Choice } from "../../components/choice";
import { Failure } from "../../components/feedback";
import { Field, TextInput } from "../../components/field";
import { Dialog } from "../../components/overlay";
import { texts as common } from "../../words/common";
import { texts } from "../../words/settings";

const NAME = /^[a-z0-9][a-z0-9-]*$/;

/** What keeps a form from being sent, by field. */
export function problemsOf(form: ProviderForm): Partial<Record<"name" | "url" | "key", string>> {
  const problems: Partial<Record<"name" | "url" | "key", string>> = {};
  if (!NAME.test(form.name)) problems.name = texts.provider.nameRule;
  if (form.type === "openai" && !/^https?:\/\/\S+$/.test(form.url)) problems.url = texts.provider.addressRule;
  if (form.type === "anthropic" && !form.key) problems.key = texts.provider.keyRule;
  return problems;
}

/** Connects a provider, or gives one that is there a new address or key. */
export function AddProvider({ start, onClose }: { start: ProviderForm; onClose: () => void }) {
  const backend = useBackend();
  const client = useQueryClient();
  const [form, setForm] = useState(start);
  const [pressed, setPressed] = useState(false);
  const problems = problemsOf(form);
  const fixing = start.name !== "";
  const add = useMutation({
    mutationFn: () => backend.addProvider(form),
    onSuccess: async (provider) => {
      await client.invalidateQueries({ queryKey: keys.settings });
      if (provider.state === "ready") onClose();
    },
  });
  const submit = () => {
    setPressed(true);
    if (Object.keys(problems).length === 0) add.mutate();
  };
  const errors = (field: keyof typeof problems) => (pressed && problems[field] ? [problems[field]] : []);
  const actions = (
    <>
      <Button onClick={onClose}>{common.cancel}</Button>
      <Button look="primary" disabled={add.isPending} onClick={submit}>
        {add.isPending ? texts.provider.trying : texts.provider.connect}
      </Button>
    </>
  );
  return (
    <Dialog title={fixing ? texts.provider.fix(start.name) : texts.provider.add} open onClose={onClose} actions={actions}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <div>
          <Choice
            label={texts.provider.kind}
            value={form.type}
            options={[
              { value: "openai", label: texts.provider.openai },
              { value: "anthropic", label: texts.provider.anthropic },
            ]}
            onChange={(type) => setForm({ ...form, type: type as ProviderForm["type"] })}
          />
        </div>
        <Field id="provider-name" label={texts.provider.name} required help={texts.provider.nameHelp} errors={errors("name")}>
          <TextInput id="provider-name" disabled={fixing} aria-invalid={errors("name").length > 0} value={form.name} onChange={(event) => setForm({ ...form, name: event.target.value })} />
        </Field>
        {form.type === "openai" && (
          <Field id="provider-url" label={texts.provider.address} required help={texts.provider.addressHelp} errors={errors("url")}>
            <TextInput id="provider-url" className="font-mono text-12" aria-invalid={errors("url").length > 0} value={form.url} onChange={(event) => setForm({ ...form, url: event.target.value })} />
          </Field>
        )}
        <Field id="provider-key" label={texts.provider.key} required={form.type === "anthropic"} help={texts.provider.keyHelp} errors={errors("key")}>
          <TextInput id="provider-key" type="password" aria-invalid={errors("key").length > 0} value={form.key} onChange={(event) => setForm({ ...form, key: event.target.value })} />
        </Field>
        {add.error && <Failure what={texts.provider.notSaved} why={add.error.message} />}
        {add.data && add.data.state !== "ready" && <Failure what={texts.provider.notReady} why={add.data.reason} />}
        {/* The Enter key sends the form. */}
        <button type="submit" hidden />
      </form>
    </Dialog>
  );
}
