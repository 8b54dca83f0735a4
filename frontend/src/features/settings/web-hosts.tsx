import { Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import type { WebView } from "../../backend/backend";
import { useBackend } from "../../backend/context";
import { sentence } from "../../backend/words";
import { Button, IconButton } from "../../components/button";
import { Revealed } from "../../components/code";
import { Failure } from "../../components/feedback";
import { Field, TextInput } from "../../components/field";
import { Section } from "../../components/pane";
import { texts as web } from "../../words/web";
import { useWebChange } from "./web-change";

const texts = web.hosts;

/** The private hosts that pages may be fetched from. */
export function WebHosts({ now: { hosts, hostsProblem } }: { now: WebView }) {
  const backend = useBackend();
  const remove = useWebChange((host: string) => backend.disallowPages(host));
  return (
    <Section level={2} title={texts.title}>
      <p className="text-muted">{texts.text}</p>
      {hostsProblem && <Failure what={texts.wrong} why={sentence(hostsProblem)} />}
      {hosts.length === 0 ? (
        <p>{texts.empty}</p>
      ) : (
        <ul className="border-t border-line">
          {hosts.map((host) => (
            <li key={host} className="flex items-center gap-3 border-b border-line py-0.5">
              <span className="min-w-0 flex-1 font-mono text-12 break-all select-text">
                <Revealed text={host} />
              </span>
              <IconButton label={texts.remove(host)} icon={Trash2} disabled={remove.isPending} onClick={() => remove.mutate(host)} />
            </li>
          ))}
        </ul>
      )}
      {remove.error && <Failure what={texts.removeFailed} why={sentence(remove.error.message)} />}
      <AddHost />
    </Section>
  );
}

function AddHost() {
  const backend = useBackend();
  const [host, setHost] = useState("");
  const [missing, setMissing] = useState(false);
  const add = useWebChange((next: string) => backend.allowPages(next));
  const wrong = missing ? [texts.missing] : add.error ? [sentence(add.error.message)] : [];
  const submit = () => {
    setMissing(host.trim() === "");
    if (host.trim() !== "") add.mutate(host.trim(), { onSuccess: () => setHost("") });
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Field id="web-host" label={texts.host} help={texts.help} errors={wrong}>
        <div className="flex gap-2">
          <TextInput
            id="web-host"
            className="font-mono text-12"
            aria-invalid={wrong.length > 0}
            aria-describedby="web-host-help web-host-errors"
            value={host}
            onChange={(event) => {
              setHost(event.target.value);
              setMissing(false);
              add.reset();
            }}
          />
          <Button type="submit" icon={Plus} disabled={add.isPending}>
            {texts.add}
          </Button>
        </div>
      </Field>
    </form>
  );
}
