import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Check } from "lucide-react";
import { useId, useState } from "react";
import type { DefaultsForm, DefaultsView } from "../../backend/backend";
import { useBackend } from "../../backend/context";
import { keys } from "../../backend/keys";
import { reachOf, sameWords, wordsOf, type Mode as ReachMode, type Reach } from "../../backend/network-words";
import { renew } from "../../backend/queries";
import { sentence } from "../../backend/words";
import { Button } from "../../components/button";
import { Failure, Loaded } from "../../components/feedback";
import { Field, TextInput } from "../../components/field";
import { Dialog } from "../../components/overlay";
import { Section } from "../../components/pane";
import { Tick } from "../../components/tick";
import { MODES, sayMode, sayWider, wider } from "../../widgets/modes";
import { ReachFields } from "../../widgets/reach-fields";
import { texts as common } from "../../words/common";
import { texts as settings } from "../../words/holdings";
import { texts as walls } from "../../words/walls";

const texts = settings.defaults;

interface PartProps {
  now: DefaultsView;
  save: (part: Partial<DefaultsForm>) => void;
  busy: boolean;
}

/** What holds in all spaces that say nothing themselves. */
export function Defaults() {
  const backend = useBackend();
  const client = useQueryClient();
  const defaults = useQuery({ queryKey: keys.defaults, queryFn: () => backend.defaults(), staleTime: 0 });
  const change = useMutation({
    mutationFn: (form: DefaultsForm) => backend.setDefaults(form),
    onSuccess: (next) => {
      client.setQueryData(keys.defaults, next);
      void renew(client, keys.everySpace);
    },
  });
  return (
    <Loaded query={defaults} waiting={texts.reading} failed={texts.failed}>
      {(now) => {
        const { mode, network, memoryMB, processes, unattended } = now;
        const save = (part: Partial<DefaultsForm>) => change.mutate({ mode, network, memoryMB, processes, unattended, ...part });
        const part = { now, save, busy: change.isPending };
        return (
          <div className="flex flex-col gap-8">
            {change.error && <Failure what={texts.notSaved} why={sentence(change.error.message)} />}
            <ModeOfAll {...part} />
            <NetworkOfAll key={network.join(" ")} {...part} />
            <Limits key={`${memoryMB} ${processes}`} {...part} />
            <Section level={2} title={texts.unattended}>
              <Tick checked={unattended} disabled={change.isPending} onTick={(on) => save({ unattended: on })} name={texts.allow} text={texts.allowText} />
            </Section>
          </div>
        );
      }}
    </Loaded>
  );
}

interface WayProps {
  group: string;
  checked: boolean;
  busy?: boolean;
  name: string;
  text: string;
  onChoose: () => void;
  children?: React.ReactNode;
}

/** One of several ways, with what it means. */
function Way({ group, checked, busy = false, name, text, onChoose, children }: WayProps) {
  const id = useId();
  return (
    <div className="border-b border-line px-3 py-2 last:border-b-0">
      <div className="flex items-start gap-2">
        <input id={id} type="radio" name={group} disabled={busy} className="mt-0.75 size-3.5 shrink-0 accent-(--accent-fill)" aria-describedby={`${id}-text`} checked={checked} onChange={onChoose} />
        <div className="min-w-0 flex-1">
          <label htmlFor={id} className="font-semibold">{name}</label>
          <p id={`${id}-text`} className="text-12 text-muted">{text}</p>
        </div>
      </div>
      {checked && children && <div className="flex flex-col gap-3 pt-3 pl-5.5">{children}</div>}
    </div>
  );
}

/** What lets more through is confirmed. */
function ModeOfAll({ now, save, busy }: PartProps) {
  const [wanted, setWanted] = useState<DefaultsView["mode"]>();
  const choose = (mode: DefaultsView["mode"]) => (wider(mode, now.mode) ? setWanted(mode) : save({ mode }));
  const close = () => setWanted(undefined);
  return (
    <Section level={2} title={texts.mode}>
      <p className="text-muted">{texts.modeText}</p>
      <fieldset className="flex flex-col rounded-md border border-line">
        <legend className="sr-only">{texts.mode}</legend>
        {MODES.map((mode) => (
          <Way key={mode} group="mode-of-all" checked={now.mode === mode} busy={busy} name={sayMode(mode).name} text={sayMode(mode).text} onChoose={() => choose(mode)} />
        ))}
      </fieldset>
      {wanted && (
        <Dialog
          title={texts.wider(sayMode(wanted).name)}
          open
          onClose={close}
          actions={
            <>
              <Button onClick={close}>{common.cancel}</Button>
              <Button
                look="primary"
                onClick={() => {
                  save({ mode: wanted });
                  close();
                }}
              >
                {texts.wider(sayMode(wanted).name)}
              </Button>
            </>
          }
        >
          <p>{sayWider(wanted, now.mode)}</p>
        </Dialog>
      )}
    </Section>
  );
}

