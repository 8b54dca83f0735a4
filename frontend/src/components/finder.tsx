import { Download, Search } from "lucide-react";
import { useDeferredValue, useMemo, useState, type ReactNode } from "react";
import { IconButton } from "./button";
import { Code } from "./code";
import { texts } from "../words/components";

/** More lines are counted, and not shown. */
const FOUND_MOST = 2000;

interface FinderProps {
  text: string;
  /** What it is: "Output". */
  label: string;
  fold: number;
  /** Absent: it cannot be saved. */
  onSave?: (() => void) | undefined;
  /** Stands before the field. */
  title?: ReactNode;
}

/** Much text: the lines with some words can be found, and all of it saved. */
export function Finder({ text, label, fold, onSave, title }: FinderProps) {
  const [typed, setTyped] = useState("");
  const words = useDeferredValue(typed.trim().toLowerCase());
  const found = useMemo(() => (words ? find(text, words) : undefined), [text, words]);
  const id = `find-in-${label.toLowerCase().replace(/\W+/g, "-")}`;
  return (
    <div className="flex flex-col gap-1">
      <div className="flex min-h-7 items-center gap-2 text-12 text-muted">
        {title}
        <label className="ml-auto flex min-w-0 items-center gap-1.5 rounded-md border border-edge bg-ground px-2 focus-within:outline-2 focus-within:outline-accent" htmlFor={id}>
          <Search size={14} aria-hidden className="shrink-0" />
          <span className="sr-only">{texts.find.label(label)}</span>
          <input id={id} type="search" className="h-6 w-40 min-w-0 bg-transparent text-text outline-none" placeholder={texts.find.placeholder} value={typed} onChange={(event) => setTyped(event.target.value)} />
        </label>
        {onSave && <IconButton label={texts.find.save(label)} icon={Download} onClick={onSave} />}
      </div>
      {found && (
        <p role="status" className="text-12 text-muted tabular-nums">
          {texts.find.found(found.count, found.of)}
        </p>
      )}
      {(!found || found.count > 0) && <Code key={found ? "found" : "all"} text={found?.text ?? text} label={label} fold={found ? 40 : fold} />}
    </div>
  );
}

/** The lines that have the words, each with its number. */
function find(text: string, words: string): { text: string; count: number; of: number } {
  const lines = text.replace(/\n$/, "").split("\n");
  const found = lines.flatMap((line, i) => (line.toLowerCase().includes(words) ? [`${i + 1}: ${line}`] : []));
  return { text: found.slice(0, FOUND_MOST).join("\n"), count: found.length, of: lines.length };
}
