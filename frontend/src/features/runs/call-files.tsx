import { useQuery } from "@tanstack/react-query";
import { ChevronRight, Undo2 } from "lucide-react";
import { useState } from "react";
import type { ChangedCallView, ChangedItemView } from "../../backend/backend";
import { useBackend } from "../../backend/context";
import { keys, STILL } from "../../backend/keys";
import { useChanged } from "../../backend/queries";
import { Button } from "../../components/button";
import { Loaded } from "../../components/feedback";
import { Section } from "../../components/pane";
import { afterCall, formOf, NO_CHOICES, ofCall } from "../../widgets/undo-choices";
import { UndoDialog } from "../../widgets/undo-dialog";
import { MadeItem } from "../../widgets/undo-item";
import type { Undoing } from "../../widgets/undo-offer";
import { texts } from "../../words/undo";

interface CallFilesProps {
  space: string;
  run: string;
  call: string;
}

/** The files that a call has changed, each opening to its difference, and the ways to undo them. */
export function CallFiles({ space, run, call }: CallFilesProps) {
  const changed = useChanged(space, [run]).data?.[0];
  const [undoing, setUndoing] = useState<Undoing | undefined>(undefined);
  const at = changed?.calls.findIndex((one) => one.call === call) ?? -1;
  const counted = changed?.calls[at];
  if (!changed || !counted) return null;
  return (
    <Section title={texts.call.title}>
      <p className="text-12 text-muted">
        {texts.call.counts(counted)}
        {!counted.exact && <>. {counted.late ? texts.call.late : texts.call.maybe}</>}
        {counted.beyond && <> {texts.call.beyond}</>}
      </p>
      <Files space={space} counted={counted} />
      <div className="flex flex-wrap gap-2">
        <Button icon={Undo2} onClick={() => setUndoing({ of: ofCall(call), title: texts.title.call })}>
          {texts.call.undo}
        </Button>
        {at < changed.calls.length - 1 && <Button onClick={() => setUndoing({ of: afterCall(run, call), title: texts.title.after })}>{texts.call.after}</Button>}
      </div>
      {undoing && <UndoDialog space={space} {...undoing} onClose={() => setUndoing(undefined)} />}
    </Section>
  );
}

/** Longer lists are seen in the dialog. */
const SHOWN = 50;

function Files({ space, counted }: { space: string; counted: ChangedCallView }) {
  const backend = useBackend();
  const form = formOf(ofCall(counted.call), NO_CHOICES);
  const items = useQuery({ queryKey: keys.changedItems(space, form), queryFn: () => backend.changedItems(space, form), ...STILL });
  return (
    <Loaded query={items} waiting={texts.plan.listReading} failed={texts.plan.listFailed}>
      {(found) => (
        <ul className="divide-y divide-line overflow-hidden rounded-md border border-line">
          {found.items.slice(0, SHOWN).map((item) => (
            <File key={item.id} space={space} call={counted.call} item={item} />
          ))}
          {found.items.length > SHOWN && <li className="px-2 py-1 text-12 text-muted">{texts.plan.hidden(found.items.length - SHOWN + found.more)}</li>}
        </ul>
      )}
    </Loaded>
  );
}

function File({ space, call, item }: { space: string; call: string; item: ChangedItemView }) {
  const [open, setOpen] = useState(false);
  return (
    <li>
      <button aria-expanded={open} className="row w-full px-2 text-left text-12 hover:bg-hover focus-visible:-outline-offset-2" onClick={() => setOpen(!open)}>
        <ChevronRight size={14} aria-hidden className={`shrink-0 text-muted transition-transform duration-100 ${open ? "rotate-90" : ""}`} />
        <span className="min-w-0 flex-1 font-mono break-all">
          {item.path}
          {item.from && <span className="font-sans text-muted"> {texts.renamed.was(item.from)}</span>}
        </span>{" "}
        <span className="shrink-0 text-muted">{texts.made[item.what]}</span>
      </button>
      {open && <MadeItem bare space={space} of={ofCall(call)} item={item} />}
    </li>
  );
}
