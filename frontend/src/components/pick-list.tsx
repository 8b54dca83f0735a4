import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useId, useRef, type KeyboardEvent, type ReactNode } from "react";

interface PickListProps<T> {
  label: string;
  items: readonly T[];
  keyOf: (item: T) => string;
  render: (item: T, chosen: boolean) => ReactNode;
  /** Pixels. */
  rowHeight: number;
  chosen: string;
  onChoose: (item: T) => void;
  /** Keep the end in view while it grows, as long as the person has not scrolled away. */
  follow?: boolean;
}

const NEAR_END_PX = 40;

/** A list to pick from, with only the rows in view in the page: 10,000 are as quick as ten. */
export function PickList<T>({ label, items, keyOf, render, rowHeight, chosen, onChoose, follow = false }: PickListProps<T>) {
  const box = useRef<HTMLDivElement>(null);
  const atEnd = useRef(true);
  const id = useId();
  // eslint-disable-next-line react-hooks/incompatible-library -- the virtualizer redraws by itself; nothing here is memoized on it
  const rows = useVirtualizer({
    count: items.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    initialRect: { width: 320, height: 600 },
  });
  const at = items.findIndex((item) => keyOf(item) === chosen);

  useEffect(() => {
    if (at >= 0) rows.scrollToIndex(at, { align: "auto" });
    // Only when the choice moves: not when the list grows.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [chosen]);

  useEffect(() => {
    if (follow && atEnd.current && items.length > 0) rows.scrollToIndex(items.length - 1, { align: "end" });
  }, [follow, items.length, rows]);

  const choose = (index: number) => {
    const item = items[Math.max(0, Math.min(items.length - 1, index))];
    if (item !== undefined) onChoose(item);
  };

  const onKey = (event: KeyboardEvent) => {
    const page = Math.max(1, Math.floor((box.current?.clientHeight ?? 0) / rowHeight) - 1);
    const to = { ArrowDown: at + 1, ArrowUp: Math.max(0, at - 1), PageDown: at + page, PageUp: at - page, Home: 0, End: items.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    choose(to);
  };

  return (
    <div
      ref={box}
      role="listbox"
      aria-label={label}
      tabIndex={0}
      aria-activedescendant={at >= 0 ? `${id}-${at}` : undefined}
      className="min-h-0 flex-1 overflow-y-auto focus-visible:-outline-offset-2"
      onKeyDown={onKey}
      onScroll={(event) => {
        const { scrollTop, scrollHeight, clientHeight } = event.currentTarget;
        atEnd.current = scrollHeight - scrollTop - clientHeight < NEAR_END_PX;
      }}
    >
      <div role="presentation" className="relative w-full" style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map((row) => {
          const item = items[row.index];
          if (item === undefined) return null;
          const picked = row.index === at;
          return (
            <div
              key={row.key}
              id={`${id}-${row.index}`}
              role="option"
              aria-selected={picked}
              aria-setsize={items.length}
              aria-posinset={row.index + 1}
              className={`absolute inset-x-0 top-0 flex items-center px-3 ${picked ? "bg-chosen" : "hover:bg-hover"}`}
              style={{ height: row.size, transform: `translateY(${row.start}px)` }}
              onClick={() => onChoose(item)}
            >
              {render(item, picked)}
            </div>
          );
        })}
      </div>
    </div>
  );
}
