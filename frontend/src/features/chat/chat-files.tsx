import { useQuery } from "@tanstack/react-query";
import { FileDiff, Undo2 } from "lucide-react";
import { useState } from "react";
import { useBackend, useFeed } from "../../backend/context";
import { keys, STILL } from "../../backend/keys";
import { useChanged } from "../../backend/queries";
import { Button, IconButton } from "../../components/button";
import { formOf, NO_CHOICES, ofRuns } from "../../widgets/undo-choices";
import { UndoDialog } from "../../widgets/undo-dialog";
import { endedRuns } from "./ended";
import { number } from "../../words/format";
import { texts } from "../../words/undo";

/** What a chat has changed until now. */
export function useChatChanges(space: string, session: string) {
  const backend = useBackend();
  const feed = useFeed(`session:${session}`);
  const runs = endedRuns(feed);
  const changed = useChanged(space, runs).data ?? [];
  const of = ofRuns(...runs);
  const form = formOf(of, NO_CHOICES);
  const items = useQuery({ queryKey: keys.changedItems(space, form), queryFn: () => backend.changedItems(space, form), enabled: changed.length > 0, ...STILL });
  return {
    of, items,
    /** Each undo makes the plan another one. */
    backs: changed.flatMap(({ back }) => back).length,
    count: changed.length > 0 ? (items.data ? items.data.items.length + items.data.more : undefined) : 0,
    acted: feed !== undefined && feed.turns.some(({ parts }) => parts.some(({ kind }) => kind === "call")) && runs.length > 0,
  };
}

export type ChatChanges = ReturnType<typeof useChatChanges>;

/** Opens the list of all that a chat has changed, and undoes all of it. */
export function ChatFiles({ space, changes: { of, count, acted }, open, onOpen }: { space: string; changes: ChatChanges; open: boolean; onOpen: (open: boolean) => void }) {
  const [undoing, setUndoing] = useState(false);
  if (!acted) return null;
  return (
    <>
      <Button look="quiet" icon={FileDiff} aria-expanded={open} className={open ? "bg-chosen text-text" : ""} onClick={() => onOpen(!open)}>
        {texts.panel.title}
        {count !== undefined && count > 0 && (
          <>
            {" "}
            <span className="rounded-full bg-hover px-1.5 text-11 leading-4 text-text tabular-nums">{number(count)}</span>{" "}
            <span className="sr-only">{texts.panel.counted(count)}</span>
          </>
        )}
      </Button>
      {count !== 0 && <IconButton label={texts.panel.all} icon={Undo2} onClick={() => setUndoing(true)} />}
      {undoing && <UndoDialog space={space} of={of} title={texts.title.all} onClose={() => setUndoing(false)} />}
    </>
  );
}
