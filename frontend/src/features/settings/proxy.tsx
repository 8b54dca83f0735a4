import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Check } from "lucide-react";
import { useId, useState } from "react";
import type { ProxyForm, ProxySource, ProxyView } from "../../backend/backend";
import { useBackend } from "../../backend/context";
import { keys } from "../../backend/keys";
import { sentence } from "../../backend/words";
import { Button } from "../../components/button";
import { Failure, Loaded } from "../../components/feedback";
import { Field, TextArea, TextInput } from "../../components/field";
import { Section } from "../../components/pane";
import { Tick } from "../../components/tick";
import { texts as web } from "../../words/web";

const texts = web.proxy;

/** How Handrail leaves this machine. Nothing changes before it is saved. */
export function Proxy() {
  const backend = useBackend();
  const proxy = useQuery({ queryKey: keys.proxy, queryFn: () => backend.proxy(), staleTime: 0 });
  return (
    <Section level={2} title={texts.title}>
      <p className="text-muted">{texts.text}</p>
      <Loaded query={proxy} waiting={texts.reading} failed={texts.loadFailed}>
        {(now) => (
          <>
            {now.problem && <Failure what={texts.problem} why={sentence(now.problem)} />}
            <Form now={now} />
            <Test />
          </>
        )}
      </Loaded>
    </Section>
  );
}

/** What is typed: hosts as lines. */
interface Draft {
  source: ProxySource;
  url: string;
  login: string;
  open: boolean;
  direct: string;
}

const startOf = (now: ProxyView): Draft => ({ source: now.source, url: now.source === "settings" ? now.address : "", login: "", open: false, direct: now.direct.join("\n") });

/** As Go takes it: of another source only the source counts. */
function formOf({ source, url, login, open, direct }: Draft): ProxyForm {
  if (source !== "settings") return { source, url: "", login: "", open: false, direct: [] };
  const hosts = direct.split(/[\s,]+/).filter(Boolean);
  return { source, url: url.trim(), login: open ? "" : login.trim(), open, direct: hosts };
}

/** A scheme may be left out, as in the settings of browsers. */
function usable(address: string): boolean {
  const text = address.trim();
  return Boolean(URL.parse(text.includes("://") ? text : `http://${text}`)?.hostname) && !/\s/.test(text);
}

function Form({ now }: { now: ProxyView }) {
  const backend = useBackend();
  const client = useQueryClient();
  const [draft, setDraft] = useState<Draft>();
  const [pressed, setPressed] = useState(false);
  const save = useMutation({
    mutationFn: (form: ProxyForm) => backend.setProxy(form),
    gcTime: 0, // it holds a secret
    onSuccess: (next) => {
      client.setQueryData(keys.proxy, next);
      void client.invalidateQueries({ queryKey: keys.secrets });
      forget();
    },
  });
  const form = draft ?? startOf(now);
  const moves = now.plain && form.source === "settings"; // saving moves its login
  const changed = moves || JSON.stringify(formOf(form)) !== JSON.stringify(formOf(startOf(now)));
  const change = (part: Partial<Draft>) => {
    save.reset();
    setDraft({ ...form, ...part });
  };
  const forget = () => {
    setDraft(undefined);
    setPressed(false);
    save.reset();
  };
  const submit = () => {
    setPressed(true);
    if (changed && (form.source !== "settings" || usable(form.url))) save.mutate(formOf(form));
  };
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Sources now={now} source={form.source} onSource={(source) => change({ source })} />
      {form.source === "settings" && <Fields now={now} form={form} error={pressed && !usable(form.url) ? texts.addressRule : ""} onChange={change} />}
      {save.error && <Failure what={texts.notSaved} why={sentence(save.error.message)} />}
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" look="primary" icon={Check} disabled={!changed || save.isPending}>
          {texts.save}
        </Button>
        {draft && changed && (
          <Button onClick={forget} disabled={save.isPending}>
            {texts.undo}
          </Button>
        )}
      </div>
    </form>
  );
}

