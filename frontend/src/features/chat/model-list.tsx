import { Star } from "lucide-react";
import { useEffect, useId, useRef, useState, type KeyboardEvent } from "react";
import { inputLook } from "../../components/field";
import { texts } from "../../words/chat";

interface ModelListProps {
  refs: readonly string[];
  chosen: string;
  favourites: readonly string[];
  onFavourite: (ref: string) => void;
  onChoose: (ref: string) => void;
}

/** Models to choose from, with a search: favourites stand first. */
export function ModelList({ refs, chosen, favourites, onFavourite, onChoose }: ModelListProps) {
  const id = useId();
  const [words, setWords] = useState("");
  const [at, setAt] = useState(0);
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  const found = refs.filter((ref) => wanted.every((word) => ref.toLowerCase().includes(word)));
  const list = [...found.filter((ref) => favourites.includes(ref)), ...found.filter((ref) => !favourites.includes(ref))];
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    // A browser may answer with a promise, which is no way to clean up.
    row.current?.scrollIntoView({ block: "nearest" });
  }, [at, words]);
  const onKey = (event: KeyboardEvent) => {
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, PageDown: at + 8, PageUp: at - 8 }[event.key];
    if (to !== undefined) setAt(Math.max(0, Math.min(list.length - 1, to)));
    else if (event.key === "Enter" && list[at]) onChoose(list[at]);
    else return;
    event.preventDefault();
  };
  return (
    <div className="flex max-h-80 w-80 max-w-[90vw] flex-col">
      <div className="shrink-0 p-1">
        <input
          autoFocus
          type="search"
          role="combobox"
          aria-expanded
          aria-controls={`${id}-list`}
          aria-activedescendant={list.length > 0 ? `${id}-${at}` : undefined}
          aria-label={texts.model.search}
          placeholder={texts.model.search}
          className={`${inputLook} h-8 px-2`}
          value={words}
          onChange={(event) => {
            setWords(event.target.value);
            setAt(0);
          }}
          onKeyDown={onKey}
        />
      </div>
      {list.length === 0 && <p className="px-2 py-3 text-12 text-muted">{texts.model.nothing}</p>}
      <ul id={`${id}-list`} role="listbox" aria-label={texts.model.list} className="min-h-0 overflow-y-auto">
        {list.map((ref, i) => (
          <li
            key={ref}
            id={`${id}-${i}`}
            ref={i === at ? row : undefined}
            role="option"
            aria-selected={ref === chosen}
            className={`row cursor-default rounded-sm pr-1 pl-2 ${i === at ? "bg-chosen" : "hover:bg-hover"} ${ref === chosen ? "font-semibold" : ""}`}
            onClick={() => onChoose(ref)}
          >
            <span className="min-w-0 flex-1 truncate">{ref}</span>
            <button
              type="button"
              tabIndex={-1}
              aria-label={favourites.includes(ref) ? texts.model.unfavourite(ref) : texts.model.favourite(ref)}
              data-tip=""
              className="inline-flex size-6 shrink-0 items-center justify-center rounded-md text-muted hover:text-text"
              onClick={(event) => {
                event.stopPropagation();
                onFavourite(ref);
              }}
            >
              <Star size={14} aria-hidden fill={favourites.includes(ref) ? "currentColor" : "none"} />
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
