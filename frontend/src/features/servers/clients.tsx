import { useMutation, useQueryClient } from "@tanstack/react-query";
import { CircleStop, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import type { ClientsView, ClientTokenView, NewTokenView } from "../../backend/backend";
import { useBackend } from "../../backend/context";
import { keys } from "../../backend/keys";
import { useSpaces } from "../../backend/queries";
import { plural, sayTime } from "../../backend/words";
import { Button, IconButton } from "../../components/button";
import { Code, CopyButton, Revealed } from "../../components/code";
import { Failure } from "../../components/feedback";
import { Field, TextInput } from "../../components/field";
import { Dialog } from "../../components/overlay";
import { Section } from "../../components/pane";
import { State } from "../../components/state";

/** Who uses Handrail's tools right now. */
export function ConnectedClients({ clients: { connected } }: { clients: ClientsView }) {
  const spaces = useSpaces().data ?? [];
  const backend = useBackend();
  const client = useQueryClient();
  const end = useMutation({ mutationFn: (id: string) => backend.disconnectClient(id), onSuccess: (now) => client.setQueryData(keys.clients, now) });
  return (
    <Section level={2} title={connected.length === 0 ? "Connected now" : `Connected now · ${connected.length}`}>
      {connected.length === 0 ? (
        <p className="text-muted">Nobody. A program is listed here as soon as it connects.</p>
      ) : (
        <ul className="border-t border-line">
          {connected.map(({ id, name, version, token, space, over, since, calls }) => (
            <li key={id} className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line py-1.5">
              <div className="min-w-60 flex-1">
                <p className="font-semibold break-words">
                  <Revealed text={name || "A program that does not say its name"} /> {version && <span className="font-normal text-muted"><Revealed text={version} /></span>}
                </p>
                <p className="text-12 text-muted">
                  {spaces.find(({ path }) => path === space)?.name ?? space}, {over === "http" ? `over HTTP with the token ${token}` : "started by the program"}, since {sayTime(since, new Date())}, {plural(calls, "call")}
                </p>
              </div>
              <State tone="done" word="Connected" />
              <IconButton label={`End what ${name} does now`} icon={CircleStop} disabled={end.isPending} onClick={() => end.mutate(id)} />
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
      title="Tokens of HTTP clients"
      action={
        <Button icon={Plus} onClick={() => setAdding(true)}>
          Make a token
        </Button>
      }
    >
      <p className="text-muted">
        Programs that cannot start Handrail come over HTTP, from this machine only: <span className="font-mono text-12 text-text select-text">handrail mcp --http 127.0.0.1:8765</span> serves them, and each needs a token.
      </p>
      {tokens.length === 0 ? (
        <p className="text-muted">No token yet. Each program has its own, so that it can be told apart and turned away.</p>
      ) : (
        <ul className="border-t border-line">
          {tokens.map((token) => (
            <li key={token.name} className="flex min-h-11 items-center gap-3 border-b border-line py-1.5">
              <div className="min-w-0 flex-1">
                <p className="font-semibold break-words">{token.name}</p>
                <p className="text-12 text-muted">
                  Made {sayTime(token.created, new Date())}, {token.used ? `last used ${sayTime(token.used, new Date())}` : "never used"}
                </p>
              </div>
              <IconButton label={`Revoke ${token.name}`} icon={Trash2} onClick={() => setRevoking(token)} />
            </li>
          ))}
        </ul>
      )}
      {adding && <NewToken onClose={() => setAdding(false)} />}
      {revoking && (
        <Dialog
          title={`Revoke ${revoking.name}?`}
          open
          onClose={() => setRevoking(undefined)}
          actions={
            <>
              <Button onClick={() => setRevoking(undefined)}>Keep it</Button>
              <Button look="primary" disabled={revoke.isPending} onClick={() => revoke.mutate(revoking.name)}>
                Revoke it
              </Button>
            </>
          }
        >
          <p>Whoever uses it is turned away from the next request on. It cannot be brought back: make a new one.</p>
          {revoke.error && <Failure what="It was not revoked." why={revoke.error.message} />}
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
  const errors = pressed && wrong ? ["Letters, digits, dots, dashes and underscores, at most 64."] : [];
  const submit = () => {
    setPressed(true);
    if (!wrong) make.mutate();
  };
  const actions = make.data ? (
    <Button look="primary" onClick={onClose}>
      I have it
    </Button>
  ) : (
    <>
      <Button onClick={onClose}>Cancel</Button>
      <Button look="primary" disabled={make.isPending} onClick={submit}>
        Make it
      </Button>
    </>
  );
  return (
    <Dialog title={make.data ? `The token of ${make.data.name}` : "Make a token"} open onClose={onClose} actions={actions}>
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
          <Field id="token-name" label="For whom" required help="So that you know it again: the name of the program, such as editor." errors={errors}>
            <TextInput id="token-name" aria-invalid={errors.length > 0 || undefined} aria-describedby="token-name-help token-name-errors" value={name} onChange={(event) => setName(event.target.value)} />
          </Field>
          {make.error && <Failure what="It was not made." why={make.error.message} />}
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
        <b className="font-semibold">Copy it now: it is shown this one time.</b> Whoever has it has the tools of this space, as far as its rules and you let them.
      </p>
      <div className="flex items-center gap-2">
        <p className="min-w-0 flex-1 rounded-md border border-line bg-raised px-3 py-2 font-mono text-13 break-all select-all">{token}</p>
        <CopyButton text={token} label="Copy the token" />
      </div>
      <Code text={`Authorization: Bearer ${token}`} label="Header" />
    </div>
  );
}
