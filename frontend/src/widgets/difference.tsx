import type { ReactNode } from "react";
import type { ComparisonView, PartView } from "../backend/backend";
import { sentence } from "../backend/words";
import { Lines } from "../components/lines";
import { Phrase } from "../components/phrase";
import { texts } from "../words/undo";

/** What was done to one name, or would be, under the name itself. */
export function Shown({ item, word, children }: { item: { path: string }; word: string; children: ReactNode }) {
  return (
    <section aria-label={item.path} className="flex min-h-0 flex-1 flex-col">
      <div className="flex shrink-0 items-center gap-3 border-b border-line px-4 py-2">
        <h3 className="min-w-0 flex-1 font-mono text-12 break-all select-text">{item.path}</h3>
        <span className="shrink-0 text-12 text-muted">{word}</span>
      </div>
      <div className="@container/item min-h-0 flex-1 overflow-y-auto">{children}</div>
    </section>
  );
}

interface DifferenceProps {
  path: string;
  compared: ComparisonView;
  legend: string;
  /** Stands above a part, such as a box to tick. */
  children?: (at: number) => ReactNode;
}

/** The parts in which two texts differ, and what else does. */
export function Difference({ path, compared: { parts, note }, legend, children }: DifferenceProps) {
  if (parts.length === 0) return <p className="px-4 py-3 text-muted select-text">{note ? sentence(note) : texts.item.noText}</p>;
  return (
    <div className="flex flex-col gap-3 px-4 py-3">
      {note && <p className="text-muted select-text">{sentence(note)}</p>}
      <p className="text-12 text-muted">
        <Phrase of={legend} with={{ minus: <b className="text-failed">{texts.item.minus}</b>, plus: <b className="text-done">{texts.item.plus}</b> }} />
      </p>
      {parts.map(({ header, lines }, i) => (
        <div key={header} className="flex flex-col gap-1">
          {children?.(i + 1)}
          <div className="overflow-hidden rounded-md border border-line bg-raised">
            <Lines lines={lines} label={parts.length > 1 ? `${texts.item.difference(path)}, ${partName(parts, i + 1)}` : texts.item.difference(path)} more={texts.item.showAll} />
          </div>
        </div>
      ))}
    </div>
  );
}

export function partName(parts: readonly PartView[], at: number): string {
  const line = Number(/^@@ -(\d+)/.exec(parts[at - 1]?.header ?? "")?.[1] ?? 1);
  return `${texts.item.part(at, parts.length)} · ${texts.item.line(line)}`;
}
