import { useQuery } from "@tanstack/react-query";
import { FileDiff, Undo2 } from "lucide-react";
import { useState } from "react";
import type { ChangedItemsView } from "../backend/backend";
import { useBackend } from "../backend/context";
import { keys, STILL } from "../backend/keys";
import { Button } from "../components/button";
import { Empty, Loaded } from "../components/feedback";
import { Dialog } from "../components/overlay";
import { formOf, NO_CHOICES, type UndoOf } from "./undo-choices";
import { MadeItem } from "./undo-item";
import { NameList } from "./undo-names";
import { UndoNotes } from "./undo-notes";
import { texts as common } from "../words/common";
import { texts } from "../words/undo";

interface ChangesDialogProps {
  space: string;
  of: UndoOf;
  onClose: () => void;
  onUndo: () => void;
}

/** All files that some calls have changed, with what they have made of each. */
export function ChangesDialog({ space, of, onClose, onUndo }: ChangesDialogProps) {
  const backend = useBackend();
  const form = formOf(of, NO_CHOICES);
  const items = useQuery({ queryKey: keys.changedItems(space, form), queryFn: () => backend.changedItems(space, form), ...STILL });
  const actions = (
    <>
      <Button onClick={onClose}>{common.close}</Button>
      <Button icon={Undo2} disabled={!items.data?.items.length} onClick={onUndo}>
        {texts.plan.undo}
      </Button>
    </>
  );
  return (
    <Dialog title={texts.title.changed} open wide onClose={onClose} actions={actions}>
      <Loaded query={items} waiting={texts.plan.listReading} failed={texts.plan.listFailed}>
        {(found) => <Changes space={space} of={of} found={found} />}
      </Loaded>
    </Dialog>
  );
}

function Changes({ space, of, found: { items, more, partial, skipped, unsure } }: { space: string; of: UndoOf; found: ChangedItemsView }) {
  const [at, setAt] = useState((items.find(({ kind }) => kind === "file") ?? items[0])?.id ?? "");
  const item = items.find(({ id }) => id === at);
  if (!item) {
    return (
      <Empty icon={FileDiff} title={texts.plan.noFiles}>
        {texts.plan.nothingText}
      </Empty>
    );
  }
  return (
    <div className="flex min-h-0 flex-1">
      <div role="group" aria-label={texts.plan.list} className="w-72 shrink-0 overflow-y-auto border-r border-line">
        <NameList title={texts.plan.list} items={items} chosen={at} onChoose={setAt} word={({ what }) => texts.made[what]} why={({ from }) => from && texts.renamed.was(from)} />
        {more > 0 && <p className="px-3 py-2 text-12 text-muted">{texts.plan.hidden(more)}</p>}
        <UndoNotes partial={partial} skipped={skipped} unsure={unsure} />
      </div>
      <div className="flex min-w-0 flex-1 flex-col">
        <MadeItem key={item.id} space={space} of={of} item={item} />
      </div>
    </div>
  );
}
