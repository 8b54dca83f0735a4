// What a model thinks before it answers: a line with its time, which opens.

import { Brain, ChevronRight } from "lucide-react";
import { useEffect, useState } from "react";
import type { Thinking } from "../../backend/transcript";
import { sayDuration } from "../../backend/words";
import { Code, Revealed } from "../../components/code";
import { texts } from "../../words/chat";

const TICK_MS = 1000;
/** Longer thoughts are drawn where they are looked at. */
const PLAIN_MOST = 20_000;

/** Thoughts of an answer that is there. */
export function Thought({ text, ms }: { text: string; ms: number }) {
  return <Fold word={ms > 0 ? texts.thinking.took(sayDuration(ms)) : texts.thinking.thought} text={text} />;
}

/** Thoughts that are still coming. */
export function ThinkingNow({ thinking: { text, began, over } }: { thinking: Thinking }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (over) return;
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, [over]);
  const seconds = Math.max(0, Math.floor((now - began) / TICK_MS));
  return <Fold word={over ? texts.thinking.took(sayDuration(Math.max(1, over - began))) : texts.thinking.now(seconds)} text={text} />;
}

function Fold({ word, text }: { word: string; text: string }) {
  const [open, setOpen] = useState(false);
  return (
    <section aria-label={texts.thinking.label} className="px-3">
      <button aria-expanded={open} className="-ml-2 row rounded-md px-2 text-12 text-muted hover:bg-hover hover:text-text" onClick={() => setOpen(!open)}>
        <ChevronRight size={14} aria-hidden className={`shrink-0 transition-transform duration-100 ${open ? "rotate-90" : ""}`} />
        <Brain size={14} aria-hidden className="shrink-0" />
        <span className="tabular-nums">{word}</span>
      </button>
      {open && (
        <div className="mt-1 border-l border-line pl-3 text-12 text-muted">
          {text.length > PLAIN_MOST ? (
            <Code text={text.trim()} label={texts.thinking.label} fold={40} />
          ) : (
            <p className="max-w-180 break-words whitespace-pre-wrap select-text">
              <Revealed text={text.trim()} oneLine />
            </p>
          )}
        </div>
      )}
    </section>
  );
}