const REACHES: readonly { mode: ReachMode; name: string; text: string }[] = [
  { mode: "off", name: walls.network.nothingName, text: texts.nothing },
  { mode: "some", name: walls.network.someName, text: walls.network.someText },
  { mode: "on", name: walls.network.onName, text: walls.network.onText },
];

/** Nothing changes before it is saved. */
function NetworkOfAll({ now, save, busy }: PartProps) {
  const backend = useBackend();
  const [reach, setReach] = useState<Reach>(() => reachOf(now.network));
  const words = wordsOf(reach);
  const changed = !sameWords(words, now.network);
  const check = useMutation({
    mutationFn: (next: string[]) => backend.checkNetwork(next),
    onSuccess: (problems, next) => problems.length === 0 && save({ network: next }),
  });
  const change = (part: Partial<Reach>) => {
    check.reset();
    setReach({ ...reach, ...part });
  };
  return (
    <Section level={2} title={texts.network}>
      <p className="text-muted">{texts.networkText}</p>
      <fieldset className="flex flex-col rounded-md border border-line">
        <legend className="sr-only">{texts.network}</legend>
        {REACHES.map(({ mode, name, text }) => (
          <Way key={mode} group="network-of-all" checked={reach.mode === mode} name={name} text={text} onChoose={() => change({ mode })}>
            {mode === "some" && <ReachFields reach={reach} registryText={texts.registryText} loopbackText={walls.network.loopbackText} hostsHelp={walls.network.hostsHelp} errors={(check.data ?? []).map((problem) => problem.text)} onChange={change} />}
          </Way>
        ))}
      </fieldset>
      {check.error && <Failure what={texts.notSaved} why={check.error.message} />}
      <Saving changed={changed} blocked={busy || check.isPending || words.length === 0} onSave={() => check.mutate(words)} onDiscard={() => change(reachOf(now.network))} />
    </Section>
  );
}

function Saving({ changed, blocked, onSave, onDiscard }: { changed: boolean; blocked: boolean; onSave: () => void; onDiscard: () => void }) {
  if (!changed) return null;
  return (
    <div className="flex flex-wrap gap-2">
      <Button look="primary" icon={Check} disabled={blocked} onClick={onSave}>{texts.save}</Button>
      <Button onClick={onDiscard}>{texts.discard}</Button>
    </div>
  );
}

const numberOf = (text: string) => (/^\d{0,9}$/.test(text.trim()) ? Number(text.trim() || "0") : undefined);
const textOf = (number: number) => (number === 0 ? "" : String(number));

function Limits({ now, save, busy }: PartProps) {
  const [form, setForm] = useState({ memory: textOf(now.memoryMB), processes: textOf(now.processes) });
  const memoryMB = numberOf(form.memory);
  const processes = numberOf(form.processes);
  const changed = memoryMB !== now.memoryMB || processes !== now.processes;
  const errors = (value: number | undefined) => (value === undefined ? [texts.number] : []);
  return (
    <Section level={2} title={texts.limits}>
      <p className="text-muted">{texts.limitsText}</p>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(12rem,1fr))] gap-4">
        <Field id="limit-memory" label={texts.memory} help={texts.usual(now.usualMemoryMB)} errors={errors(memoryMB)}>
          <TextInput id="limit-memory" inputMode="numeric" aria-describedby="limit-memory-help limit-memory-errors" aria-invalid={memoryMB === undefined} value={form.memory} onChange={(event) => setForm({ ...form, memory: event.target.value })} />
        </Field>
        <Field id="limit-processes" label={texts.processes} help={texts.usual(now.usualProcesses)} errors={errors(processes)}>
          <TextInput id="limit-processes" inputMode="numeric" aria-describedby="limit-processes-help limit-processes-errors" aria-invalid={processes === undefined} value={form.processes} onChange={(event) => setForm({ ...form, processes: event.target.value })} />
        </Field>
      </div>
      <Saving changed={changed} blocked={busy || memoryMB === undefined || processes === undefined} onSave={() => memoryMB !== undefined && processes !== undefined && save({ memoryMB, processes })} onDiscard={() => setForm({ memory: textOf(now.memoryMB), processes: textOf(now.processes) })} />
    </Section>
  );
}
