import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { useState } from "react";
import type { StorageForm, StorageView } from "../../backend/backend";
import { useBackend } from "../../backend/context";
import { keys } from "../../backend/keys";
import { sayBytes, sayTime } from "../../backend/words";
import { Button } from "../../components/button";
import { Facts } from "../../components/facts";
import { Failure, Loaded } from "../../components/feedback";
import { Field } from "../../components/field";
import { Dialog } from "../../components/overlay";
import { Section } from "../../components/pane";
import { Select, type Option } from "../../components/select";
import { Switch } from "../../components/switch";
import { number } from "../../words/format";
import { texts as common } from "../../words/common";
import { texts } from "../../words/undo";

/** How much is kept so that changes can be undone, for how long, and deleting it. */
export function Storage() {
  const backend = useBackend();
  const storage = useQuery({ queryKey: keys.storage, queryFn: () => backend.storage(), staleTime: 0 });
  return (
    <Loaded query={storage} waiting={texts.storage.reading} failed={texts.storage.failed}>
      {(now) => (
        <div className="flex flex-col gap-8">
          <Used now={now} />
          <Limits now={now} />
        </div>
      )}
    </Loaded>
  );
}

function Used({ now }: { now: StorageView }) {
  const [deleting, setDeleting] = useState(false);
  return (
    <Section level={2} title={texts.storage.title}>
      <p className="text-muted">{texts.storage.text}</p>
      {now.calls === 0 ? (
        <p>{texts.storage.empty}</p>
      ) : (
        <>
          <Facts
            facts={[
              { name: texts.storage.used, value: sayBytes(now.bytes) },
              { name: texts.storage.calls, value: number(now.calls) },
              { name: texts.storage.since, value: sayTime(now.since, new Date()) },
            ]}
          />
          <div className="mt-1">
            <Button icon={Trash2} onClick={() => setDeleting(true)}>
              {texts.storage.delete}
            </Button>
          </div>
        </>
      )}
      {deleting && <Delete calls={now.calls} onClose={() => setDeleting(false)} />}
    </Section>
  );
}

const DAYS = [7, 30, 90, 365];
const CALLS = [1000, 10_000, 100_000];
const SIZES = [1024, 5120, 20_480, 51_200];

/** What can be chosen; what is set in the file is among it. */
function optionsOf(known: readonly number[], set: number, say: (value: number) => string, none: string): Option[] {
  const values = [...new Set([...known, set])].filter((value) => value > 0).sort((a, b) => a - b);
  return [...values.map((value) => ({ value: String(value), label: say(value) })), { value: "-1", label: none }];
}

function Limits({ now }: { now: StorageView }) {
  const backend = useBackend();
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: (to: Partial<StorageForm>) => backend.setStorage({ keepDays: now.keepDays, maxMB: now.maxMB, maxCalls: now.maxCalls, secrets: now.secrets, ...to }),
    onSuccess: (next) => client.setQueryData(keys.storage, next),
  });
  return (
    <Section level={2} title={texts.storage.limits}>
      <div className="flex flex-wrap gap-4">
        <Field id="storage-days" label={texts.storage.keep}>
          <Select id="storage-days" label={texts.storage.keep} value={String(now.keepDays)} disabled={change.isPending} options={optionsOf(DAYS, now.keepDays, texts.storage.days, texts.storage.forever)} onChange={(days) => change.mutate({ keepDays: Number(days) })} />
        </Field>
        <Field id="storage-size" label={texts.storage.size}>
          <Select id="storage-size" label={texts.storage.size} value={String(now.maxMB)} disabled={change.isPending} options={optionsOf(SIZES, now.maxMB, texts.storage.megabytes, texts.storage.noLimit)} onChange={(mb) => change.mutate({ maxMB: Number(mb) })} />
        </Field>
        <Field id="storage-calls" label={texts.storage.most}>
          <Select id="storage-calls" label={texts.storage.most} value={String(now.maxCalls)} disabled={change.isPending} options={optionsOf(CALLS, now.maxCalls, (calls) => number(calls), texts.storage.noLimit)} onChange={(calls) => change.mutate({ maxCalls: Number(calls) })} />
        </Field>
      </div>
      <p className="text-muted">{texts.storage.limitsText}</p>
      <div className="mt-2 flex items-center gap-2">
        <Switch label={texts.storage.secretsOn} on={now.secrets} disabled={change.isPending} onChange={(secrets) => change.mutate({ secrets })} />
        <span>{texts.storage.secretsOn}</span>
      </div>
      <p className="text-muted">{texts.storage.secretsText}</p>
      {change.error && <Failure what={texts.storage.notSaved} why={change.error.message} />}
    </Section>
  );
}

function Delete({ calls, onClose }: { calls: number; onClose: () => void }) {
  const backend = useBackend();
  const client = useQueryClient();
  const forget = useMutation({
    mutationFn: () => backend.forgetStorage(),
    onSuccess: (next) => {
      client.setQueryData(keys.storage, next);
      void client.invalidateQueries({ queryKey: keys.everySpace });
      onClose();
    },
  });
  const actions = (
    <>
      <Button onClick={onClose}>{common.cancel}</Button>
      <Button look="primary" disabled={forget.isPending} onClick={() => forget.mutate()}>
        {texts.storage.deleteNow}
      </Button>
    </>
  );
  return (
    <Dialog title={texts.storage.deleteTitle} open onClose={onClose} actions={actions}>
      <div className="flex flex-col gap-3">
        <p>{texts.storage.deleteText(calls)}</p>
        {forget.error && <Failure what={texts.storage.deleteFailed} why={forget.error.message} />}
      </div>
    </Dialog>
  );
}
