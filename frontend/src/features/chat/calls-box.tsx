// Calls that follow one another stand in one box. Many that only read are one line, which opens.

import { ChevronRight } from "lucide-react";
import { useState } from "react";
import { useLiveState } from "../../backend/context";
import type { FeedKey } from "../../backend/live";
import type { Call } from "../../backend/transcript";
import { State } from "../../components/state";
import { sayCall } from "../../backend/words";
import { CallOfTurn } from "./call-of-turn";
import { texts } from "../../words/chat";

/** Fewer are shown one by one. */
const FOLDED_LEAST = 3;

interface CallsBoxProps {
  feed: FeedKey;
  calls: readonly string[];
  /** The call whose details are open. */
  chosen: string;
  onInspect: (call: Call) => void;
}

export function CallsBox({ feed, calls, chosen, onInspect }: CallsBoxProps) {
  // A text, so that a step of one call draws nothing again but its own card.
  const shape = useLiveState((state) => shapeOf(calls.map((id) => state.feeds[feed]?.calls.get(id)), chosen));
  const rows = rowsOf(shape, calls);
  const one = (id: string) => <CallOfTurn key={id} feed={feed} id={id} chosen={chosen} onInspect={onInspect} />;
  return (
    <div className="divide-y divide-line overflow-hidden rounded-lg border border-line">
      {rows.map(({ tool, own }) => (tool ? <Folded key={own[0]} tool={tool} count={own.length}>{() => own.map(one)}</Folded> : own.map(one)))}
    </div>
  );
}

function rowsOf(shape: string, calls: readonly string[]): { tool: string; own: readonly string[] }[] {
  let at = 0;
  return shape.split(" ").filter(Boolean).map((word) => {
    const [tool = "", count = "1"] = word.split("*");
    const from = at;
    at += Number(count);
    return { tool, own: calls.slice(from, at) };
  });
}

/** "read*20 *1 *1": twenty that are folded, and two that are not. */
function shapeOf(calls: readonly (Call | undefined)[], chosen: string): string {
  const words: { tool: string; count: number }[] = [];
  for (const call of calls) {
    const tool = call && call.id !== chosen && folds(call) ? call.tool : "";
    const last = words.at(-1);
    if (tool && last?.tool === tool) last.count += 1;
    else words.push({ tool, count: 1 });
  }
  return words.map(({ tool, count }) => (count < FOLDED_LEAST ? Array<string>(count).fill("*1").join(" ") : `${tool}*${count}`)).join(" ");
}

/** Nothing to see: it read something, and it went well. */
function folds({ tool, status, own, pictures, asides, verdict, meta }: Call): boolean {
  return tool in texts.folded.calls && status === "complete" && !own && pictures.length === 0 && asides.length === 0 && verdict?.decider.kind !== "person" && !meta.exit_code;
}

function Folded({ tool, count, children }: { tool: string; count: number; children: () => React.ReactNode }) {
  const [open, setOpen] = useState(false);
  const say = texts.folded.calls[tool as keyof typeof texts.folded.calls];
  return (
    <section aria-label={say(count)}>
      <div className="flex items-center pr-8">
        <button aria-expanded={open} className="row min-h-8 min-w-0 flex-1 rounded-md px-2 text-left focus-visible:-outline-offset-2" onClick={() => setOpen(!open)}>
          <ChevronRight size={14} aria-hidden className={`shrink-0 text-muted transition-transform duration-100 ${open ? "rotate-90" : ""}`} />
          <span className="min-w-0 truncate font-semibold">{say(count)}</span>
          <span className="ml-auto shrink-0 pl-2">
            <State {...sayCall({ status: "complete", code: "" })} />
          </span>
        </button>
      </div>
      {open && <div className="divide-y divide-line border-t border-line pl-6">{children()}</div>}
    </section>
  );
}
