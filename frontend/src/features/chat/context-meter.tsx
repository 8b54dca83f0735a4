import { useQuery } from "@tanstack/react-query";
import type { SessionView } from "../../backend/backend";
import { useBackend, useLiveState } from "../../backend/context";
import { keys } from "../../backend/keys";
import type { FeedState } from "../../backend/live";
import { number } from "../../words/format";
import { texts } from "../../words/chat";

/** How full the model's window was with the last question, and what all of a chat has used. */
export interface Use {
  /** Tokens of the last question and its answer; 0 = none was asked. */
  last: number;
  /** Tokens of all questions and answers, those of sub-agents too. */
  sum: number;
  /** US dollars, as far as they are known. */
  cost: number;
}

export function useOf(feed: FeedState | undefined): Use {
  const use: Use = { last: 0, sum: 0, cost: 0 };
  if (!feed) return use;
  const below = new Set(feed.turns.filter(({ parentCall }) => parentCall !== "").map(({ run }) => run));
  for (const event of feed.events) {
    if (event.kind !== "replied") continue;
    const { input_tokens: input = 0, output_tokens: output = 0, cost = 0 } = event.data;
    use.sum += input + output;
    use.cost += cost;
    if (input > 0 && !below.has(event.run)) use.last = input + output;
  }
  return use;
}

const FULL = 0.8;

/** Beside the model: how full its window is, and what the chat has cost where that is known. */
export function ContextMeter({ session }: { session: SessionView }) {
  const backend = useBackend();
  const feed = useLiveState((state) => state.feeds[`session:${session.id}`]);
  const window = useQuery({ queryKey: keys.contextWindow(session.space, session.id, session.model), queryFn: () => backend.contextWindow(session.id), staleTime: Infinity, meta: { still: true } }).data ?? 0;
  const { last, sum, cost } = useOf(feed);
  if (sum === 0) return null;
  const share = window > 0 ? Math.min(1, last / window) : 0;
  const said = window > 0 ? texts.meter.of(round(last), round(window)) : texts.meter.tokens(round(last));
  return (
    <span aria-label={texts.meter.label} role="group" title={texts.meter.about(number(last), number(sum))} className="ml-auto inline-flex items-center gap-2 px-1 text-11 text-muted tabular-nums">
      {window > 0 && (
        <span aria-hidden className="h-1 w-12 overflow-hidden rounded-full bg-edge">
          <span className={`block h-full ${share > FULL ? "bg-asking" : "bg-muted"}`} style={{ width: `${share * 100}%` }} />
        </span>
      )}
      <span>{said}</span>
      {cost > 0 && <span>{texts.meter.cost(cost < 0.01 ? number(cost, 4, 4) : number(cost, 2, 2))}</span>}
    </span>
  );
}

/** "870", "12.4k", "1.2M" */
function round(tokens: number): string {
  if (tokens < 1000) return String(tokens);
  if (tokens < 100_000) return `${number(tokens / 1000, 1)}k`;
  if (tokens < 1_000_000) return `${Math.round(tokens / 1000)}k`;
  return `${number(tokens / 1_000_000, 1)}M`;
}
