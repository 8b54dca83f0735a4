import { useMutation, useQueryClient } from "@tanstack/react-query";
import { CircleStop, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import type { ClientsView, ClientTokenView, NewTokenView } from "../../backend/backend";
import { useBackend } from "../../backend/context";
import { keys } from "../../backend/keys";
import { useSpaces } from "../../backend/queries";
import { sayTime } from "../../backend/words";
import { Button, IconButton } from "../../components/button";
import { Code, CopyButton, Revealed } from "../../components/code";
import { Failure } from "../../components/feedback";
import { Field, TextInput } from "../../components/field";
import { Dialog } from "../../components/overlay";
import { Section } from "../../components/pane";
import { State } from "../../components/state";
import { Phrase } from "../../components/phrase";
import { texts as common } from "../../words/common";
import { texts } from "../../words/servers";

/** Who uses Handrail's tools right now. */
export function ConnectedClients({ clients: { connected } }: { clients: ClientsView }) {
  const spaces = useSpaces().data ?? [];
  const backend = useBackend();
  const client = useQueryClient();
  const end = useMutation({ mutationFn: (id: string) => backend.disconnectClient(id), onSuccess: (now) => client.setQueryData(keys.clients, now) });
  return (
    <Section level={2} title={connected.length === 0 ? texts.clients.title : texts.clients.titleCount(connected.length)}>
      {connected.length === 0 ? (
        <p className="text-muted">{texts.clients.none}</p>
      ) : (
        <ul className="border-t border-line">
          {connected.map(({ id, name, version, token, space, over, since, calls }) => (
            <li key={id} className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line py-1.5">
              <div className="min-w-60 flex-1">
                <p className="font-semibold break-words">
                  <Revealed text={name || texts.clients.unnamed} /> {version && <span className="font-normal text-muted"><Revealed text={version} /></span>}
                </p>
                <p className="text-12 text-muted">
                  {texts.clients.about(spaces.find(({ path }) => path === space)?.name ?? space, over === "http" ? texts.clients.http(token) : texts.clients.started, sayTime(since, new Date()), calls)}
                </p>
              </div>
              <State tone="done" word={texts.clients.connected} />
              <IconButton label={texts.clients.end(name || texts.clients.unnamed)} icon={CircleStop} disabled={end.isPending} onClick={() => end.mutate(id)} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

/** What lets a client in over HTTP: each its own, shown once. */
export function ClientTokens({ clients: { tokens } }: { clients: ClientsView }) {
  const backend = useBackend();
  const client = useQueryClient();
  const [adding, setAdding] = useState(false);
  const [revoking, setRevoking] = useState<ClientTokenView>();
  const revoke = useMutation({
    mutationFn: (name: string) => backend.revokeClientToken(name),
    onSuccess: (now) => {
      client.setQueryData(keys.clients, now);
      setRevoking(undefined);
    },
  });
  return (
    <Section
      level={2}
      title={texts.tokens.title}
      action={
        <Button icon={Plus} onClick={() => setAdding(true)}>
          {texts.tokens.create}
        </Button>
      }
    >
      <p className="text-muted">
        <Phrase of={texts.tokens.note} with={{ command: <span className="font-mono text-12 text-text select-text">{texts.tokens.command}</span> }} />
      </p>
      {tokens.length === 0 ? (
        <p className="text-muted">{texts.tokens.none}</p>
      ) : (
        <ul className="border-t border-line">
          {tokens.map((token) => (
            <li key={token.name} className="flex min-h-11 items-center gap-3 border-b border-line py-1.5">
              <div className="min-w-0 flex-1">
                <p className="font-semibold break-words">{token.name}</p>
                <p className="text-12 text-muted">
                  {texts.tokens.created(sayTime(token.created, new Date()), token.used ? texts.tokens.used(sayTime(token.used, new Date())) : texts.tokens.unused)}
                </p>
              </div>
              <IconButton label={texts.tokens.revokeNamed(token.name)} icon={Trash2} onClick={() => setRevoking(token)} />
            </li>
          ))}
        </ul>
      )}
      {adding && <NewToken onClose={() => setAdding(false)} />}
      {revoking && (
        <Dialog
          title={texts.tokens.revokeTitle(revoking.name)}
          open
          onClose={() => setRevoking(undefined)}
          actions={
            <>
              <Button onClick={() => setRevoking(undefined)}>{common.cancel}</Button>
              <Button look="primary" disabled={revoke.isPending} onClick={() => revoke.mutate(revoking.name)}>
                {texts.tokens.revoke}
              </Button>
            </>
          }
        >
          <p>{texts.tokens.revokeText}</p>
          {revoke.error && <Failure what={texts.tokens.revokeFailed} why={revoke.error.message} />}
        </Dialog>
      )}
    </Section>
  );
}

function NewToken({ onClose }: { onClose: () => void }) {
  const backend = useBackend();
  const client = useQueryClient();
  const [name, setName] = useState("");
  const [pressed, setPressed] = useState(false);
  const make = useMutation({
    mutationFn: () => backend.addClientToken(name),
    // Its text is in no cache once the dialog is closed.
    gcTime: 0,
    onSuccess: () => client.invalidateQueries({ queryKey: keys.clients }),
  });
  const wrong = !/^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$/.test(name);
  const errors = pressed && wrong ? [texts.tokens.wrong] : [];
  const submit = () => {
    setPressed(true);
    if (!wrong) make.mutate();
  };
  const actions = make.data ? (
    <Button look="primary" onClick={onClose}>
      {texts.change.done}
    </Button>
  ) : (
    <>
      <Button onClick={onClose}>{common.cancel}</Button>
      <Button look="primary" disabled={make.isPending} onClick={submit}>
        {texts.tokens.createIt}
      </Button>
    </>
  );
  return (
    <Dialog title={make.data ? texts.tokens.shown(make.data.name) : texts.tokens.create} open onClose={onClose} actions={actions}>
      {make.data ? (
        <Shown token={make.data} />
      ) : (
        <form
          className="flex flex-col gap-3"
          onSubmit={(event) => {
            event.preventDefault();
            submit();
          }}
        >
          <Field id="token-name" label={texts.tokens.name} required help={texts.tokens.nameHelp} errors={errors}>
            <TextInput id="token-name" aria-invalid={errors.length > 0 || undefined} aria-describedby="token-name-help token-name-errors" value={name} onChange={(event) => setName(event.target.value)} />
          </Field>
          {make.error && <Failure what={texts.tokens.createFailed} why={make.error.message} />}
          {/* The Enter key sends the form. */}
          <button type="submit" hidden />
        </form>
      )}
    </Dialog>
  );
}

function Shown({ token: { token } }: { token: NewTokenView }) {
  return (
    <div role="status" className="flex flex-col gap-3">
      <p>
        <b className="font-semibold">{texts.tokens.copyNow}</b>{" "}{texts.tokens.anyone}
      </p>
      <div className="flex items-center gap-2">
        <p className="min-w-0 flex-1 rounded-md border border-line bg-raised px-3 py-2 font-mono text-13 break-all select-all">{token}</p>
        <CopyButton text={token} label={texts.tokens.copy} />
      </div>
      <Code text={texts.tokens.header(token)} label={texts.tokens.headerLabel} />
    </div>
  );
}
