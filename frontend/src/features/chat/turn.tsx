import { GitBranch, History } from "lucide-react";
import { memo, useDeferredValue, useState } from "react";
import type { ChangedView } from "../../backend/backend";
import type { FeedKey } from "../../backend/live";
import type { Call, Part, Turn } from "../../backend/transcript";
import { sayRun, sayTime, sentence } from "../../backend/words";
import { Button, IconButton } from "../../components/button";
import { Markdown } from "../../components/markdown";
import { State } from "../../components/state";
import { UndoOffer } from "../../widgets/undo-offer";
import { CallOfTurn } from "./call-of-turn";
import { PromptNotes } from "./prompt-notes";
import { texts } from "../../words/chat";
import { texts as undo } from "../../words/undo";

/** Of a turn with very many steps, the last are shown first. */
const PARTS_SHOWN = 60;

export type OnBranch = (place: { run: string; turn: number; prompt: string; back: boolean }) => void;

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
        <div className="group flex items-start gap-3 rounded-lg bg-hover px-3 py-2">
          <p className="min-w-0 flex-1 break-words whitespace-pre-wrap select-text">{turn.prompt}</p>
          <time dateTime={turn.time} className="shrink-0 text-11 leading-5 text-muted tabular-nums">
            {sayTime(turn.time, new Date())}
          </time>
          {onBranch && <Branches before place={{ run: turn.run, turn: 0, prompt: turn.prompt }} back={changed !== undefined || later !== ""} onBranch={onBranch} />}
        </div>
      )}
      <PromptNotes turn={turn} />
      {hidden > 0 && (
        <div>
          <Button onClick={() => setAll(true)}>{texts.turn.earlier(hidden)}</Button>
        </div>
      )}
      {groups.map((group) =>
        group.kind === "text" ? (
          <div key={group.seq} className="group flex items-start gap-3 px-3">
            <div className="min-w-0 flex-1">
              <Markdown text={group.text} />
            </div>
            {onBranch && group.turn > 0 && (
              // Behind the last of a turn only later ones have changed anything.
              <Branches place={{ run: turn.run, turn: group.turn, prompt: "" }} back={(changed !== undefined && group !== groups.at(-1)) || later !== ""} onBranch={onBranch} />
            )}
          </div>
        ) : (
          <div key={group.seq} className="divide-y divide-line overflow-hidden rounded-lg border border-line">
            {group.calls.map((id) => (
              <CallOfTurn key={id} feed={feed} id={id} chosen={chosen} onInspect={onInspect} />
            ))}
          </div>
        ),
      )}
      {turn.growing && <Growing text={turn.growing} />}
      <Ending turn={turn} />
      {changed && <UndoOffer space={space} changed={changed} undo={undo.row.undo} title={undo.title.turn} label={undo.row.label} later={later.split(" ").filter(Boolean)} />}
    </section>
  );
});

interface BranchesProps {
  place: { run: string; turn: number; prompt: string };
  /** It is before what the person has said. */
  before?: boolean;
  /** Calls behind it have changed files. */
  back: boolean;
  onBranch: OnBranch;
}

/** Seen where the pointer or the keyboard is. */
function Branches({ place, before = false, back, onBranch }: BranchesProps) {
  return (
    <span className="-my-1 flex shrink-0 opacity-0 group-focus-within:opacity-100 group-hover:opacity-100">
      <IconButton label={before ? texts.turn.branchBefore : texts.turn.branch} icon={GitBranch} onClick={() => onBranch({ ...place, back: false })} />
      {back && <IconButton label={before ? texts.turn.branchBackBefore : texts.turn.branchBack} icon={History} onClick={() => onBranch({ ...place, back: true })} />}
    </span>
  );
}

type Group = { kind: "text"; seq: number; text: string; turn: number } | { kind: "calls"; seq: number; calls: string[] };

/** Calls that follow one another stand in one box. */
function grouped(parts: readonly Part[]): Group[] {
  const groups: Group[] = [];
  for (const part of parts) {
    const last = groups.at(-1);
    if (part.kind === "text") groups.push(part);
    else if (last?.kind === "calls") last.calls.push(part.call);
    else groups.push({ kind: "calls", seq: part.seq, calls: [part.call] });
  }
  return groups;
}

/** A reply that is being written: drawn when there is time, so that typing stays quick. */
function Growing({ text }: { text: string }) {
  const later = useDeferredValue(text);
  return (
    <div className="px-3">
      <Markdown text={later} />
    </div>
  );
}

function Ending({ turn }: { turn: Turn }) {
  if (turn.state === "running") {
    const quiet = !turn.growing && turn.parts.at(-1)?.kind !== "call";
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
