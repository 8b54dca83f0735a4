import { memo, useState } from "react";
import { Revealed } from "./code";

/** Longer differences are folded: a window draws each line. */
const SHOWN = 400;

interface LinesProps {
  /** Each with " ", "-" or "+" before it. */
  lines: readonly string[];
  /** What it is, for those who cannot see it. */
  label: string;
  /** "Show all 1,204 lines" */
  more: (count: number) => string;
}

const LOOKS: Record<string, string> = { "+": "bg-done-soft text-done", "-": "bg-failed-soft text-failed" };

/** Lines of a difference: the mark stands in a column of its own, so that the text is in line with itself. */
export const Lines = memo(function Lines({ lines, label, more }: LinesProps) {
  const [all, setAll] = useState(false);
  const shown = all ? lines : lines.slice(0, SHOWN);
  return (
    <>
      <pre tabIndex={0} aria-label={label} className="overflow-x-auto py-1 font-mono text-12 leading-4.5 select-text focus-visible:-outline-offset-2">
        {shown.map((line, i) => (
          <span key={i} className={`flex min-h-4.5 ${LOOKS[line.charAt(0)] ?? ""}`}>
            <span className="w-6 shrink-0 text-center select-none">{line.startsWith("-") ? "−" : line.charAt(0)}</span>
            <span className="min-w-0 flex-1 pr-3 break-words whitespace-pre-wrap">
              <Revealed text={line.slice(1)} />
              {"\n"}
            </span>
          </span>
        ))}
      </pre>
      {shown.length < lines.length && (
        <button className="w-full border-t border-line px-3 py-1 text-left text-12 text-muted hover:bg-hover hover:text-text" onClick={() => setAll(true)}>
          {more(lines.length)}
        </button>
      )}
    </>
  );
});
