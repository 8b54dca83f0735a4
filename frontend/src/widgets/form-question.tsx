import { useMutation } from "@tanstack/react-query";
import { Ban, ExternalLink, Send } from "lucide-react";
import { lazy, Suspense, useEffect, useId, useMemo, useState } from "react";
import type { FormView } from "../backend/backend";
import { useBackend } from "../backend/context";
import { Button } from "../components/button";
import { Revealed } from "../components/code";
import { Failure, Waiting } from "../components/feedback";
import { lookOf, schemaForForm } from "../components/form/look";
import { useNow } from "./question-act";
import { sayLeft } from "./question-words";
import { texts as common } from "../words/common";
import { texts } from "../words/widgets";
import { Phrase } from "../components/phrase";

const SchemaForm = lazy(() => import("../components/form/schema-form").then((module) => ({ default: module.SchemaForm })));

/** What a server wants to know: its own words, and a form of what it may ask. Nothing is sent but what is filled in. */
export function FormQuestion({ form }: { form: FormView }) {
  const backend = useBackend();
  const id = useId();
  const [value, setValue] = useState<object>(() => startOf(form.schema));
  // What was filled in may be private: it is in no cache.
  const answer = useMutation({ mutationFn: () => backend.answerForm(form.id, form.schema ? JSON.stringify(value) : ""), gcTime: 0 });
  const decline = useMutation({ mutationFn: () => backend.declineForm(form.id) });
  const busy = answer.isPending || decline.isPending;
  const error = answer.error ?? decline.error;
  useEffect(() => {
    // It may be closed by another answer at this very moment: then there is nothing to start.
    backend.formShown(form.id).catch(() => undefined);
  }, [backend, form.id]);
  const open = async () => {
    await backend.openURL(form.url);
    answer.mutate();
  };
  return (
    <section data-form tabIndex={-1} role="group" aria-labelledby={`${id}-title`} className="flex flex-col gap-3 outline-offset-8">
      <div>
        <p id={`${id}-title`} className="text-15 font-semibold break-words">
          <Phrase of={form.url ? texts.form.page : texts.form.question} with={{ server: <Revealed text={form.server} /> }} />
        </p>
        <p className="text-12 text-muted">
          <Phrase of={form.tool ? texts.form.during : texts.form.inSpace} with={{ tool: <span className="font-mono">{form.tool}</span>, space: form.spaceName }} />
        </p>
      </div>
      <blockquote className="border-l-2 border-edge pl-3 break-words whitespace-pre-wrap select-text">
        <Revealed text={form.message} />
      </blockquote>
      {form.warning && (
        <p role="note" className="rounded-md border border-line bg-asking-soft px-3 py-2 font-semibold break-words">
          <Revealed text={form.warning} />
        </p>
      )}
      {form.url ? <Page form={form} /> : <Fields form={form} value={value} onChange={setValue} violations={answer.data ?? []} busy={busy} />}
      {error && <Failure what={texts.form.failed} why={error.message} />}
      <div className="flex flex-wrap items-center gap-2">
        <Button icon={Ban} disabled={busy} onClick={() => decline.mutate()}>
          {texts.form.decline}
        </Button>
        {form.url ? (
          <Button look="asking" icon={ExternalLink} disabled={busy} onClick={() => void open()}>
            {texts.form.open(form.host)}
          </Button>
        ) : (
          <Button look="asking" icon={Send} disabled={busy} onClick={() => answer.mutate()}>
            {texts.form.send}
          </Button>
        )}
        {form.expires && <Left expires={form.expires} />}
      </div>
    </section>
  );
}

function Page({ form: { url, host } }: { form: FormView }) {
  return (
    <div className="rounded-md border border-line bg-raised px-3 py-2">
      <p className="text-15 font-semibold break-all">
        <Revealed text={host} />
      </p>
      <p className="font-mono text-12 break-all text-muted select-text">
        <Revealed text={url} />
      </p>
      <p className="mt-1 text-12 text-muted">{texts.form.browser}</p>
    </div>
  );
}

interface FieldsProps {
  form: FormView;
  value: object;
  onChange: (value: object) => void;
  violations: readonly { path: string; message: string }[];
  busy: boolean;
}

function Fields({ form, value, onChange, violations, busy }: FieldsProps) {
  const schema = useMemo(() => schemaForForm(form.schema), [form.schema]);
  const look = useMemo(() => lookOf(schema), [schema]);
  return (
    <Suspense fallback={<Waiting what={common.makingForm} />}>
      <SchemaForm schema={schema} look={look} value={value} onChange={onChange} violations={violations} showAll disabled={busy} />
    </Suspense>
  );
}

function Left({ expires }: { expires: string }) {
  return <span className="text-12 text-muted tabular-nums">{sayLeft(expires, useNow(Date.parse(expires)))}</span>;
}

/** What the server proposes: the defaults of its schema. */
export function startOf(schema: string): object {
  if (!schema) return {};
  const { properties = {} } = JSON.parse(schema) as { properties?: Record<string, { default?: unknown }> };
  return Object.fromEntries(Object.entries(properties).flatMap(([name, property]) => (property.default === undefined ? [] : [[name, property.default]])));
}
