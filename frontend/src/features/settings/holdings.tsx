import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Check, Download } from "lucide-react";
import { useState } from "react";
import type { HoldingsView } from "../../backend/backend";
import { useBackend } from "../../backend/context";
import { keys } from "../../backend/keys";
import { sayBytes } from "../../backend/words";
import { Button } from "../../components/button";
import { Failure, Loaded } from "../../components/feedback";
import { Field } from "../../components/field";
import { Section } from "../../components/pane";
import { Select, type Option } from "../../components/select";
import { texts as undo } from "../../words/undo";
import { texts as settings } from "../../words/holdings";
import { DeleteHeld } from "./holdings-delete";

const texts = settings.held;

/** How much is kept on this machine, and how long the record is. */
export function Holdings() {
  const backend = useBackend();
  const holdings = useQuery({ queryKey: keys.holdings, queryFn: () => backend.holdings(), staleTime: 0 });
  return (
    <Loaded query={holdings} waiting={texts.reading} failed={texts.failed}>
      {(now) => (
        <>
          <Sizes now={now} />
          <Record now={now} />
        </>
      )}
    </Loaded>
  );
}

/** Taking along what is kept, and deleting it. */
export function Leaving() {
  return (
    <>
      <Copy />
      <DeleteHeld />
    </>
  );
}

function Sizes({ now: { parts } }: { now: HoldingsView }) {
  const total = parts.reduce((sum, { bytes }) => sum + bytes, 0);
  const shown = parts.filter(({ bytes }) => bytes > 0).toSorted((a, b) => b.bytes - a.bytes);
  return (
    <Section level={2} title={texts.title}>
      <p className="text-muted">{texts.text}</p>
      <dl className="flex flex-col gap-2">
        {shown.map(({ part, bytes }) => (
          <div key={part} className="grid grid-cols-[11.5rem_minmax(0,1fr)_5rem] items-center gap-x-3">
            <dt className="truncate">{texts.parts[part]}</dt>
            <dd aria-hidden className="h-1.5 rounded-full bg-hover">
              <div className="h-full min-w-0.5 rounded-full bg-accent-fill" style={{ width: `${(bytes / total) * 100}%` }} />
            </dd>
            <dd className="text-right tabular-nums">{sayBytes(bytes)}</dd>
          </div>
        ))}
        <div className="grid grid-cols-[11.5rem_minmax(0,1fr)_5rem] gap-x-3 border-t border-line pt-2 font-semibold">
          <dt>{texts.total}</dt>
          <dd className="col-start-3 text-right tabular-nums">{sayBytes(total)}</dd>
        </div>
      </dl>
    </Section>
  );
}

const DAYS = [7, 30, 90, 365];
const SIZES = [512, 2048, 10_240];

/** What can be chosen; what is set in the file is among it. */
function optionsOf(known: readonly number[], set: number, say: (value: number) => string, none: string): Option[] {
  const values = [...new Set([...known, set])].filter((value) => value > 0).sort((a, b) => a - b);
  return [...values.map((value) => ({ value: String(value), label: say(value) })), { value: "-1", label: none }];
}

/** For how long the record stays. What would go is said before it is applied. */
function Record({ now }: { now: HoldingsView }) {
  const backend = useBackend();
  const client = useQueryClient();
  const [draft, setDraft] = useState<{ keepDays: number; maxMB: number }>();
  const form = draft ?? now;
  const changed = form.keepDays !== now.keepDays || form.maxMB !== now.maxMB;
  const would = useQuery({ queryKey: [...keys.holdings, form.keepDays, form.maxMB], queryFn: () => backend.wouldGo(form.keepDays, form.maxMB), enabled: changed, staleTime: 0 });
  const keep = useMutation({
    mutationFn: () => backend.keepRecord(form.keepDays, form.maxMB),
    onSuccess: (next) => {
      client.setQueryData(keys.holdings, next);
      setDraft(undefined);
    },
  });
  const change = (part: Partial<HoldingsView>) => setDraft({ keepDays: form.keepDays, maxMB: form.maxMB, ...part });
  return (
    <Section level={2} title={texts.record}>
      <p className="text-muted">{texts.recordText}</p>
      <div className="flex flex-wrap gap-4">
        <Field id="record-days" label={texts.keep}>
          <Select id="record-days" label={texts.keep} value={String(form.keepDays)} options={optionsOf(DAYS, now.keepDays, undo.storage.days, texts.forever)} onChange={(days) => change({ keepDays: Number(days) })} />
        </Field>
        <Field id="record-size" label={texts.size}>
          <Select id="record-size" label={texts.size} value={String(form.maxMB)} options={optionsOf(SIZES, now.maxMB, undo.storage.megabytes, undo.storage.noLimit)} onChange={(mb) => change({ maxMB: Number(mb) })} />
        </Field>
      </div>
      {changed && (
        <>
          <p role="status">{would.data === undefined ? texts.counting : texts.would(would.data)}</p>
          <div className="flex flex-wrap gap-2">
            <Button look="primary" icon={Check} disabled={keep.isPending || would.data === undefined} onClick={() => keep.mutate()}>
              {texts.apply}
            </Button>
            <Button disabled={keep.isPending} onClick={() => setDraft(undefined)}>
              {texts.discard}
            </Button>
          </div>
        </>
      )}
      {(keep.error ?? would.error) && <Failure what={texts.notSaved} why={(keep.error ?? would.error)?.message ?? ""} />}
    </Section>
  );
}

function Copy() {
  const backend = useBackend();
  const save = useMutation({ mutationFn: () => backend.exportHeld() });
  return (
    <Section level={2} title={texts.copy}>
      <p className="text-muted">{texts.copyText}</p>
      <div>
        <Button icon={Download} disabled={save.isPending} onClick={() => save.mutate()}>
          {save.isPending ? texts.exporting : texts.export}
        </Button>
      </div>
      {save.data && <p role="status" className="break-all select-text">{texts.exported(save.data)}</p>}
      {save.error && <Failure what={texts.exportFailed} why={save.error.message} />}
    </Section>
  );
}
