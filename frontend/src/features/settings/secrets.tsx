import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { KeyRound, Plus, Trash2, TriangleAlert } from "lucide-react";
import { useState } from "react";
import type { SecretsView, SecretView } from "../../backend/backend";
import { useBackend } from "../../backend/context";
import { keys } from "../../backend/keys";
import { sentence } from "../../backend/words";
import { Button, IconButton } from "../../components/button";
import { Failure, Loaded } from "../../components/feedback";
import { Dialog } from "../../components/overlay";
import { Section } from "../../components/pane";
import { State } from "../../components/state";
import { SecretForm } from "./secret-form";
import { Phrase } from "../../components/phrase";
import { texts as common } from "../../words/common";
import { texts } from "../../words/settings";

/** Names of secrets, where they are kept, what uses them. Values are never shown. */
export function Secrets() {
  const backend = useBackend();
  const secrets = useQuery({ queryKey: keys.secrets, queryFn: () => backend.secrets(), staleTime: 0 });
  return (
    <Loaded query={secrets} waiting={texts.secrets.reading} failed={texts.secrets.failed}>
      {(found) => <Kept found={found} />}
    </Loaded>
  );
}

function Kept({ found: { place, safe, secrets } }: { found: SecretsView }) {
  const [form, setForm] = useState<string | undefined>(undefined);
  const [removing, setRemoving] = useState<SecretView | undefined>(undefined);
  const add = (
    <Button icon={Plus} onClick={() => setForm("")}>
      {texts.secret.add}
    </Button>
  );
  return (
    <div className="flex flex-col gap-8">
      <Section level={2} title={texts.secrets.storage}>
        {safe ? (
          <p className="flex items-center gap-2">
            <KeyRound size={15} aria-hidden className="shrink-0 text-muted" />
            <span className="min-w-0 break-words select-text">{sentence(place)}</span>
          </p>
        ) : (
          <div role="note" className="flex items-start gap-2 rounded-md border border-line bg-asking-soft px-3 py-2">
            <TriangleAlert size={15} aria-hidden className="mt-0.5 shrink-0 text-asking" />
            <p className="min-w-0 break-words select-text">
              {sentence(place)} <b className="font-semibold">{texts.secrets.replaceable}</b>
            </p>
          </div>
        )}
        <p className="text-muted">
          <Phrase of={texts.secrets.use} with={{ ref: <span className="font-mono text-12">{texts.secrets.ref}</span> }} />
        </p>
      </Section>
      <Section level={2} title={texts.secrets.title} action={add}>
        {secrets.length === 0 ? (
          <p className="text-muted">{texts.secrets.empty}</p>
        ) : (
          <ul className="border-t border-line">
            {secrets.map((secret) => (
              <Row key={secret.name} secret={secret} onSet={() => setForm(secret.name)} onRemove={() => setRemoving(secret)} />
            ))}
          </ul>
        )}
      </Section>
      {form !== undefined && <SecretForm name={form} safe={safe} onClose={() => setForm(undefined)} />}
      {removing && <Remove secret={removing} onClose={() => setRemoving(undefined)} />}
    </div>
  );
}

const KEPT = { keyring: texts.secrets.keyring, file: texts.secrets.file };

function Row({ secret: { name, kept, usedBy }, onSet, onRemove }: { secret: SecretView; onSet: () => void; onRemove: () => void }) {
  return (
    <li className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line py-1.5">
      <div className="min-w-40 flex-1">
        <p className="font-mono text-12 break-all select-text">{name}</p>
        <p className="text-12 break-words text-muted">{usedBy.length > 0 ? texts.secrets.usedBy(usedBy.join(", ")) : texts.secrets.unused}</p>
      </div>
      {kept ? <State tone={kept === "keyring" ? "done" : "warning"} word={KEPT[kept]} /> : <State tone="warning" word={texts.secrets.noValue} />}
      <Button aria-label={kept ? texts.secrets.replaceNamed(name) : texts.secrets.setNamed(name)} look={kept ? "plain" : "primary"} onClick={onSet}>
        {kept ? texts.secret.replace : texts.secrets.set}
      </Button>
      {kept ? <IconButton label={texts.secrets.removeNamed(name)} icon={Trash2} onClick={onRemove} /> : <span className="size-7" />}
    </li>
  );
}

function Remove({ secret: { name, usedBy }, onClose }: { secret: SecretView; onClose: () => void }) {
  const backend = useBackend();
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: () => backend.removeSecret(name),
    onSuccess: (now) => {
      client.setQueryData(keys.secrets, now);
      onClose();
    },
  });
  const actions = (
    <>
      <Button onClick={onClose}>{common.cancel}</Button>
      <Button look="primary" disabled={remove.isPending} onClick={() => remove.mutate()}>
        {texts.secrets.remove}
      </Button>
    </>
  );
  return (
    <Dialog title={texts.secrets.removeTitle(name)} open onClose={onClose} actions={actions}>
      <div className="flex flex-col gap-3">
        {usedBy.length > 0 ? (
          <>
            <p>{texts.secrets.usersBreak}</p>
            <ul className="border-t border-line text-12">
              {usedBy.map((user) => (
                <li key={user} className="border-b border-line py-1 font-mono break-words">
                  {user}
                </li>
              ))}
            </ul>
          </>
        ) : (
          <p>{texts.secrets.unusedNote}</p>
        )}
        <p className="text-muted">{texts.secrets.noReturn}</p>
        {remove.error && <Failure what={texts.secrets.removeFailed} why={remove.error.message} />}
      </div>
    </Dialog>
  );
}
