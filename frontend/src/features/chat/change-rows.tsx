import { ChevronRight } from "lucide-react";
import { useId, useState, type KeyboardEvent, type MouseEvent } from "react";
import type { ChangedItemView } from "../../backend/backend";
import { Button } from "../../components/button";
import type { UndoOf } from "../../widgets/undo-choices";
import { MadeItem } from "../../widgets/undo-item";
import { NameIcon, Path } from "../../widgets/undo-names";
import { number } from "../../words/format";
import { texts } from "../../words/undo";

/** Longer lists are folded: each row has buttons. */
const SHOWN = 100;

interface ChangeGroupProps {
  space: string;
  of: UndoOf;
  title: string;
  text?: string;
  items: readonly ChangedItemView[];
  /** Its first file is open at first. */
  first?: boolean;
  /** The person keeps these. */
  isKept?: boolean;
  /** Nothing can be decided about them. */
  fixed?: boolean;
  busy: boolean;
  why?: (item: ChangedItemView) => string;
  onUndo: (item: ChangedItemView) => void;
  onKeep: (item: ChangedItemView) => void;
  onLetGo: (item: ChangedItemView) => void;
}

/** Files that stand alike, each opening to what was made of it. The arrow keys go through them. */
export function ChangeGroup({ title, text, items, first = false, ...row }: ChangeGroupProps) {
  const [shown, setShown] = useState(SHOWN);
  if (items.length === 0) return null;
  const opened = first ? items.find(({ kind, what }) => kind === "file" && what !== "renamed")?.id : "";
  return (
    <section aria-label={title} className="border-b border-line py-1">
      <h3 className="flex min-h-7 items-center gap-1.5 px-4 text-12 font-semibold text-muted">
        {title} <span className="font-normal tabular-nums">{number(items.length)}</span>
      </h3>
      {text && <p className="px-4 pb-1 text-12 text-muted">{text}</p>}
      <ul onKeyDown={walk}>
        {items.slice(0, shown).map((item) => (
          <Row key={item.id} item={item} opened={item.id === opened} {...row} />
        ))}
      </ul>
      {items.length > shown && (
        <Button look="quiet" className="ml-3" onClick={() => setShown(shown + SHOWN)}>
          {texts.panel.more(Math.min(SHOWN, items.length - shown), items.length - shown)}
        </Button>
      )}
    </section>
  );
}

type RowProps = Omit<ChangeGroupProps, "title" | "text" | "items" | "first"> & { item: ChangedItemView; opened: boolean };

function Row({ space, of, item, opened, isKept = false, fixed = false, busy, why, onUndo, onKeep, onLetGo }: RowProps) {
  const [open, setOpen] = useState(opened);
  const body = useId();
  const reason = why?.(item) ?? "";
  // The row goes to another group; the focus goes on to the next one.
  const act = (how: (item: ChangedItemView) => void) => (event: MouseEvent<HTMLElement>) => {
    nextTo(event.currentTarget)?.focus();
    how(item);
  };
  return (
    <li>
      <div className="flex items-start gap-1 pr-3 pl-2 hover:bg-hover">
        <button data-name="" aria-expanded={open} aria-controls={open ? body : undefined} className="flex min-w-0 flex-1 items-start gap-1.5 py-1 pl-1 text-left focus-visible:-outline-offset-2" onClick={() => setOpen(!open)}>
          <ChevronRight size={14} aria-hidden className={`mt-0.75 shrink-0 text-muted ${open ? "rotate-90" : ""}`} />
          <NameIcon item={item} />
          <span className="min-w-0 flex-1">
            <Path path={item.path} />
            {(item.from || reason) && <span className="block text-12 break-words text-muted">{reason || texts.renamed.was(item.from)}</span>}
          </span>{" "}
          <span className="shrink-0 text-12 leading-5 text-muted">{texts.made[item.what]}</span>
        </button>
        {!fixed && (
          <>
            {isKept ? (
              <Button look="quiet" className="px-1.5" aria-label={texts.panel.letGoOf(item.path)} onClick={act(onLetGo)}>
                {texts.panel.letGo}
              </Button>
            ) : (
              <Button look="quiet" className="px-1.5" aria-label={texts.panel.keep(item.path)} onClick={act(onKeep)}>
                {texts.panel.keepIt}
              </Button>
            )}
            <Button look="quiet" className="px-1.5" aria-label={texts.panel.undo(item.path)} disabled={busy} onClick={act(onUndo)}>
              {texts.panel.undoIt}
            </Button>
          </>
        )}
      </div>
      {open && (
        <div id={body} className="border-y border-line">
          <MadeItem space={space} of={of} item={item} bare />
        </div>
      )}
    </li>
  );
}

/** The name after that of a row, else the one before it. */
function nextTo(within: HTMLElement): HTMLElement | undefined {
  const names = [...(within.closest("aside")?.querySelectorAll<HTMLElement>("[data-name]") ?? [])];
  const at = names.findIndex((name) => within.closest("li")?.contains(name));
  return names[at + 1] ?? names[at - 1];
}

function walk(event: KeyboardEvent<HTMLUListElement>) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const names = [...event.currentTarget.querySelectorAll<HTMLElement>("[data-name]")];
  const at = names.findIndex((name) => name === document.activeElement);
  const next = step === undefined || at < 0 ? undefined : names[at + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
