import { useVirtualizer } from "@tanstack/react-virtual";
import { useMemo, useRef, type ReactNode } from "react";
import { blocksOf } from "./blocks";

interface LongTextProps {
  text: string;
  label: string;
  className: string;
  /** Draws one block of it, which begins with a line, counted from 1. */
  draw: (block: string, line: number) => ReactNode;
  /** Hears of the place that scrolls. */
  onBox?: (box: HTMLPreElement | null) => void;
}

const LINE_PX = 18;
/** About as many characters as stand in a row: heights are measured once they are seen. */
const ROW_CHARS = 100;
const FEW_LINES_PX = 480;

function heightOf(block = ""): number {
  return LINE_PX * block.split("\n").reduce((rows, line) => rows + Math.max(1, Math.ceil(line.length / ROW_CHARS)), 0);
}

/** The line with which each block begins, from 1. */
function firstLines(text: string, blocks: readonly string[]): number[] {
  const out: number[] = [];
  let line = 1;
  let at = 0;
  for (const block of blocks) {
    out.push(line);
    at += block.length;
    line += block.split("\n").length - 1;
    // The break after a block is part of none.
    if (text[at] === "\n") {
      at += 1;
      line += 1;
    }
  }
  return out;
}

/** Text of any length in a place that scrolls: only the blocks in view are in the page. */
export function LongText({ text, label, className, draw, onBox }: LongTextProps) {
  const box = useRef<HTMLPreElement>(null);
  const blocks = useMemo(() => blocksOf(text), [text]);
  const lines = useMemo(() => firstLines(text, blocks), [text, blocks]);
  // eslint-disable-next-line react-hooks/incompatible-library -- the virtualizer redraws by itself; nothing here is memoized on it
  const shown = useVirtualizer({
    count: blocks.length,
    getScrollElement: () => box.current,
    estimateSize: (at) => heightOf(blocks[at]),
    // Where nothing is laid out, nothing has a height, and everything would be in view.
    measureElement: (block) => block.getBoundingClientRect().height || heightOf(block.textContent),
    overscan: 2,
    initialRect: { width: 640, height: FEW_LINES_PX },
  });
  return (
    <pre
      ref={(at) => {
        box.current = at;
        onBox?.(at);
      }}
      tabIndex={0}
      aria-label={label}
      className={className}
    >
      <span className="relative block" style={{ height: shown.getTotalSize() }}>
        {shown.getVirtualItems().map((item) => (
          <span key={item.key} data-index={item.index} ref={shown.measureElement} className="absolute inset-x-0 top-0 block" style={{ transform: `translateY(${item.start}px)` }}>
            {draw(blocks[item.index] ?? "", lines[item.index] ?? 1)}
          </span>
        ))}
      </span>
    </pre>
  );
}
