import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { ComparisonView, PartView, UndoItemView } from "../backend/backend";
import { useBackend } from "../backend/context";
import { keys, STILL } from "../backend/keys";
import { sentence } from "../backend/words";
import { Loaded } from "../components/feedback";
import { Lines } from "../components/lines";
import { Phrase } from "../components/phrase";
import { Tick } from "../components/tick";
import { decide, formOf, isTicked, NO_CHOICES, tickPart, type Choices, type UndoOf } from "./undo-choices";
import { Versions } from "./undo-versions";
import type { Named } from "./undo-names";
import { texts } from "../words/undo";

interface UndoItemProps {
  space: string;
  of: UndoOf;
  item: UndoItemView;
  choices: Choices;
  onChoices: (choices: Choices) => void;
}

/** What would become of one name, and the decisions about it. */
export function UndoItem({ space, of, item, choices, onChoices }: UndoItemProps) {
  const backend = useBackend();
  const form = formOf(of, NO_CHOICES);
  const compared = useQuery({ queryKey: keys.undoItem(space, form, item.id), queryFn: () => backend.compareUndo(space, form, item.id), ...STILL });
  const still = texts.item;
  const side = item.state === "already" ? still.already : item.state === "lost" || item.state === "kept" ? sentence(item.why) : item.kind === "folder" ? still.folder[item.what] : item.kind === "link" ? still.link : item.what === "mode" ? still.mode : "";
  return (
    <Shown item={item} word={texts.would[item.what]}>
      {side ? (
        <p className="px-4 py-3 text-muted select-text">{side}</p>
      ) : (
        <Loaded query={compared} waiting={texts.plan.textReading} failed={texts.plan.textFailed}>
          {(found) =>
            found.conflict ? (
              <Versions path={item.path} compared={found} chosen={choices.since.get(item.id)} onChoose={(how) => onChoices(decide(choices, item.id, how))} />
            ) : (
              <Difference path={item.path} compared={found} legend={still.legend}>
                {(at) =>
                  found.parts.length > 1 && (
                    <Tick checked={isTicked(choices, item.id, at)} onTick={(on) => onChoices(tickPart(choices, item.id, at, found.parts.length, on))} name={partName(found.parts, at)} />
                  )
                }
              </Difference>
            )
          }
        </Loaded>
      )}
    </Shown>
  );
}

interface MadeItemProps {
  space: string;
  of: UndoOf;
  item: Named;
  /** In a list that says the name already. */
  bare?: boolean;
}

/** What calls have made of one name. */
export function MadeItem({ space, of, item, bare = false }: MadeItemProps) {
  const backend = useBackend();
  const form = formOf(of, NO_CHOICES);
  const made = useQuery({ queryKey: keys.changedText(space, form, item.id), queryFn: () => backend.changedText(space, form, item.id), ...STILL });
  const text = item.kind !== "file" ? texts.item.noText : item.what === "mode" ? texts.item.mode : "";
  const body = text ? (
    <p className="px-4 py-3 text-muted">{text}</p>
  ) : (
    <Loaded query={made} waiting={texts.plan.textReading} failed={texts.plan.textFailed}>
      {(found) => <Difference path={item.path} compared={found} legend={texts.item.made} />}
    </Loaded>
  );
  return bare ? body : <Shown item={item} word={texts.made[item.what as keyof typeof texts.made]}>{body}</Shown>;
}

function Shown({ item, word, children }: { item: Named; word: string; children: ReactNode }) {
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

/** The parts in which two texts differ. */
function Difference({ path, compared: { parts, note }, legend, children }: DifferenceProps) {
  if (parts.length === 0) return <p className="px-4 py-3 text-muted select-text">{note ? sentence(note) : texts.item.noText}</p>;
  return (
    <div className="flex flex-col gap-3 px-4 py-3">
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

function partName(parts: readonly PartView[], at: number): string {
  const line = Number(/^@@ -(\d+)/.exec(parts[at - 1]?.header ?? "")?.[1] ?? 1);
  return `${texts.item.part(at, parts.length)} · ${texts.item.line(line)}`;
}
