import { FileDiff, RotateCcw, Undo2 } from "lucide-react";
import { useState } from "react";
import type { ChangedView, TakenBackView } from "../backend/backend";
import { sayTime } from "../backend/words";
import { Button } from "../components/button";
import { ChangesDialog } from "./changes-dialog";
import { UndoDialog } from "./undo-dialog";
import { ofCall, ofRuns, type UndoOf } from "./undo-choices";
import { texts } from "../words/undo";

/** What a dialog is about, and what stands over it. */
export interface Undoing {
  of: UndoOf;
  title: string;
}

interface UndoOfferProps {
  space: string;
  changed: ChangedView;
  /** "Undo this turn" */
  undo: string;
  title: string;
  label: string;
  /** Runs that came after and have changed files, too. */
  later?: readonly string[];
}

/** How much a run has changed, the way to undo it, and what was undone of it. */
export function UndoOffer({ space, changed: { run, files, folders, back }, undo, title, label, later = [] }: UndoOfferProps) {
  const [open, setOpen] = useState<Undoing | undefined>(undefined);
  const [seen, setSeen] = useState(false);
  const close = () => setOpen(undefined);
  const all = { of: ofRuns(run), title };
  return (
    <div role="group" aria-label={label} className="flex flex-col gap-1">
      <div className="flex flex-wrap items-center gap-x-1">
        <Button look="quiet" icon={FileDiff} onClick={() => setSeen(true)}>
          {texts.row.changed(files, folders)}
        </Button>
        <Button look="quiet" icon={Undo2} onClick={() => setOpen(all)}>
          {undo}
        </Button>
        {later.length > 0 && (
          <Button look="quiet" onClick={() => setOpen({ of: ofRuns(run, ...later), title: texts.title.from })}>
            {texts.row.undoFrom}
          </Button>
        )}
      </div>
      <div role="status">
        {back.map((one) => (
          <Back key={one.call} back={one} again={!back.some(({ of }) => of === one.call)} onUndo={() => setOpen({ of: ofCall(one.call), title: texts.title.undo })} />
        ))}
      </div>
      {seen && <ChangesDialog space={space} of={all.of} onClose={() => setSeen(false)} onUndo={() => { setSeen(false); setOpen(all); }} />}
      {open && <UndoDialog space={space} {...open} onClose={close} />}
    </div>
  );
}

/** A line that says what was undone. */
function Back({ back: { of, files, folders, left, time }, again, onUndo }: { back: TakenBackView; again: boolean; onUndo: () => void }) {
  const said = of ? texts.row.redone(files, folders) : texts.row.undone(files, folders);
  return (
    <p className="flex min-h-7 flex-wrap items-center gap-x-2 pl-2.5">
      <RotateCcw size={14} aria-hidden className="shrink-0 text-muted" />
      <span>{said}</span>
      {left.length > 0 && (
        <span className="text-12 text-muted" title={left.join("\n")}>
          {texts.row.left(left.length)}
        </span>
      )}
      <time dateTime={time} className="text-11 text-muted tabular-nums">
        {sayTime(time, new Date())}
      </time>
      {again && (
        <Button look="quiet" onClick={onUndo}>
          {texts.row.again}
        </Button>
      )}
    </p>
  );
}
