import { ChevronRight, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { sentence } from "../backend/words";
import { texts } from "../words/undo";

interface UndoNotesProps {
  /** What can't be undone, a sentence each. */
  elsewhere?: readonly string[];
  partial: readonly string[];
  skipped: readonly string[];
  /** What may be somebody else's work, likewise. */
  unsure: readonly string[];
  /** Other calls ran at the same time. */
  besides?: boolean;
}

/** What an undo does not reach. */
export function UndoNotes({ elsewhere = [], partial, skipped, unsure, besides = false }: UndoNotesProps) {
  if (elsewhere.length + partial.length + skipped.length + unsure.length === 0 && !besides) return null;
  return (
    <div className="flex flex-col gap-2 border-t border-line px-3 py-3 text-12">
      {elsewhere.length > 0 && (
        <Note open title={<><TriangleAlert size={14} aria-hidden className="shrink-0 text-asking" /> {texts.notes.elsewhere(elsewhere.length)}</>} lines={elsewhere} />
      )}
      {besides && <p className="text-muted">{texts.notes.besides}</p>}
      {unsure.length > 0 && <Note open title={texts.notes.unsure} lines={unsure.map(sentence)} />}
      {partial.length > 0 && <Note open title={texts.notes.partial} lines={partial.map(sentence)} />}
      {skipped.length > 0 && <Note title={texts.notes.skipped(skipped.length)} lines={skipped} />}
    </div>
  );
}

function Note({ title, lines, open = false }: { title: ReactNode; lines: readonly string[]; open?: boolean }) {
  return (
    <details open={open} className="group">
      <summary className="flex cursor-default list-none items-start gap-1.5">
        <ChevronRight size={14} aria-hidden className="mt-px shrink-0 text-muted transition-transform duration-100 group-open:rotate-90" />
        <span className="flex min-w-0 gap-1.5">{title}</span>
      </summary>
      <ul className="mt-1 flex flex-col gap-1 pl-5 text-muted">
        {lines.map((line) => (
          <li key={line} className="break-words select-text">
            {line}
          </li>
        ))}
      </ul>
    </details>
  );
}
