import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { RotateCw, ShieldCheck } from "lucide-react";
import { useId, useState } from "react";
import type { ChangesView, SpaceView } from "../../backend/backend";
import { useBackend, useLive } from "../../backend/context";
import { keys, STILL } from "../../backend/keys";
import { useChanges } from "../../backend/queries";
import { plural, sayTime, type Said } from "../../backend/words";
import { Button, IconButton } from "../../components/button";
import { Empty, Failure, Loaded } from "../../components/feedback";
import { Dialog } from "../../components/overlay";
import { PaneHeader, Section } from "../../components/pane";
import { State } from "../../components/state";
import { Switch } from "../../components/switch";
import { Changes } from "./changes";
import { Inventory } from "./inventory";

const SAID: Record<SpaceView["trust"], Said> = {
  "none-needed": { tone: "quiet", word: "Needs no trust" },
  trusted: { tone: "done", word: "Trusted" },
  untrusted: { tone: "warning", word: "Not trusted" },
};

/** What of a space may run, and what has changed since the person said so. */
export function TrustPage({ space }: { space: SpaceView }) {
  const client = useQueryClient();
  const backend = useBackend();
  const live = useLive();
  // All that the window knows of the space may be another now.
  const again = useMutation({
    mutationFn: () => backend.reloadSpace(space.path),
    onSuccess: () => client.invalidateQueries(),
    onError: (error) => live.notify({ level: "error", text: `The space was not read again: ${error.message}` }),
  });
  return (
    <>
      <PaneHeader title="Trust" note={`What ${space.name} may run, and may tell a model.`}>
        <State {...SAID[space.trust]} />
        <IconButton label="Look again" icon={RotateCw} disabled={again.isPending} onClick={() => again.mutate()} />
      </PaneHeader>
      {space.trust === "none-needed" && (
        <Empty icon={ShieldCheck} title="Nothing to trust">
          This folder declares no tools, hooks, hands, servers, agents, skills, pages or memory. If it ever does, you are shown them here before anything of them runs.
        </Empty>
      )}
      {space.trust === "untrusted" && <Untrusted space={space} />}
      {space.trust === "trusted" && <Trusted space={space} />}
    </>
  );
}

function useInventory(space: string) {
  const backend = useBackend();
  // Never from a cache: what is shown is what will be pinned.
  return useQuery({ queryKey: keys.inventory(space), queryFn: () => backend.inventory(space), ...STILL });
}

function Untrusted({ space }: { space: SpaceView }) {
  const backend = useBackend();
  const inventory = useInventory(space.path);
  const trust = useMutation({ mutationFn: (digest: string) => backend.trustSpace(space.path, digest) });
  const digest = inventory.data?.digest;
  return (
    <>
      <div className="min-h-0 flex-1 overflow-y-auto">
        <div className="flex max-w-220 flex-col gap-6 p-4">
          <p>
            <b className="font-semibold">Nothing of this runs yet, and no model reads it.</b> This is all that could, if you trust {space.name}. Open a line to see it whole.
          </p>
          <Loaded query={inventory} waiting="Reading what this space declares…" failed="What it declares could not be read.">
            {(found) => <Inventory inventory={found} />}
          </Loaded>
        </div>
      </div>
      <div className="flex shrink-0 flex-col gap-3 border-t border-line px-4 py-3">
        {trust.error && <Failure what="It was not trusted." why={trust.error.message} action={<Button onClick={() => void inventory.refetch()}>Look again</Button>} />}
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <p className="min-w-60 flex-1 text-12 text-muted">It counts as it is now. Whatever changes is held back until you have seen the difference.</p>
          <Button look="primary" icon={ShieldCheck} disabled={digest === undefined || trust.isPending} onClick={() => digest !== undefined && trust.mutate(digest)}>
            Trust {space.name}
          </Button>
        </div>
      </div>
    </>
  );
}

