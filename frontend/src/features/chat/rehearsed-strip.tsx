import { useMutation, useQuery } from "@tanstack/react-query";
import { FlaskConical, ListChecks, Plus } from "lucide-react";
import { useState, type ReactNode } from "react";
import type { RehearsalView, RehearsedChatView, SessionView } from "../../backend/backend";
import { useBackend } from "../../backend/context";
import { keys } from "../../backend/keys";
import { Button } from "../../components/button";
import { Failure } from "../../components/feedback";
import { RehearsalDialog } from "../../widgets/rehearsal-dialog";
import { texts as common } from "../../words/common";
import { texts as chats } from "../../words/chatlist";
import { texts } from "../../words/rehearsal";

/** Says in a chat's head that nothing of it happens. */
export function RehearsalSign() {
  return (
    <span className="inline-flex h-5 shrink-0 items-center gap-1 rounded-full border border-accent px-2 text-11 font-semibold text-accent">
      <FlaskConical size={12} aria-hidden />
      {chats.list.rehearsal}
    </span>
  );
}

interface RehearsedStripProps {
  session: SessionView;
  /** Begins another chat with the same agent. */
  onNew: () => void;
}

/** Below a chat that is rehearsed: the way to its review, and what became of it when it is over. */
export function RehearsedStrip({ session, onNew }: RehearsedStripProps) {
  const backend = useBackend();
  const [open, setOpen] = useState<RehearsalView | undefined>(undefined);
  const review = useMutation({ mutationFn: () => backend.reviewChat(session.id), onSuccess: setOpen });
  const button = (disabled: boolean) => (
    <Button look="primary" icon={ListChecks} disabled={disabled || review.isPending} onClick={() => review.mutate()}>
      {review.isPending && !session.over ? texts.chat.ending : texts.chat.review}
    </Button>
  );
  return (
    <section aria-label={texts.chat.label} className="mx-auto flex w-full max-w-198 shrink-0 flex-col gap-2 border-t border-line px-4 py-3">
      {session.over ? (
        <Over session={session} review={button(false)} onNew={onNew} />
      ) : (
        <Line text={texts.chat.going} more={session.running ? texts.chat.wait : texts.chat.ends}>
          {button(session.running !== "")}
        </Line>
      )}
      {review.error && <Failure what={session.over ? texts.readFailed : texts.chat.endFailed} why={review.error.message} />}
      {open && <RehearsalDialog quiet space={session.space} rehearsal={open} onClose={() => setOpen(undefined)} onDone={() => setOpen(undefined)} />}
    </section>
  );
}

function Line({ text, more, children }: { text: string; more: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <FlaskConical size={16} aria-hidden className="shrink-0 text-accent" />
      <div className="min-w-60 flex-1" role="status">
        <p className="font-semibold">{text}</p>
        <p className="text-12 text-muted">{more}</p>
      </div>
      {children}
    </div>
  );
}

function Over({ session, review, onNew }: { session: SessionView; review: ReactNode; onNew: () => void }) {
  const backend = useBackend();
  const became = useQuery({ queryKey: keys.rehearsedChat(session.space, session.id), queryFn: () => backend.rehearsedChat(session.id) });
  if (became.error) {
    return <Failure what={texts.chat.lookFailed} why={became.error.message} action={<Button onClick={() => void became.refetch()}>{common.tryAgain}</Button>} />;
  }
  return (
    <Line text={texts.chat.over} more={became.data ? said(became.data) : texts.chat.reading}>
      {became.data && became.data.waits > 0 && review}
      <Button icon={Plus} onClick={onNew}>
        {texts.chat.next}
      </Button>
    </Line>
  );
}

function said({ waits, kept }: RehearsedChatView): string {
  if (waits > 0) return [kept && texts.chat.keptSome, texts.chat.waits(waits)].filter(Boolean).join(" ");
  return kept ? texts.chat.kept : texts.chat.none;
}
