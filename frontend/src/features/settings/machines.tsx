import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Download, Link2, Pencil, Server, Unlink } from "lucide-react";
import { useState } from "react";
import type { MachinesView, MachineView } from "../../backend/backend";
import { useBackend } from "../../backend/context";
import { keys } from "../../backend/keys";
import { sayTime } from "../../backend/words";
import { Button } from "../../components/button";
import { Facts } from "../../components/facts";
import { Doubt, Failure, Loaded } from "../../components/feedback";
import { Dialog } from "../../components/overlay";
import { Section } from "../../components/pane";
import { State } from "../../components/state";
import { texts as common } from "../../words/common";
import { texts } from "../../words/machines";
import { MachinePairing } from "./machine-pairing";
import { MachineServer } from "./machine-server";

/** How often it is looked at what changes by itself: at once while something goes on, else now and then. */
const SOON_MS = 500;
const LATER_MS = 5000;

const goesOn = ({ link, pairing }: MachinesView) => link === "connecting" || !["none", "paired", "failed"].includes(pairing.stage);

/** This machine among the person's others, and pairing with them. */
export function Machines() {
  const backend = useBackend();
  const found = useQuery({
    queryKey: keys.machines, queryFn: () => backend.machines(), staleTime: 0,
    refetchInterval: ({ state }) => (state.data && goesOn(state.data) ? SOON_MS : LATER_MS),
  });
  return (
    <Loaded query={found} waiting={texts.reading} failed={texts.failed}>
      {(now) => (
        <div className="flex flex-col gap-8">
          <Here now={now} />
          {(now.link !== "unset" || now.machines.length > 0) && <Others now={now} />}
        </div>
      )}
    </Loaded>
  );
}

const TONES = { unset: "quiet", connecting: "running", connected: "done", failing: "warning" } as const;

function Here({ now: { name, link, reason, server } }: { now: MachinesView }) {
  const [form, setForm] = useState(false);
  const [removing, setRemoving] = useState(false);
  const actions = link !== "unset" && (
    <div className="flex flex-wrap gap-2">
      <Button icon={Unlink} onClick={() => setRemoving(true)}>{texts.removeServer}</Button>
      <Button icon={Pencil} onClick={() => setForm(true)}>{texts.change}</Button>
    </div>
  );
  const facts = [
    { name: texts.name, value: name },
    { name: texts.server, value: server.url },
    { name: texts.state, value: <State inline tone={TONES[link]} word={texts.links[link]} /> },
    { name: texts.record, value: link !== "unset" && (server.record ? texts.recordOn : texts.recordOff) },
  ];
  return (
    <Section level={2} title={texts.here} action={actions}>
      {link === "unset" && <p className="text-muted">{texts.intro}</p>}
      <Facts facts={facts} />
      {link === "failing" && <Doubt what={texts.cannotReach} why={texts.triesAgain(reason.replace(/\.$/, ""))} />}
      {link === "unset" && (
        <div className="mt-1">
          <Button look="primary" icon={Server} onClick={() => setForm(true)}>{texts.setServer}</Button>
        </div>
      )}
      {form && <MachineServer server={server} host={name} onClose={() => setForm(false)} />}
      {removing && <RemoveServer server={server} onClose={() => setRemoving(false)} />}
    </Section>
  );
}

function RemoveServer({ server: { name, record }, onClose }: { server: MachinesView["server"]; onClose: () => void }) {
  const backend = useBackend();
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: () => backend.setMachineServer({ url: "", credentials: "", open: false, ca: "", name, record }),
    onSuccess: (now) => {
      client.setQueryData(keys.machines, now);
      onClose();
    },
  });
  const actions = (
    <>
      <Button onClick={onClose}>{common.cancel}</Button>
      <Button look="primary" disabled={remove.isPending} onClick={() => remove.mutate()}>{texts.remove}</Button>
    </>
  );
  return (
    <Dialog title={texts.removeTitle} open onClose={onClose} actions={actions}>
      <p>{texts.removing}</p>
      {remove.error && <Failure what={texts.saveFailed} why={remove.error.message} />}
    </Dialog>
  );
}

function Others({ now }: { now: MachinesView }) {
  const backend = useBackend();
  const client = useQueryClient();
  const [pairing, setPairing] = useState(false);
  const unpair = useMutation({
    mutationFn: ({ id }: MachineView) => backend.unpairMachine(id),
    onSuccess: (left) => client.setQueryData(keys.machines, left),
  });
  const pair = now.link !== "unset" && (
    <Button icon={Link2} onClick={() => setPairing(true)}>{texts.pair}</Button>
  );
  return (
    <Section level={2} title={texts.paired} action={pair}>
      <p className="text-muted">{texts.pairedText}</p>
      {now.machines.length === 0 ? (
        <p className="text-muted">{texts.none}</p>
      ) : (
        <ul className="border-t border-line">
          {now.machines.map((machine) => (
            <Row key={machine.id} machine={machine} busy={unpair.isPending} onUnpair={() => unpair.mutate(machine)} />
          ))}
        </ul>
      )}
      <p role="status" className="text-12 text-muted">{unpair.isSuccess && texts.unpaired(unpair.variables.name)}</p>
      {unpair.error && <Failure what={texts.unpairFailed} why={unpair.error.message} />}
      {(pairing || now.pairing.stage !== "none") && <MachinePairing pairing={now.pairing} onClose={() => setPairing(false)} />}
    </Section>
  );
}

function Row({ machine: { id, name, paired, heard, tells }, busy, onUnpair }: { machine: MachineView; busy: boolean; onUnpair: () => void }) {
  const backend = useBackend();
  const save = useMutation({ mutationFn: () => backend.exportMachineRecord(id) });
  const now = new Date();
  return (
    <li className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line py-1.5">
      <div className="min-w-32 flex-1">
        <p className="font-semibold break-all select-text">{name}</p>
        <p className="text-12 text-muted">{[texts.heard(sayTime(heard, now)), texts.since(sayTime(paired, now))].join(" · ")}</p>
      </div>
      <div className="flex shrink-0 gap-2">
        {tells && (
          <Button icon={Download} aria-label={texts.saveRecordOf(name)} disabled={save.isPending} onClick={() => save.mutate()}>{texts.saveRecord}</Button>
        )}
        <Button icon={Unlink} aria-label={texts.unpairNamed(name)} disabled={busy} onClick={onUnpair}>{texts.unpair}</Button>
      </div>
      {save.data && <p role="status" className="w-full text-12 break-all text-muted select-text">{texts.saved(save.data)}</p>}
      {save.error && <Failure what={texts.recordFailed} why={save.error.message} />}
    </li>
  );
}
