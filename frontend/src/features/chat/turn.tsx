import { memo, useState } from "react";
import type { ChangedView } from "../../backend/backend";
import type { FeedKey } from "../../backend/live";
import type { Call, Turn } from "../../backend/transcript";
import { sayRun, sayTime, sentence } from "../../backend/words";
import { Button } from "../../components/button";
import { Markdown } from "../../components/markdown";
import { State } from "../../components/state";
import { UndoOffer } from "../../widgets/undo-offer";
import { CallsBox } from "./calls-box";
import { grouped, Growing, PARTS_SHOWN } from "./parts";
import { PromptNotes } from "./prompt-notes";
import { Actions, Said, type OnBranch } from "./said";
import { ThinkingNow, Thought } from "./thinking";
import { texts } from "../../words/chat";
import { texts as undo } from "../../words/undo";

interface TurnProps {
  space: string;
  turn: Turn;
  /** The files that it has changed; undefined if none. */
  changed: ChangedView | undefined;
  /** Later turns that have changed files, too, divided by spaces: a text, so that nothing is drawn again for nothing. */
  later: string;
  feed: FeedKey;
  /** The call whose details are open. */
  chosen: string;
  onInspect: (call: Call) => void;
  /** Begins a chat that has said what stands up to an answer of the run; 0 = before its prompt, which is given then.
   *  back: the files go back to there, too. Absent: the chat has no branches. */
  onBranch?: OnBranch;
}

/** What a person said, and everything that the agent said and did about it. */
export const TurnBlock = memo(function TurnBlock({ space, turn, changed, later, feed, chosen, onInspect, onBranch }: TurnProps) {
  const [all, setAll] = useState(false);
  const parts = all ? turn.parts : turn.parts.slice(-PARTS_SHOWN);
  const groups = grouped(parts);
  const hidden = turn.parts.length - parts.length;
  return (
    <section aria-label={turn.prompt || texts.turn.calls} className="flex flex-col gap-3">
      {turn.prompt && (
        <Said
          className="flex items-start gap-3 rounded-lg bg-hover px-3 py-2"
          actions={<Actions text={turn.prompt} place={{ run: turn.run, turn: 0, prompt: turn.prompt }} back={changed !== undefined || later !== ""} onBranch={onBranch} />}
        >
          <p className="min-w-0 flex-1 break-words whitespace-pre-wrap select-text">{turn.prompt}</p>
          <time dateTime={turn.time} className="shrink-0 text-11 leading-5 text-muted tabular-nums">
            {sayTime(turn.time, new Date())}
          </time>
        </Said>
      )}
      <PromptNotes turn={turn} />
      {hidden > 0 && (
        <div>
          <Button onClick={() => setAll(true)}>{texts.turn.earlier(hidden)}</Button>
        </div>
      )}
      {groups.map((group) => {
        if (group.kind === "thinking") return <Thought key={group.seq} text={group.text} ms={group.ms} />;
        if (group.kind === "calls") return <CallsBox key={group.seq} feed={feed} calls={group.calls} chosen={chosen} onInspect={onInspect} />;
        // Behind the last of a turn only later ones have changed anything.
        const back = (changed !== undefined && group !== groups.at(-1)) || later !== "";
        return (
          <Said
            key={group.seq}
            className="px-3"
            actions={<Actions text={group.text} place={{ run: turn.run, turn: group.turn, prompt: "" }} back={back} onBranch={group.turn > 0 ? onBranch : undefined} />}
          >
            <Markdown text={group.text} />
          </Said>
        );
      })}
      {turn.thinking && <ThinkingNow thinking={turn.thinking} />}
      {turn.growing && <Growing text={turn.growing} />}
      <Ending turn={turn} />
      {changed && <UndoOffer space={space} changed={changed} undo={undo.row.undo} title={undo.title.turn} label={undo.row.label} later={later.split(" ").filter(Boolean)} />}
    </section>
  );
});

function Ending({ turn }: { turn: Turn }) {
  if (turn.state === "running") {
    const quiet = !turn.growing && (!turn.thinking || turn.thinking.over > 0) && turn.parts.at(-1)?.kind !== "call";
    return quiet ? (
      <div className="px-3" role="status">
        <State tone="running" word={texts.turn.waiting} />
      </div>
    ) : null;
  }
  if (turn.state === "done") return null;
  const said = {
    failed: texts.turn.failed, cancelled: texts.turn.cancelled, halted: texts.turn.halted, unknown: texts.turn.closed,
  }[turn.state];
  return (
    <div className="flex flex-col gap-1 px-3" role={turn.state === "failed" ? "alert" : undefined}>
      <State tone={sayRun(turn.state).tone} word={said} />
      {turn.reason && turn.state !== "cancelled" && <p className="pl-5 text-muted select-text">{sentence(turn.reason)}</p>}
    </div>
  );
}
