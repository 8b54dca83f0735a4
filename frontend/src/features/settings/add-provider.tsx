import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { PresetView, ProviderForm } from "../../backend/backend";
import { useBackend } from "../../backend/context";
import { keys } from "../../backend/keys";
import { useSettings } from "../../backend/queries";
import { Button } from "../../components/button";
import { Choice } from "../../components/choice";
import { Failure } from "../../components/feedback";
import { Field, TextInput } from "../../components/field";
import { Dialog } from "../../components/overlay";
import { KeyLink, Presets } from "./presets";
import { texts as common } from "../../words/common";
import { texts } from "../../words/settings";

export const NO_PROVIDER: ProviderForm = { name: "", type: "openai", url: "", key: "" };

const NAME = /^[a-z0-9][a-z0-9-]*$/;

interface Known {
  /** Names that are taken. */
  taken?: readonly string[];
  /** The provider has a key, or needs one. */
  hasKey?: boolean;
  needsKey?: boolean;
}

/** What keeps a form from being sent, by field. */
export function problemsOf(form: ProviderForm, { taken = [], hasKey = false, needsKey = form.type === "anthropic" }: Known = {}): Partial<Record<"name" | "url" | "key", string>> {
  const problems: Partial<Record<"name" | "url" | "key", string>> = {};
  if (!NAME.test(form.name)) problems.name = texts.provider.nameRule;
  else if (taken.includes(form.name)) problems.name = texts.provider.nameTaken;
  if (form.type === "openai" && !/^https?:\/\/\S+$/.test(form.url)) problems.url = texts.provider.addressRule;
  if (needsKey && !form.key && !hasKey) problems.key = texts.provider.keyRule;
  return problems;
}

/** A form for a known provider, under a name that is free. */
function formOf({ name, type, url }: PresetView, taken: readonly string[]): ProviderForm {
  let free = name;
  for (let n = 2; taken.includes(free); n++) free = `${name}-${n}`;
  return { name: free, type: type === "anthropic" ? "anthropic" : "openai", url, key: "" };
}

interface AddProviderProps {
  start: ProviderForm;
  /** The provider that is changed has a key, which stays if none is given. */
  hasKey?: boolean;
  onClose: () => void;
}

/** Connects a provider, or gives one that is there a new address or key. */
export function AddProvider({ start, hasKey = false, onClose }: AddProviderProps) {
  const backend = useBackend();
  const client = useQueryClient();
  const fixing = start.name !== "";
  const known = useSettings().data?.providers.map(({ name }) => name) ?? [];
  const [preset, setPreset] = useState<PresetView | undefined>(undefined);
  const [form, setForm] = useState(start);
  const [pressed, setPressed] = useState(false);
  const add = useMutation({
    mutationFn: (sent: ProviderForm) => backend.addProvider(sent),
    onSuccess: async (provider) => {
      await client.invalidateQueries({ queryKey: keys.settings });
      if (provider.state === "ready") onClose();
    },
  });
  // One that was saved and does not answer is changed from here on.
  const saved = fixing || add.data?.name === form.name;
  const problems = problemsOf(form, { taken: saved ? [] : known, hasKey: hasKey || (saved && add.data?.hasKey === true), ...(preset && { needsKey: preset.keys !== "" }) });
  const submit = (sent = form) => {
    setPressed(true);
    if (Object.keys(problems).length === 0) add.mutate(sent);
  };
  const errors = (field: keyof typeof problems) => (pressed && problems[field] ? [problems[field]] : []);
  const choose = (next: PresetView | undefined) => {
    setPreset(next);
    setForm(next ? formOf(next, known) : NO_PROVIDER);
    setPressed(false);
    add.reset();
  };
  const actions = (
    <>
      <Button onClick={onClose}>{common.cancel}</Button>
      <Button look="primary" disabled={add.isPending} onClick={() => submit()}>
        {add.isPending ? texts.provider.trying : fixing ? texts.provider.save : texts.provider.connect}
      </Button>
    </>
  );
  const better = add.data?.better ?? "";
  return (
    <Dialog title={fixing ? texts.provider.fix(start.name) : texts.provider.add} open onClose={onClose} actions={actions}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        {!fixing && <Presets chosen={preset} onChoose={choose} />}
        {!preset && !fixing && (
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
        )}
        {(!preset || known.includes(preset.name)) && (
          <Field id="provider-name" label={texts.provider.name} required help={texts.provider.nameHelp} errors={errors("name")}>
            <TextInput id="provider-name" disabled={fixing} aria-invalid={errors("name").length > 0} value={form.name} onChange={(event) => setForm({ ...form, name: event.target.value })} />
          </Field>
        )}
        {preset?.keys !== "" && (
          <Field
            id="provider-key"
            label={texts.provider.key}
            required={form.type === "anthropic" || preset !== undefined}
            help={
              <>
                {preset && <><KeyLink preset={preset} />{" "}</>}
                {hasKey ? texts.provider.keyKept : texts.provider.keyHelp}
              </>
            }
            errors={errors("key")}
          >
            <TextInput id="provider-key" type="password" aria-invalid={errors("key").length > 0} value={form.key} onChange={(event) => setForm({ ...form, key: event.target.value })} />
          </Field>
        )}
        {form.type === "openai" && (
          <Field id="provider-url" label={texts.provider.address} required help={preset ? (preset.keys ? "" : texts.provider.startFirst(preset.title)) : texts.provider.addressHelp} errors={errors("url")}>
            <TextInput id="provider-url" className="font-mono text-12" aria-invalid={errors("url").length > 0} value={form.url} onChange={(event) => setForm({ ...form, url: event.target.value })} />
          </Field>
        )}
        {add.error && <Failure what={texts.provider.notSaved} why={add.error.message} />}
        {add.data && add.data.state !== "ready" && (
          <Failure
            what={texts.provider.notReady}
            why={add.data.reason}
            action={
              better && (
                <Button
                  disabled={add.isPending}
                  onClick={() => {
                    setForm({ ...form, url: better });
                    submit({ ...form, url: better });
                  }}
                >
                  {texts.provider.useBetter}
                </Button>
              )
            }
          />
        )}
        {/* The Enter key sends the form. */}
        <button type="submit" hidden />
      </form>
    </Dialog>
  );
}
