import { Bot, ChevronRight, CircleStop } from "lucide-react";
import { useState } from "react";
import { useBackend, useLive, useLiveState } from "../../backend/context";
import { words, type FeedKey } from "../../backend/live";
import type { Call, Turn } from "../../backend/transcript";
import { sayRun, sentence } from "../../backend/words";
import { Button, IconButton } from "../../components/button";
import { Markdown } from "../../components/markdown";
import { State } from "../../components/state";
import { grouped, Growing, PARTS_SHOWN } from "./parts";
import { PromptNotes } from "./prompt-notes";
import { Thought, ThinkingNow } from "./thinking";
import { ToolCard } from "./tool-card";
import { texts as common } from "../../words/common";
import { texts } from "../../words/chat";

interface CallOfTurnProps {
  feed: FeedKey;
  id: string;
  /** The call whose details are open. */
  chosen: string;
  onInspect: (call: Call) => void;
}

/** Watches one call by itself, so that its output does not redraw the whole turn. What a sub-agent does for it stands below it. */
export function CallOfTurn({ feed, id, chosen, onInspect }: CallOfTurnProps) {
  const call = useLiveState((state) => state.feeds[feed]?.calls.get(id));
  const below = useLiveState((state) => state.feeds[feed]?.turns.find((turn) => turn.parentCall === id));
  return (
    <>
      {call && <ToolCard call={call} chosen={chosen === id} session={feed.startsWith("session:") ? feed.slice("session:".length) : ""} shownBelow={below !== undefined} onInspect={onInspect} />}
      {below && <Subagent turn={below} feed={feed} chosen={chosen} onInspect={onInspect} />}
    </>
  );
}

interface SubagentProps {
  turn: Turn;
  feed: FeedKey;
  chosen: string;
  onInspect: (call: Call) => void;
}

/** The steps of a sub-agent: its words and calls while it works, a line when it is done. */
function Subagent({ turn, feed, chosen, onInspect }: SubagentProps) {
  const [opened, setOpened] = useState<boolean | undefined>(undefined);
  const backend = useBackend();
  const live = useLive();
  const running = turn.state === "running";
  const open = opened ?? running;
  const calls = turn.parts.flatMap((part) => (part.kind === "call" ? [part.call] : []));
  const said = sayRun(turn.state);
  return (
    <section aria-label={texts.subagent.label(turn.agent)} className="pl-6">
      <div className={`flex items-center border-l border-line ${running ? "pr-1" : "pr-8"}`}>
        <button aria-expanded={open} className="row min-h-8 min-w-0 flex-1 rounded-md px-2 text-left focus-visible:-outline-offset-2" onClick={() => setOpened(!open)}>
          <ChevronRight size={14} aria-hidden className={`shrink-0 text-muted transition-transform duration-100 ${open ? "rotate-90" : ""}`} />
          <Bot size={14} aria-hidden className="shrink-0 text-muted" />
          <span className="shrink-0 font-semibold">{turn.agent}</span>
          <span className="truncate text-muted">{turn.reason ? sentence(turn.reason) : common.counts.calls(calls.length)}</span>
          <span className="ml-auto shrink-0 pl-2">
            <State {...said} />
          </span>
        </button>
        {running && (
          <IconButton
            label={texts.subagent.stop(turn.agent)}
            icon={CircleStop}
            onClick={() => void backend.cancelRun(turn.run).catch((error: unknown) => live.notify({ level: "error", text: words(error) }))}
          />
        )}
      </div>
      {open && <Steps turn={turn} feed={feed} chosen={chosen} onInspect={onInspect} />}
    </section>
  );
}

/** What a sub-agent says and does, in its order, and what is noted of its run. */
function Steps({ turn, feed, chosen, onInspect }: SubagentProps) {
  const [all, setAll] = useState(false);
  const parts = all ? turn.parts : turn.parts.slice(-PARTS_SHOWN);
  const hidden = turn.parts.length - parts.length;
  return (
    <div className="flex flex-col gap-1 border-l border-line pb-1 pl-6 empty:hidden">
      <PromptNotes turn={turn} />
      {hidden > 0 && (
        <div>
          <Button onClick={() => setAll(true)}>{texts.turn.earlier(hidden)}</Button>
        </div>
      )}
      {grouped(parts).map((group) => {
        if (group.kind === "thinking") return <Thought key={group.seq} text={group.text} ms={group.ms} />;
        if (group.kind === "text") {
          return (
            <div key={group.seq} className="px-3">
              <Markdown text={group.text} />
            </div>
          );
        }
        return (
          <div key={group.seq} className="divide-y divide-line">
            {group.calls.map((id) => (
              <CallOfTurn key={id} feed={feed} id={id} chosen={chosen} onInspect={onInspect} />
            ))}
          </div>
        );
      })}
      {turn.thinking && <ThinkingNow thinking={turn.thinking} />}
      {turn.growing && <Growing text={turn.growing} />}
    </div>
  );
}