function Trusted({ space }: { space: SpaceView }) {
  const changes = useChanges(space.path);
  const inventory = useInventory(space.path);
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <div className="flex max-w-220 flex-col gap-8 p-4">
        <Loaded query={changes} waiting="Looking for changes…" failed="What changed could not be read.">
          {(now) => <Standing space={space} now={now} />}
        </Loaded>
        <Loaded query={inventory} waiting="Reading what this space declares…" failed="What it declares could not be read.">
          {(found) => <Inventory inventory={found} />}
        </Loaded>
        <Section level={2} title="No longer">
          <Distrust space={space} />
        </Section>
      </div>
    </div>
  );
}

type Act = { approve: string[] } | { restore: string } | { own: boolean };

/** What changed since, and whether the person's own changes count as theirs. */
function Standing({ space, now: { changes, own, trusted } }: { space: SpaceView; now: ChangesView }) {
  const backend = useBackend();
  const client = useQueryClient();
  const id = useId();
  const change = useMutation({
    mutationFn: (act: Act) => {
      if ("approve" in act) return backend.approveChanges(space.path, act.approve);
      return "restore" in act ? backend.restoreChange(space.path, act.restore) : backend.setOwnSpace(space.path, act.own);
    },
    onSuccess: (now) => client.setQueryData(keys.changes(space.path), now),
  });
  const again = <Button onClick={() => void client.invalidateQueries({ queryKey: keys.changes(space.path) })}>Look again</Button>;
  return (
    <>
      {change.error && <Failure what="It was not done." why={change.error.message} action={again} />}
      {changes.length === 0 ? (
        <p className="text-muted">
          It runs as you have seen it{trusted && ` on ${sayTime(trusted, new Date())}`}. Nothing has changed since.
        </p>
      ) : (
        <Section
          level={2}
          title={`${plural(changes.length, "thing has", "things have")} changed since you trusted it${trusted && `, ${sayTime(trusted, new Date())}`}`}
          action={
            changes.length > 1 && (
              <Button look="primary" disabled={change.isPending} onClick={() => change.mutate({ approve: changes.map((one) => one.id) })}>
                Approve all {changes.length}
              </Button>
            )
          }
        >
          <Changes changes={changes} busy={change.isPending} onApprove={(one) => change.mutate({ approve: [one] })} onRestore={(restore) => change.mutate({ restore })} />
        </Section>
      )}
      <Section level={2} title="Who changes it">
        <div className="flex items-start gap-3 border-y border-line py-2">
          <div className="min-w-0 flex-1">
            <p id={id}>This space is my own</p>
            <p className="text-12 text-muted">
              Changes that you make between calls are taken as yours, and run at once. What changes while a call or a job of this space runs is held back all the same.
            </p>
          </div>
          <Switch label="This space is my own" on={own} disabled={change.isPending} onChange={(next) => change.mutate({ own: next })} />
        </div>
      </Section>
    </>
  );
}

function Distrust({ space }: { space: SpaceView }) {
  const backend = useBackend();
  const [asked, setAsked] = useState(false);
  const distrust = useMutation({ mutationFn: () => backend.distrustSpace(space.path), onSuccess: () => setAsked(false) });
  const actions = (
    <>
      <Button onClick={() => setAsked(false)}>Keep trusting it</Button>
      <Button look="primary" disabled={distrust.isPending} onClick={() => distrust.mutate()}>
        Stop trusting it
      </Button>
    </>
  );
  return (
    <div className="flex flex-wrap items-center gap-3 border-y border-line py-2">
      <p className="min-w-60 flex-1 text-12 text-muted">Its tools, hooks and servers then stop to work, and agents can only read, until you trust it again.</p>
      <Button onClick={() => setAsked(true)}>Stop trusting it…</Button>
      <Dialog title={`Stop trusting ${space.name}?`} open={asked} onClose={() => setAsked(false)} actions={actions}>
        <p>Nothing on disk is touched. Calls that run now finish; after that, nothing that this space declares runs until you have looked at it and trust it again.</p>
        {distrust.error && <Failure what="It was not done." why={distrust.error.message} />}
      </Dialog>
    </div>
  );
}
