import { ArrowDown, MessageSquare, RotateCw } from "lucide-react";
import { useLayoutEffect, useRef, useState } from "react";
import type { SessionView } from "../../backend/backend";
import { useFeed, useLive } from "../../backend/context";
import type { FeedKey } from "../../backend/live";
import { useChanged } from "../../backend/queries";
import type { Call } from "../../backend/transcript";
import { Button } from "../../components/button";
import { Empty, Failure, Waiting } from "../../components/feedback";
import { endedRuns } from "./ended";
import type { OnBranch } from "./said";
import { TurnBlock } from "./turn";
import { texts as common } from "../../words/common";
import { texts } from "../../words/chat";

const NEAR_END_PX = 60;
const TURNS_SHOWN = 20;

interface TurnsProps {
  space: string;
  session: SessionView;
  agent: string;
  chosen: string;
  /** How many messages were sent from here: each is shown, wherever the person was reading. */
  sent: number;
  onInspect: (call: Call) => void;
  onBranch: OnBranch;
}

/** What was said and done in a chat, oldest first. It follows the end, unless the person reads elsewhere. */
export function Turns({ space, session, agent, chosen, sent, onInspect, onBranch }: TurnsProps) {
  const key: FeedKey = `session:${session.id}`;
  const feed = useFeed(key);
  const live = useLive();
  const box = useRef<HTMLDivElement>(null);
  const { places } = live.outgoing;
  const [place] = useState(() => places.get(session.id));
  const atEnd = useRef(place === undefined);
  const top = useRef({ at: 0, of: 0 });
  const [away, setAway] = useState(place !== undefined);
  const [shown, setShown] = useState(place?.shown ?? TURNS_SHOWN);
  const runs = endedRuns(feed);
  const changed = useChanged(space, runs).data ?? [];

  // Follows the end, unless the person has scrolled away to read.
  useLayoutEffect(() => {
    const area = box.current;
    if (!area) return;
    if (!atEnd.current && place) area.scrollTop = place.top;
    const observer = new ResizeObserver(() => {
      if (atEnd.current) area.scrollTop = area.scrollHeight;
    });
    observer.observe(area); // what stands below it may grow
    if (area.firstElementChild) observer.observe(area.firstElementChild);
    return () => observer.disconnect();
  }, [feed?.status, place]);

  const toEnd = () => {
    atEnd.current = true;
    setAway(false);
    places.delete(session.id);
    if (box.current) box.current.scrollTop = box.current.scrollHeight;
  };

  useLayoutEffect(() => {
    if (sent === 0 || !box.current) return;
    atEnd.current = true;
    box.current.scrollTop = box.current.scrollHeight;
  }, [sent]);

  if (!feed || feed.status === "loading") return <div className="flex-1"><Waiting what={texts.page.reading} /></div>;
  if (feed.status === "failed") {
    return (
      <div className="flex-1 p-4">
        <Failure what={texts.page.failed} why={feed.error} action={<Button icon={RotateCw} onClick={() => live.watch(key)}>{common.tryAgain}</Button>} />
      </div>
    );
  }
  // What sub-agents do is shown where their task was given.
  const all = feed.turns.filter((turn) => turn.parentCall === "");
  const turns = all.slice(-shown);
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <div
        ref={box}
        // The transcript can be read with the arrow keys.
        tabIndex={0}
        role="log"
        aria-label={texts.page.label}
        aria-live="off"
        className="min-h-0 flex-1 overflow-y-auto focus-visible:-outline-offset-2"
        // What the person opens stays where they have pressed it.
        onClickCapture={({ target }) => {
          if (target instanceof Element && target.closest("[aria-expanded]")) atEnd.current = false;
        }}
        onScroll={(event) => {
          const { scrollTop, scrollHeight, clientHeight } = event.currentTarget;
          // Only the person goes up in a box that stays as high. What has grown since is not where they read.
          if (scrollHeight - scrollTop - clientHeight < NEAR_END_PX) atEnd.current = true;
          else if (scrollTop < top.current.at && clientHeight === top.current.of) atEnd.current = false;
          top.current = { at: scrollTop, of: clientHeight };
          setAway(!atEnd.current);
          if (atEnd.current) places.delete(session.id);
          else places.set(session.id, { top: scrollTop, shown });
        }}
      >
        <div className="mx-auto flex max-w-198 flex-col gap-6 px-4 py-4">
          {all.length === 0 && (
            <Empty icon={MessageSquare} title={texts.page.talkTo(agent)}>
              {texts.page.empty(agent)}
            </Empty>
          )}
          {all.length > turns.length && (
            <Button className="self-center" onClick={() => setShown(shown + TURNS_SHOWN)}>
              {texts.page.earlier}
            </Button>
          )}
          {turns.map((turn) => (
            <TurnBlock key={turn.key} space={space} turn={turn} changed={turn.state === "running" ? undefined : changed.find(({ run }) => run === turn.run)} later={changed.slice(changed.findIndex(({ run }) => run === turn.run) + 1).map(({ run }) => run).join(" ")} feed={key} chosen={chosen} onInspect={onInspect} {...(!session.rehearsal && { onBranch })} />
          ))}
        </div>
      </div>
      {away && (
        <Button icon={ArrowDown} className="appear absolute bottom-3 left-1/2 z-10 -translate-x-1/2 shadow-sm" onClick={toEnd}>
          {texts.page.latest}
        </Button>
      )}
    </div>
  );
}
