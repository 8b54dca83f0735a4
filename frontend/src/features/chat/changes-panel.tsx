import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { CheckCheck, FileDiff, RotateCw, Undo2, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { ChangedItemView, UndoPlanView } from "../../backend/backend";
import { useBackend } from "../../backend/context";
import { keys, STILL } from "../../backend/keys";
import { Button, IconButton } from "../../components/button";
import { Empty, Failure, Loaded, Waiting } from "../../components/feedback";
import { formOf, NO_CHOICES, type UndoOf } from "../../widgets/undo-choices";
import { UndoDialog } from "../../widgets/undo-dialog";
import { UndoNotes } from "../../widgets/undo-notes";
import type { ChatChanges } from "./chat-files";
import { ChangeGroup } from "./change-rows";
import { useKept } from "./kept";
import { texts } from "../../words/undo";

interface ChangesPanelProps {
  space: string;
  session: string;
  changes: ChatChanges;
  onClose: () => void;
}

/** What an agent has changed in a chat, beside it: each file with its difference, to be kept or undone. */
export function ChangesPanel({ space, session, changes: { of, items, backs, count }, onClose }: ChangesPanelProps) {
  const backend = useBackend();
  const close = useRef<HTMLButtonElement>(null);
  const whole = formOf(of, NO_CHOICES);
  // How the files are now, which anybody may change: looked at again whenever the person comes back.
  const plan = useQuery({ queryKey: keys.undoPlan(space, { ...whole, backs }), queryFn: () => backend.planUndo(space, whole), placeholderData: keepPreviousData, ...STILL, refetchOnWindowFocus: true });
  const [undoing, setUndoing] = useState<{ of: UndoOf; title: string } | undefined>(undefined);
  const [before] = useState(() => document.activeElement);
  useEffect(() => {
    close.current?.focus();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, [before]);
  return (
    <aside
      aria-label={texts.panel.title}
      className="absolute inset-y-0 right-0 z-20 flex w-full max-w-120 flex-col border-l border-line bg-ground shadow-lg @5xl/chat:static @5xl/chat:w-104 @5xl/chat:max-w-none @5xl/chat:shrink-0 @5xl/chat:shadow-none @7xl/chat:w-130"
      onKeyDown={(event) => {
        if (event.key !== "Escape" || event.defaultPrevented) return;
        event.preventDefault();
        event.stopPropagation();
        onClose();
      }}
    >
      <header className="flex h-11 shrink-0 items-center gap-2 border-b border-line pr-2 pl-4">
        <h2 className="min-w-0 flex-1 truncate font-semibold">{texts.panel.title}</h2>
        <IconButton label={texts.plan.lookAgain} icon={RotateCw} disabled={plan.isFetching} onClick={() => void plan.refetch()} />
        <button ref={close} aria-label={texts.panel.close} data-tip="" className="inline-flex size-7 items-center justify-center rounded-md text-muted hover:bg-hover hover:text-text" onClick={onClose}>
          <X size={15} aria-hidden />
        </button>
      </header>
      {count === 0 ? (
        <Nothing plan={plan.data} />
      ) : (
        <Loaded query={items} waiting={texts.plan.listReading} failed={texts.plan.listFailed}>
          {(found) => plan.isPending ? <Waiting what={texts.plan.reading} /> : <Changes space={space} session={session} of={of} items={found.items} more={found.more} plan={plan.data} failed={plan.error?.message ?? ""} onUndo={setUndoing} />}
        </Loaded>
      )}
      {undoing && <UndoDialog space={space} of={undoing.of} title={undoing.title} onClose={() => setUndoing(undefined)} />}
    </aside>
  );
}

/** No file was changed; what was done elsewhere is said all the same. */
function Nothing({ plan }: { plan: UndoPlanView | undefined }) {
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <Empty icon={FileDiff} title={texts.plan.noFiles}>
        {plan?.elsewhere.length ? texts.panel.onlyElsewhere : texts.panel.noneText}
      </Empty>
      {plan && <UndoNotes elsewhere={plan.elsewhere} partial={plan.partial} skipped={plan.skipped} unsure={plan.unsure} />}
    </div>
  );
}

interface ChangesProps {
  space: string;
  session: string;
  of: UndoOf;
  items: readonly ChangedItemView[];
  more: number;
  plan: UndoPlanView | undefined;
  failed: string;
  onUndo: (undoing: { of: UndoOf; title: string }) => void;
}

function Changes({ space, session, of, items, more, plan, failed, onUndo }: ChangesProps) {
  const backend = useBackend();
  const client = useQueryClient();
  const kept = useKept(session);
  const [said, setSaid] = useState("");
  const undo = useMutation({
    // What the person sees goes back at once. What needs a decision is shown first.
    mutationFn: async (item: ChangedItemView) => {
      const only = { ...of, only: item.was ? [item.id, item.was] : [item.id] };
      const form = formOf(only, NO_CHOICES);
      const now = await backend.planUndo(space, form);
      if (now.items.length === 0 || now.items.some(({ state }) => state !== "ready")) return only;
      const back = await backend.takeBack(space, form, now.digest);
      if (back.error) throw new Error([back.error, ...back.left].join("\n"));
      return undefined;
    },
    onSuccess: (decide, item) => {
      if (decide) {
        onUndo({ of: decide, title: texts.panel.undo(item.path) });
        return undefined;
      }
      setSaid(texts.panel.undone(item.path));
      return client.invalidateQueries({ queryKey: keys.changed(space) });
    },
  });
  const states = stateOf(plan);
  const groups = sorted(items, states, kept.isKept);
  const rows = {
    space, of, busy: undo.isPending,
    onUndo: (item: ChangedItemView) => undo.mutate(item),
    onKeep: (item: ChangedItemView) => {
      kept.keep([item]);
      setSaid(texts.panel.keptNow(item.path));
    },
    onLetGo: kept.letGo,
  };
  return (
    <>
      <p role="status" className="sr-only">
        {said}
      </p>
      <div className="min-h-0 flex-1 overflow-y-auto">
        {undo.error && (
          <div className="p-3">
            <Failure what={texts.panel.failed(undo.variables.path)} why={undo.error.message} />
          </div>
        )}
        {failed && (
          <div className="p-3">
            <Failure what={texts.plan.failed} why={failed} />
          </div>
        )}
        <ChangeGroup {...rows} title={texts.plan.conflicts} text={texts.panel.conflictText} items={groups.conflicts} />
        <ChangeGroup {...rows} title={texts.panel.look} items={groups.look} first />
        <ChangeGroup {...rows} title={texts.panel.kept} items={groups.kept} isKept />
        <ChangeGroup {...rows} title={texts.plan.stays} items={groups.stays} why={(item) => states.get(item.id)?.why ?? ""} fixed />
        <ChangeGroup {...rows} title={texts.panel.back} items={groups.back} fixed />
        {more > 0 && <p className="px-4 py-2 text-12 text-muted">{texts.plan.hidden(more)}</p>}
        {plan && <UndoNotes elsewhere={plan.elsewhere} partial={plan.partial} skipped={plan.skipped} unsure={plan.unsure} besides={plan.beside.length > 0} />}
      </div>
      <footer className="flex shrink-0 flex-wrap justify-end gap-2 border-t border-line px-4 py-3">
        <Button icon={CheckCheck} disabled={groups.look.length === 0} onClick={() => { kept.keep(groups.look); setSaid(texts.panel.keptAll); }}>
          {texts.panel.keepAll}
        </Button>
        <Button icon={Undo2} disabled={groups.back.length === items.length && more === 0} onClick={() => onUndo({ of, title: texts.title.all })}>
          {texts.panel.undoAll}
        </Button>
      </footer>
    </>
  );
}

interface State {
  state: string;
  why: string;
}

/** How each name stands; what has two has it under both. */
function stateOf(plan: UndoPlanView | undefined): Map<string, State> {
  const states = new Map<string, State>();
  for (const { id, with: other, state, why } of plan?.items ?? []) {
    states.set(id, { state, why });
    if (other) states.set(other, { state, why });
  }
  return states;
}

function sorted(items: readonly ChangedItemView[], states: ReadonlyMap<string, State>, isKept: (item: ChangedItemView) => boolean) {
  const groups = { conflicts: [] as ChangedItemView[], look: [] as ChangedItemView[], kept: [] as ChangedItemView[], stays: [] as ChangedItemView[], back: [] as ChangedItemView[] };
  for (const item of items) {
    const state = (states.get(item.id) ?? states.get(item.was))?.state;
    if (state === "already") groups.back.push(item);
    else if (isKept(item)) groups.kept.push(item);
    else if (state === "conflict") groups.conflicts.push(item);
    else if (state === "lost" || state === "kept") groups.stays.push(item);
    else groups.look.push(item);
  }
  return groups;
}

