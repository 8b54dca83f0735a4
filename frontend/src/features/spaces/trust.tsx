import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { RotateCw, ShieldCheck } from "lucide-react";
import { useId, useState } from "react";
import type { ChangesView, SpaceView } from "../../backend/backend";
import { useBackend, useLive } from "../../backend/context";
import { keys, STILL } from "../../backend/keys";
import { useChanges } from "../../backend/queries";
import { sayTime, type Said } from "../../backend/words";
import { Button, IconButton } from "../../components/button";
import { Empty, Failure, Loaded } from "../../components/feedback";
import { Dialog } from "../../components/overlay";
import { PaneHeader, Section } from "../../components/pane";
import { State } from "../../components/state";
import { Switch } from "../../components/switch";
import { Changes } from "./changes";
import { Inventory } from "./inventory";
import { texts as common } from "../../words/common";
import { texts } from "../../words/spaces";

const SAID: Record<SpaceView["trust"], Said> = {
  "none-needed": { tone: "quiet", word: texts.trust.notNeeded },
  trusted: { tone: "done", word: texts.trust.trusted },
  untrusted: { tone: "warning", word: texts.trust.untrusted },
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
    onError: (error) => live.notify({ level: "error", text: texts.trust.reloadFailed(error.message) }),
  });
  return (
    <>
      <PaneHeader title={texts.trust.title} note={texts.trust.note(space.name)}>
        <State {...SAID[space.trust]} />
        <IconButton label={common.refresh} icon={RotateCw} disabled={again.isPending} onClick={() => again.mutate()} />
      </PaneHeader>
      {space.trust === "none-needed" && <Bare space={space} />}
      {space.trust === "untrusted" && <Untrusted space={space} />}
      {space.trust === "trusted" && <Trusted space={space} />}
    </>
  );
}

/** A folder that declared nothing when it was opened: what a program has made there since is held back, and can be looked at. */
function Bare({ space }: { space: SpaceView }) {
  const changes = useChanges(space.path).data?.changes.length ?? 0;
  if (changes > 0) return <Untrusted space={space} />;
  return (
    <Empty icon={ShieldCheck} title={texts.trust.empty}>
      {texts.trust.notNeededText}
    </Empty>
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
            <b className="font-semibold">{texts.trust.off}</b> {texts.trust.review(space.name)}
          </p>
          <Loaded query={inventory} waiting={texts.trust.reading} failed={texts.trust.failed}>
            {(found) => <Inventory inventory={found} />}
          </Loaded>
        </div>
      </div>
      <div className="flex shrink-0 flex-col gap-3 border-t border-line px-4 py-3">
        {trust.error && <Failure what={texts.trust.trustFailed} why={trust.error.message} action={<Button onClick={() => void inventory.refetch()}>{common.refresh}</Button>} />}
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <p className="min-w-60 flex-1 text-12 text-muted">{texts.trust.exact}</p>
          <Button look="primary" icon={ShieldCheck} disabled={digest === undefined || trust.isPending} onClick={() => digest !== undefined && trust.mutate(digest)}>
            {texts.trust.trust(space.name)}
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
        <Loaded query={changes} waiting={texts.trust.changesReading} failed={texts.trust.changesFailed}>
          {(now) => <Standing space={space} now={now} />}
        </Loaded>
        <Loaded query={inventory} waiting={texts.trust.reading} failed={texts.trust.failed}>
          {(found) => <Inventory inventory={found} />}
        </Loaded>
        <Section level={2} title={texts.trust.remove}>
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
  const again = <Button onClick={() => void client.invalidateQueries({ queryKey: keys.changes(space.path) })}>{common.refresh}</Button>;
  return (
    <>
      {change.error && <Failure what={texts.trust.changeFailed} why={change.error.message} action={again} />}
      {changes.length === 0 ? (
        <p className="text-muted">
          {texts.trust.since(trusted && sayTime(trusted, new Date()))}
        </p>
      ) : (
        <Section
          level={2}
          title={texts.trust.changed(changes.length, trusted && sayTime(trusted, new Date()))}
          action={
            changes.length > 1 && (
              <Button look="primary" disabled={change.isPending} onClick={() => change.mutate({ approve: changes.map((one) => one.id) })}>
                {texts.trust.approveAll(changes.length)}
              </Button>
            )
          }
        >
          <Changes changes={changes} busy={change.isPending} onApprove={(one) => change.mutate({ approve: [one] })} onRestore={(restore) => change.mutate({ restore })} />
        </Section>
      )}
      <Section level={2} title={texts.trust.who}>
        <div className="flex items-start gap-3 border-y border-line py-2">
          <div className="min-w-0 flex-1">
            <p id={id}>{texts.trust.own}</p>
            <p className="text-12 text-muted">
              {texts.trust.ownText}
            </p>
          </div>
          <Switch label={texts.trust.own} on={own} disabled={change.isPending} onChange={(next) => change.mutate({ own: next })} />
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
      <Button onClick={() => setAsked(false)}>{common.cancel}</Button>
      <Button look="primary" disabled={distrust.isPending} onClick={() => distrust.mutate()}>
        {texts.trust.stop}
      </Button>
    </>
  );
  return (
    <div className="flex flex-wrap items-center gap-3 border-y border-line py-2">
      <p className="min-w-60 flex-1 text-12 text-muted">{texts.trust.stopText}</p>
      <Button onClick={() => setAsked(true)}>{texts.trust.stopDots}</Button>
      <Dialog title={texts.trust.stopTitle(space.name)} open={asked} onClose={() => setAsked(false)} actions={actions}>
        <p>{texts.trust.stopDetails}</p>
        {distrust.error && <Failure what={texts.trust.stopFailed} why={distrust.error.message} />}
      </Dialog>
    </div>
  );
}
