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

/** Names of secrets, where they are kept, what uses them. Values are never shown. */
export function Secrets() {
  const backend = useBackend();
  const secrets = useQuery({ queryKey: keys.secrets, queryFn: () => backend.secrets(), staleTime: 0 });
  return (
    <Loaded query={secrets} waiting="Asking the keyring…" failed="The secrets could not be listed.">
      {(found) => <Kept found={found} />}
    </Loaded>
  );
}

function Kept({ found: { place, safe, secrets } }: { found: SecretsView }) {
  const [form, setForm] = useState<string | undefined>(undefined);
  const [removing, setRemoving] = useState<SecretView | undefined>(undefined);
  const add = (
    <Button icon={Plus} onClick={() => setForm("")}>
      Add a secret
    </Button>
  );
  return (
    <div className="flex flex-col gap-8">
      <Section level={2} title="Where they are kept">
        {safe ? (
          <p className="flex items-center gap-2">
            <KeyRound size={15} aria-hidden className="shrink-0 text-muted" />
            <span className="min-w-0 break-words select-text">{sentence(place)}</span>
          </p>
        ) : (
          <div role="note" className="flex items-start gap-2 rounded-md border border-line bg-asking-soft px-3 py-2">
            <TriangleAlert size={15} aria-hidden className="mt-0.5 shrink-0 text-asking" />
            <p className="min-w-0 break-words select-text">
              {sentence(place)} <b className="font-semibold">Keep only what you can replace.</b>
            </p>
          </div>
        )}
        <p className="text-muted">
          A setting, a tool or a server names one as <span className="font-mono text-12">{"${secret:NAME}"}</span>. Values are never shown again, and are blacked out in previews, results, the
          record and errors.
        </p>
      </Section>
      <Section level={2} title="Secrets" action={add}>
        {secrets.length === 0 ? (
          <p className="text-muted">None yet. Add one here, and name it where a key or a token is needed: the text itself then stands in no file.</p>
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

const KEPT = { keyring: "In the keyring", file: "In the file" };

function Row({ secret: { name, kept, usedBy }, onSet, onRemove }: { secret: SecretView; onSet: () => void; onRemove: () => void }) {
  return (
    <li className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line py-1.5">
      <div className="min-w-40 flex-1">
        <p className="font-mono text-12 break-all select-text">{name}</p>
        <p className="text-12 break-words text-muted">{usedBy.length > 0 ? `Used by ${usedBy.join(", ")}` : "Nothing uses it."}</p>
      </div>
      {kept ? <State tone={kept === "keyring" ? "done" : "warning"} word={KEPT[kept]} /> : <State tone="warning" word="No value" />}
      <Button aria-label={kept ? `Replace ${name}` : `Give it a value: ${name}`} look={kept ? "plain" : "primary"} onClick={onSet}>
        {kept ? "Replace" : "Give it a value"}
      </Button>
      {kept ? <IconButton label={`Remove ${name}`} icon={Trash2} onClick={onRemove} /> : <span className="size-7" />}
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
      <Button onClick={onClose}>Keep it</Button>
      <Button look="primary" disabled={remove.isPending} onClick={() => remove.mutate()}>
        Remove it
      </Button>
    </>
  );
  return (
    <Dialog title={`Remove ${name}?`} open onClose={onClose} actions={actions}>
      <div className="flex flex-col gap-3">
        {usedBy.length > 0 ? (
          <>
            <p>Without it these do not work, and say so when they are used:</p>
            <ul className="border-t border-line text-12">
              {usedBy.map((user) => (
                <li key={user} className="border-b border-line py-1 font-mono break-words">
                  {user}
                </li>
              ))}
            </ul>
          </>
        ) : (
          <p>Nothing uses it.</p>
        )}
        <p className="text-muted">Its value cannot be brought back.</p>
        {remove.error && <Failure what="It was not removed." why={remove.error.message} />}
      </div>
    </Dialog>
  );
}
