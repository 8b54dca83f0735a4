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

const NAME = /^[a-z0-9][a-z0-9-]*$/;

/** What keeps a form from being sent, by field. */
export function problemsOf(form: ProviderForm): Partial<Record<"name" | "url" | "key", string>> {
  const problems: Partial<Record<"name" | "url" | "key", string>> = {};
  if (!NAME.test(form.name)) problems.name = "Small letters, digits and dashes, such as work-models.";
  if (form.type === "openai" && !/^https?:\/\/\S+$/.test(form.url)) problems.url = "An address that begins with http:// or https://.";
  if (form.type === "anthropic" && !form.key) problems.key = "Anthropic needs a key.";
  return problems;
}

/** Connects a provider, or gives one that is there a new address or key. */
export function AddProvider({ start, onClose }: { start: ProviderForm; onClose: () => void }) {
  const backend = useBackend();
  const client = useQueryClient();
  const [form, setForm] = useState(start);
  const [pressed, setPressed] = useState(false);
  const problems = problemsOf(form);
  const mending = start.name !== "";
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
      <Button onClick={onClose}>Cancel</Button>
      <Button look="primary" disabled={add.isPending} onClick={submit}>
        {add.isPending ? "Trying it…" : "Connect"}
      </Button>
    </>
  );
  return (
    <Dialog title={mending ? `Mend ${start.name}` : "Add a provider"} open onClose={onClose} actions={actions}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <div>
          <Choice
            label="Kind"
            value={form.type}
            options={[
              { value: "openai", label: "Speaks OpenAI's protocol" },
              { value: "anthropic", label: "Anthropic" },
            ]}
            onChange={(type) => setForm({ ...form, type: type as ProviderForm["type"] })}
          />
        </div>
        <Field id="provider-name" label="Name" required help="How it is called here." errors={errors("name")}>
          <TextInput id="provider-name" disabled={mending} aria-invalid={errors("name").length > 0} value={form.name} onChange={(event) => setForm({ ...form, name: event.target.value })} />
        </Field>
        {form.type === "openai" && (
          <Field id="provider-url" label="Address" required help="Such as http://127.0.0.1:11434/v1 for Ollama." errors={errors("url")}>
            <TextInput id="provider-url" className="font-mono text-12" aria-invalid={errors("url").length > 0} value={form.url} onChange={(event) => setForm({ ...form, url: event.target.value })} />
          </Field>
        )}
        <Field id="provider-key" label="Key" required={form.type === "anthropic"} help="Goes to the keyring of this machine and is never shown again." errors={errors("key")}>
          <TextInput id="provider-key" type="password" aria-invalid={errors("key").length > 0} value={form.key} onChange={(event) => setForm({ ...form, key: event.target.value })} />
        </Field>
        {add.error && <Failure what="It was not kept." why={add.error.message} />}
        {add.data && add.data.state !== "ready" && <Failure what="It was kept, but it does not work yet." why={add.data.reason} />}
        {/* The Enter key sends the form. */}
        <button type="submit" hidden />
      </form>
    </Dialog>
  );
}
