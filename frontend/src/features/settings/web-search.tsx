import { useQueryClient } from "@tanstack/react-query";
import { Check } from "lucide-react";
import { useState } from "react";
import type { SearchForm, SearchProvider, WebView } from "../../backend/backend";
import { useBackend } from "../../backend/context";
import { keys } from "../../backend/keys";
import { sentence } from "../../backend/words";
import { Button } from "../../components/button";
import { Failure } from "../../components/feedback";
import { Field, TextInput } from "../../components/field";
import { Section } from "../../components/pane";
import { Select } from "../../components/select";
import { texts as web } from "../../words/web";
import { needsOf, problemsOf, sameSearch, startOf } from "./search-form";
import { useWebChange } from "./web-change";
import { WebTest } from "./web-test";

const texts = web.search;

/** A Select has no value that is empty. */
const NOBODY = "none";

/** Who is asked when the web is searched. Nothing changes before it is saved. */
export function WebSearch({ now }: { now: WebView }) {
  const { search, providers } = now;
  const [draft, setDraft] = useState<SearchForm>();
  const form = draft ?? startOf(search.provider, now);
  const changed = draft !== undefined && !sameSearch(draft, startOf(search.provider, now));
  const options = [{ value: NOBODY, label: texts.nobody }, ...providers.map(({ provider }) => ({ value: provider, label: nameOf(provider) }))];
  return (
    <Section level={2} title={texts.title}>
      <p className="text-muted">{texts.text}</p>
      {search.problem && !changed && <Failure what={texts.problem} why={sentence(search.problem)} />}
      <Saving now={now} form={form} changed={changed} onDraft={setDraft}>
        <Field id="search-provider" label={texts.provider}>
          <div className="w-72">
            <Select
              id="search-provider"
              label={texts.provider}
              value={form.provider || NOBODY}
              options={options}
              onChange={(next) => setDraft(startOf(next === NOBODY ? "" : (next as SearchProvider), now))}
            />
          </div>
        </Field>
      </Saving>
      {search.provider && !search.problem && !changed && <WebTest key={search.address} address={search.address} />}
    </Section>
  );
}

function nameOf(provider: SearchProvider): string {
  return provider === "" ? texts.nobody : texts.names[provider];
}

interface SavingProps {
  now: WebView;
  form: SearchForm;
  changed: boolean;
  onDraft: (draft: SearchForm | undefined) => void;
  children: React.ReactNode;
}

/** The fields that the provider needs, and saving them. */
function Saving({ now, form, changed, onDraft, children }: SavingProps) {
  const backend = useBackend();
  const client = useQueryClient();
  const [pressed, setPressed] = useState(false);
  const save = useWebChange((next: SearchForm) => backend.setSearch(next));
  const needs = needsOf(form, now);
  const problems = problemsOf(form, now);
  const errors = (field: keyof typeof problems) => (pressed && problems[field] ? [problems[field]] : []);
  const forget = () => {
    onDraft(undefined);
    setPressed(false);
    save.reset();
  };
  const change = (part: Partial<SearchForm>) => {
    save.reset();
    onDraft({ ...form, ...part });
  };
  const submit = () => {
    setPressed(true);
    if (!changed || Object.keys(problems).length > 0) return;
    save.mutate(form.key ? { ...form, secret: "" } : form, {
      onSuccess: () => {
        forget();
        void client.invalidateQueries({ queryKey: keys.secrets });
      },
    });
  };
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {children}
      {needs.address && (
        <Field id="search-address" label={texts.address} required={needs.wantsAddress} help={needs.addressHelp} errors={errors("url")}>
          <TextInput id="search-address" className="font-mono text-12" aria-invalid={errors("url").length > 0} aria-describedby="search-address-help search-address-errors" value={form.url} onChange={(event) => change({ url: event.target.value })} />
        </Field>
      )}
      {needs.key && (
        <Field id="search-key" label={texts.key} required={needs.wantsKey && !form.secret} help={needs.keyHelp} errors={errors("key")}>
          <div className="flex gap-2">
            <TextInput id="search-key" type="password" autoComplete="new-password" aria-invalid={errors("key").length > 0} aria-describedby="search-key-help search-key-errors" value={form.key} onChange={(event) => change({ key: event.target.value })} />
            {form.secret && !needs.wantsKey && <Button onClick={() => change({ secret: "", key: "" })}>{texts.noKey}</Button>}
          </div>
        </Field>
      )}
      {save.error && <Failure what={web.page.notSaved} why={sentence(save.error.message)} />}
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" look="primary" icon={Check} disabled={!changed || save.isPending}>
          {texts.save}
        </Button>
        {changed && (
          <Button onClick={forget} disabled={save.isPending}>
            {texts.undo}
          </Button>
        )}
      </div>
    </form>
  );
}
