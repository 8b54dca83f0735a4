import { FileMinus, FilePen, FilePlus, Folder, KeyRound, Link, type LucideIcon } from "lucide-react";
import { useState, type KeyboardEvent, type ReactNode } from "react";
import { Button } from "../components/button";
import { number } from "../words/format";
import { texts } from "../words/undo";

/** Longer lists are folded: each name has a box and a button. */
const SHOWN = 200;

const ICONS: Record<string, LucideIcon> = { new: FilePlus, restore: FilePlus, gone: FileMinus, delete: FileMinus, mode: KeyRound };

export interface Named {
  id: string;
  path: string;
  kind: "file" | "folder" | "link";
  /** What was done to it, or would be. */
  what: string;
}

interface NameListProps<T extends Named> {
  title: string;
  items: readonly T[];
  chosen: string;
  onChoose: (id: string) => void;
  /** "Delete" */
  word: (item: T) => string;
  /** Stands before the name, such as a box to tick. */
  before?: (item: T) => ReactNode;
  /** It says why under the name. */
  why?: (item: T) => string;
}

/** Names of files under a heading. The arrow keys go through them. */
export function NameList<T extends Named>({ title, items, chosen, onChoose, word, before, why }: NameListProps<T>) {
  const [all, setAll] = useState(false);
  if (items.length === 0) return null;
  const shown = all ? items : items.slice(0, SHOWN);
  return (
    <section aria-label={title} className="py-1">
      <h3 className="flex h-7 items-center gap-1.5 px-3 text-12 font-semibold text-muted">
        {title} <span className="font-normal tabular-nums">{number(items.length)}</span>
      </h3>
      <ul onKeyDown={walk}>
        {shown.map((item) => (
          <li key={item.id} className={`flex items-start gap-2 px-3 ${item.id === chosen ? "bg-chosen" : "hover:bg-hover"}`}>
            {before?.(item)}
            <button data-name="" aria-pressed={item.id === chosen} className="flex min-w-0 flex-1 items-start gap-2 py-1 text-left focus-visible:-outline-offset-2" onClick={() => onChoose(item.id)}>
              <NameIcon item={item} />
              <span className="min-w-0 flex-1">
                <Path path={item.path} />
                {why?.(item) && <span className="block text-12 break-words text-muted">{why(item)}</span>}
              </span>{" "}
              <span className="shrink-0 text-12 leading-5 text-muted">{word(item)}</span>
            </button>
          </li>
        ))}
      </ul>
      {shown.length < items.length && (
        <Button look="quiet" className="ml-3" onClick={() => setAll(true)}>
          {texts.plan.more(items.length - shown.length)}
        </Button>
      )}
    </section>
  );
}

export function NameIcon({ item: { kind, what } }: { item: Named }) {
  const Icon = kind === "folder" ? Folder : kind === "link" ? Link : (ICONS[what] ?? FilePen);
  return <Icon size={14} aria-hidden className="mt-0.75 shrink-0 text-muted" />;
}

/** The name itself stays in sight: of a long path, the folders are cut off. */
export function Path({ path }: { path: string }) {
  const at = path.lastIndexOf("/") + 1;
  return (
    <span className="block" title={path}>
      <span className="break-all">{path.slice(at)}</span>{" "}
      {at > 0 && <span className="block truncate text-12 text-muted">{path.slice(0, at - 1)}</span>}
    </span>
  );
}

function walk(event: KeyboardEvent<HTMLUListElement>) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const names = [...event.currentTarget.querySelectorAll<HTMLElement>("[data-name]")];
  const at = names.findIndex((name) => name.closest("li")?.contains(document.activeElement));
  const next = step === undefined || at < 0 ? undefined : names[at + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
  next.click();
}
