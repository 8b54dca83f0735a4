import { useEffect, useRef } from "react";
import { Revealed } from "./code";
import { plainOutput } from "./text";

interface OutputPaneProps {
  text: string;
  label: string;
  /** Keep the end in view while it grows, as long as the person has not scrolled away. */
  follow?: boolean;
  className?: string;
}

const NEAR_END_PX = 24;

/** Much output in a place of its own, which scrolls. */
export function OutputPane({ text, label, follow = false, className = "" }: OutputPaneProps) {
  const box = useRef<HTMLPreElement>(null);
  const atEnd = useRef(true);
  useEffect(() => {
    if (follow && atEnd.current && box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [follow, text]);
  return (
    <pre
      ref={box}
      tabIndex={0}
      aria-label={label}
      className={`overflow-auto rounded-md border border-line bg-raised px-3 py-2 font-mono text-12 leading-4.5 break-words whitespace-pre-wrap select-text focus-visible:-outline-offset-2 ${className}`}
      onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
        atEnd.current = scrollHeight - scrollTop - clientHeight < NEAR_END_PX;
      }}
    >
      <Revealed text={plainOutput(text)} />
    </pre>
  );
}
