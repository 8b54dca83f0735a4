import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { OutMessageView } from "../../backend/backend";
import { useBackend } from "../../backend/context";
import { keys } from "../../backend/keys";
import { sayTime } from "../../backend/words";
import { Button } from "../../components/button";
import { Failure } from "../../components/feedback";
import { Section } from "../../components/pane";
import { State } from "../../components/state";
import { texts } from "../../words/channels";

/** The messages that are not sent, and what the person decides about them. */
export function Outbox({ messages, more }: { messages: OutMessageView[]; more: number }) {
  return (
    <Section level={2} title={texts.waiting}>
      {messages.length === 0 ? (
        <p className="text-muted">{texts.waitingEmpty}</p>
      ) : (
        <ul className="border-t border-line">
          {messages.map((message) => (
            <Waiting key={message.id} message={message} />
          ))}
        </ul>
      )}
      {more > 0 && <p className="text-muted">{texts.more(more)}</p>}
    </Section>
  );
}

type Tone = "quiet" | "running" | "failed" | "warning";

const TONES: Record<string, Tone | undefined> = { queued: "quiet", sending: "running", failed: "failed", unknown: "warning" };

function Waiting({ message: { id, state, channel, text, created, next, reason, machine, asked } }: { message: OutMessageView }) {
  const backend = useBackend();
  const client = useQueryClient();
  const decide = useMutation({
    mutationFn: (what: "retry" | "drop") => (what === "retry" ? backend.retryMessage(id) : backend.dropMessage(id)),
    onSuccess: (now) => client.setQueryData(keys.channels, now),
  });
  const now = new Date();
  return (
    <li className="flex flex-wrap items-start gap-x-3 gap-y-1 border-b border-line py-2">
      <div className="min-w-40 flex-1">
        <p className="break-words whitespace-pre-wrap select-text">{text}</p>
        <p className="text-12 break-words text-muted select-text">
          {[machine ? texts.on(channel, machine) : channel, sayTime(created, now), reason, next && texts.next(sayTime(next, now))].filter(Boolean).join(" · ")}
        </p>
      </div>
      {asked ? <State tone="running" word={texts.asked[asked]?.(machine) ?? asked} /> : <State tone={TONES[state] ?? "quiet"} word={texts.states[state] ?? state} />}
      <div className="flex shrink-0 gap-2">
        <Button aria-label={texts.retryNamed(id)} disabled={decide.isPending || state === "sending" || asked !== ""} onClick={() => decide.mutate("retry")}>{texts.retry}</Button>
        <Button aria-label={texts.dropNamed(id)} disabled={decide.isPending || state === "sending" || asked !== ""} onClick={() => decide.mutate("drop")}>{texts.drop}</Button>
      </div>
      {decide.error && <Failure what={texts.decideFailed} why={decide.error.message} />}
    </li>
  );
}