const SOURCES = ["environment", "direct", "settings"] as const satisfies readonly ProxySource[];

function Sources({ now, source, onSource }: { now: ProxyView; source: ProxySource; onSource: (source: ProxySource) => void }) {
  const id = useId();
  const said = now.source !== "environment" ? "" : now.address ? ` ${texts.found(now.address)}` : ` ${texts.foundNone}`;
  return (
    <div role="radiogroup" aria-label={texts.title} className="flex flex-col gap-3">
      {SOURCES.map((one) => (
        <div key={one} className="flex items-start gap-2">
          <input id={`${id}-${one}`} type="radio" name={id} className="mt-0.75 size-3.5 shrink-0 accent-(--accent-fill)" aria-describedby={`${id}-${one}-text`} checked={source === one} onChange={() => onSource(one)} />
          <div className="min-w-0">
            <label htmlFor={`${id}-${one}`}>{texts[one]}</label>
            <p id={`${id}-${one}-text`} className="text-12 break-words text-muted">
              {texts[`${one}Text`]}
              {one === "environment" && said}
            </p>
          </div>
        </div>
      ))}
    </div>
  );
}

interface FieldsProps {
  now: ProxyView;
  form: Draft;
  error: string;
  onChange: (part: Partial<Draft>) => void;
}

function Fields({ now, form, error, onChange }: FieldsProps) {
  const kept = now.source === "settings" && now.login && form.url.trim() === now.address;
  return (
    <div className="ml-5.5 flex flex-col gap-3">
      <Field id="proxy-address" label={texts.address} required errors={error ? [error] : []}>
        <TextInput id="proxy-address" className="font-mono text-12" aria-invalid={error !== ""} aria-describedby="proxy-address-errors" placeholder={texts.sample} value={form.url} onChange={(event) => onChange({ url: event.target.value })} />
      </Field>
      <Field id="proxy-login" label={texts.login} help={kept ? (now.plain ? texts.loginPlain : texts.loginKept) : texts.loginHelp}>
        <TextInput id="proxy-login" type="password" autoComplete="new-password" aria-describedby="proxy-login-help" placeholder={texts.loginSample} disabled={form.open} value={form.open ? "" : form.login} onChange={(event) => onChange({ login: event.target.value })} />
      </Field>
      {kept && <Tick checked={form.open} onTick={(open) => onChange({ open })} name={texts.open} />}
      <Field id="proxy-direct" label={texts.directHosts} help={texts.directHelp}>
        <TextArea id="proxy-direct" rows={2} aria-describedby="proxy-direct-help" value={form.direct} onChange={(event) => onChange({ direct: event.target.value })} />
      </Field>
    </div>
  );
}

/** Asks an address by the way that is saved. */
function Test() {
  const backend = useBackend();
  const [address, setAddress] = useState("");
  const test = useMutation({ mutationFn: async (to: string) => ({ to, through: await backend.testProxy(to) }), gcTime: 0 });
  return (
    <form
      className="flex flex-col gap-2 border-t border-line pt-3"
      onSubmit={(event) => {
        event.preventDefault();
        test.mutate(address.trim() || texts.testSample);
      }}
    >
      <Field id="proxy-test" label={texts.test}>
        <div className="flex gap-2">
          <TextInput id="proxy-test" className="font-mono text-12" placeholder={texts.testSample} value={address} onChange={(event) => setAddress(event.target.value)} />
          <Button type="submit" disabled={test.isPending}>
            {test.isPending ? texts.running : texts.run}
          </Button>
        </div>
      </Field>
      {test.error && <Failure what={texts.testFailed} why={sentence(test.error.message)} />}
      {test.data && <p role="status" className="break-words">{texts.reached(test.data.to, test.data.through)}</p>}
    </form>
  );
}
