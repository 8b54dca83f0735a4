import { useMutation, useQuery } from "@tanstack/react-query";
import { MessageSquare, SquareTerminal } from "lucide-react";
import { useState } from "react";
import type { RehearsalRowView, RehearsalView } from "../../backend/backend";
import { useBackend } from "../../backend/context";
import { keys } from "../../backend/keys";
import { sayTime } from "../../backend/words";
import { Button } from "../../components/button";
import { Revealed } from "../../components/code";
import { Failure } from "../../components/feedback";
import { RehearsalDialog } from "../../widgets/rehearsal-dialog";
import { texts as common } from "../../words/common";
import { texts } from "../../words/rehearsal";

/** The rehearsals that are neither kept nor dropped; nothing where there are none. */
export function Rehearsals({ space }: { space: string }) {
  const backend = useBackend();
  const list = useQuery({ queryKey: keys.rehearsals(space), queryFn: () => backend.rehearsals(space) });
  const [open, setOpen] = useState<RehearsalView | undefined>(undefined);
  const review = useMutation({ mutationFn: (id: string) => backend.rehearsal(id), onSuccess: setOpen });
  if (list.error) {
    return (
      <div className="p-4">
        <Failure what={texts.rows.failed} why={list.error.message} action={<Button onClick={() => void list.refetch()}>{common.tryAgain}</Button>} />
      </div>
    );
  }
  if (!list.data?.length && !open) return null;
  return (
    <section aria-label={texts.rows.title} className="border-b border-line px-4 py-3">
      <h2 className="font-semibold">{texts.rows.title}</h2>
      <p className="text-12 text-muted">{texts.rows.text}</p>
      <ul className="mt-2 divide-y divide-line overflow-hidden rounded-md border border-line">
        {list.data?.map((row) => (
          <Row key={row.id} row={row} busy={review.isPending} onReview={() => review.mutate(row.id)} />
        ))}
      </ul>
      {review.error && <Failure what={texts.readFailed} why={review.error.message} />}
      {open && <RehearsalDialog space={space} rehearsal={open} onClose={() => setOpen(undefined)} onDone={() => setOpen(undefined)} />}
    </section>
  );
}

function Row({ row, busy, onReview }: { row: RehearsalRowView; busy: boolean; onReview: () => void }) {
  const time = sayTime(row.ended, new Date());
  return (
    <li className="flex min-h-9 items-center gap-x-3 px-3 py-1 max-[479px]:flex-wrap">
      <span className="flex min-w-0 flex-1 items-center gap-2 max-[479px]:basis-full">
        {row.session ? <MessageSquare size={14} aria-hidden className="shrink-0 text-muted" /> : <SquareTerminal size={14} aria-hidden className="shrink-0 text-muted" />}
        <span className="shrink-0 font-semibold">{row.tool || texts.rows.chat}</span>
        <span className={`min-w-0 flex-1 truncate text-12 text-muted ${row.session ? "" : "font-mono"}`} title={row.line}>
          <Revealed text={row.line} oneLine />
        </span>
      </span>
      <span className="shrink-0 text-12 text-muted tabular-nums">{texts.rows.count(row.changes)}</span>
      <time dateTime={row.ended} className="shrink-0 text-12 text-muted tabular-nums">
        {time}
      </time>
      <Button aria-label={texts.rows.reviewOf(row.tool || row.line, time)} disabled={busy} onClick={onReview}>
        {texts.rows.review}
      </Button>
    </li>
  );
}
