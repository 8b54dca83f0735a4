import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Pencil, Plus, Send, Trash2 } from "lucide-react";
import { useState } from "react";
import type { ChannelsView, ChannelView } from "../../backend/backend";
import { useBackend } from "../../backend/context";
import { keys } from "../../backend/keys";
import { sayTime } from "../../backend/words";
import { Button, IconButton } from "../../components/button";
import { Doubt, Failure, Loaded } from "../../components/feedback";
import { Dialog } from "../../components/overlay";
import { Section } from "../../components/pane";
import { State } from "../../components/state";
import { texts } from "../../words/channels";
import { texts as common } from "../../words/common";
import { ChannelFormDialog } from "./channel-form";
import { Outbox } from "./outbox";

/** How often messages that wait are looked at. */
const WAITING_MS = 3000;

/** By what agents send messages, and the messages that wait. */
export function Channels() {
  const backend = useBackend();
  const found = useQuery({
    queryKey: keys.channels, queryFn: () => backend.channels(), staleTime: 0,
    // What waits goes by itself.
    refetchInterval: ({ state }) => (state.data?.messages.length ? WAITING_MS : false),
  });
  return (
    <Loaded query={found} waiting={texts.reading} failed={texts.failed}>
      {(now) => <Found found={now} />}
    </Loaded>
  );
}

function Found({ found }: { found: ChannelsView }) {
  const [form, setForm] = useState<ChannelView | "new" | undefined>(undefined);
  const [removing, setRemoving] = useState("");
  const add = (
    <Button icon={Plus} onClick={() => setForm("new")}>
      {texts.add}
    </Button>
  );
  return (
    <div className="flex flex-col gap-8">
      <Section level={2} title={texts.title} action={add}>
        <p className="text-muted">{texts.note}</p>
        {found.channels.length === 0 ? (
          <p className="text-muted">{texts.empty}</p>
        ) : (
          <ul className="border-t border-line">
            {found.channels.map((channel) => (
              <Row key={channel.name} channel={channel} kind={found.kinds.find(({ type }) => type === channel.type)?.name ?? channel.type} onEdit={() => setForm(channel)} onRemove={() => setRemoving(channel.name)} />
            ))}
          </ul>
        )}
      </Section>
      <Outbox messages={found.messages} more={found.more} />
      {form && <ChannelFormDialog start={form === "new" ? undefined : form} kinds={found.kinds} onClose={() => setForm(undefined)} />}
      {removing && <Remove name={removing} onClose={() => setRemoving("")} />}
    </div>
  );
}

/** Whether a channel can be used, and whether its last message went. What may have gone is a doubt, and no failure. */
function stateOf({ problem, last }: ChannelView): { tone: "done" | "warning" | "failed"; word: string } {
  if (problem) return { tone: "warning", word: texts.broken };
  if (last === "failed") return { tone: "failed", word: texts.states.failed ?? last };
  if (last === "unknown") return { tone: "warning", word: texts.states.unknown ?? last };
  if (last === "queued") return { tone: "warning", word: texts.notYet };
  return { tone: "done", word: texts.ready };
}

interface RowProps {
  channel: ChannelView;
  kind: string;
  onEdit: () => void;
  onRemove: () => void;
}

function Row({ channel, kind, onEdit, onRemove }: RowProps) {
  const { name, fields, problem, host, last, lastAt, lastReason } = channel;
  const backend = useBackend();
  const client = useQueryClient();
  const test = useMutation({ mutationFn: () => backend.testChannel(name), onSettled: () => client.invalidateQueries({ queryKey: keys.channels }) });
  const to = fields.find(({ key }) => key === "chat_id")?.value;
  return (
    <li className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line py-1.5">
      <div className="min-w-40 flex-1">
        <p className="font-semibold break-all select-text">{name}</p>
        <p className="text-12 break-words text-muted select-text">{problem || [kind, host, to].filter(Boolean).join(" · ")}</p>
        {last && <p className="text-12 break-words text-muted select-text">{[texts.last[last]?.(sayTime(lastAt, new Date())), last !== "sent" && lastReason].filter(Boolean).join(" · ")}</p>}
      </div>
      <State {...stateOf(channel)} />
      {!problem && (
        <Button icon={Send} aria-label={texts.testNamed(name)} disabled={test.isPending} onClick={() => test.mutate()}>
          {texts.test}
        </Button>
      )}
      <IconButton label={texts.edit(name)} icon={Pencil} onClick={onEdit} />
      <IconButton label={texts.remove(name)} icon={Trash2} onClick={onRemove} />
      {test.data?.sent && <p role="status" className="w-full text-12 text-muted">{texts.testSent}</p>}
      {test.data?.unknown && <Doubt what={texts.testUnknown} why={test.data.reason} />}
      {test.data && !test.data.sent && !test.data.unknown && <Failure what={texts.testFailed} why={test.data.reason} />}
      {test.error && <Failure what={texts.testFailed} why={test.error.message} />}
    </li>
  );
}

function Remove({ name, onClose }: { name: string; onClose: () => void }) {
  const backend = useBackend();
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: () => backend.removeChannel(name),
    onSuccess: (now) => {
      client.setQueryData(keys.channels, now);
      onClose();
    },
  });
  const actions = (
    <>
      <Button onClick={onClose}>{common.cancel}</Button>
      <Button look="primary" disabled={remove.isPending} onClick={() => remove.mutate()}>
        {texts.removeYes}
      </Button>
    </>
  );
  return (
    <Dialog title={texts.remove(name)} open onClose={onClose} actions={actions}>
      <p>{texts.removing(name)}</p>
      {remove.error && <Failure what={texts.changeFailed} why={remove.error.message} />}
    </Dialog>
  );
}
