import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { CircleCheck, GitBranch, RotateCw, Undo2 } from "lucide-react";
import { useState } from "react";
import type { SessionView, TakenBackView, UndoItemView, UndoPlanView } from "../backend/backend";
import { useBackend } from "../backend/context";
import { keys, STILL } from "../backend/keys";
import { sentence } from "../backend/words";
import { Button } from "../components/button";
import { Doubt, Empty, Failure, Loaded } from "../components/feedback";
import { Dialog } from "../components/overlay";
import { countOf, decisionOf, formOf, grouped, heldOf, leave, NO_CHOICES, tickItem, type Choices, type UndoOf } from "./undo-choices";
import { UndoItem } from "./undo-item";
import { NameList } from "./undo-names";
import { UndoNotes } from "./undo-notes";
import { texts as common } from "../words/common";
import { texts } from "../words/undo";

interface UndoDialogProps {
  space: string;
  of: UndoOf;
  title: string;
  /** Then a chat begins at the place that is gone back to. */
  branch?: Branching;
  onClose: () => void;
}

/** What a branch that takes files back needs. */
export interface Branching {
  onBranched: (chat: SessionView) => void;
  /** Branches, and leaves all files. */
  onOnly: () => void;
}

/** What an undo would do, name by name, and the button that does it. Nothing is changed before that. */
export function UndoDialog({ space, of, title, branch, onClose }: UndoDialogProps) {
  const backend = useBackend();
  const client = useQueryClient();
  const [choices, setChoices] = useState(NO_CHOICES);
  const whole = formOf(of, NO_CHOICES);
  const form = formOf(of, choices);
  const plan = useQuery({ queryKey: keys.undoPlan(space, whole), queryFn: () => backend.planUndo(space, whole), ...STILL });
  // What the choices make of it; the list stays that of the whole plan.
  const chosen = useQuery({ queryKey: keys.undoPlan(space, form), queryFn: () => backend.planUndo(space, form), enabled: plan.data !== undefined, placeholderData: keepPreviousData, ...STILL });
  const undo = useMutation({
    mutationFn: async (digest: string): Promise<TakenBackView> => {
      if (!branch) return backend.takeBack(space, form, digest);
      const { chat, back } = await backend.branchBack(space, form, digest);
      if (chat) branch.onBranched(chat);
      return back;
    },
    onSuccess: (back) => {
      void client.invalidateQueries({ queryKey: keys.changed(space) });
      if (!back.error) onClose(); // else it says what is left
    },
  });
  const again = () => {
    undo.reset();
    void client.resetQueries({ queryKey: keys.undoPlan(space, whole) });
    void client.invalidateQueries({ queryKey: keys.undoPlan(space, form) });
  };
  const held = branch && chosen.data ? heldOf(chosen.data) : [];
  const digest = chosen.isPlaceholderData || chosen.error || held.length > 0 ? undefined : chosen.data?.digest;
  const count = chosen.data ? countOf(chosen.data) : { files: 0, folders: 0 };
  return (
    <Dialog title={title} open wide onClose={onClose} actions={<Actions count={count} branch={branch} digest={digest} busy={undo.isPending} onDo={undo.mutate} onClose={onClose} />}>
      <Trouble branches={branch !== undefined} error={undo.error ?? (plan.error ? null : chosen.error)} back={undo.data} onAgain={again} />
      {held.length > 0 && !undo.error && (
        <div className="shrink-0 border-b border-line p-3">
          <Doubt what={texts.branch.held(held.length)} why={texts.branch.heldText} action={<Button onClick={() => setChoices(leave(choices, held))}>{texts.branch.leave}</Button>} />
        </div>
      )}
      <Loaded query={plan} waiting={texts.plan.reading} failed={texts.plan.failed}>
        {(found) => <Plan space={space} of={of} plan={found} choices={choices} onChoices={setChoices} />}
      </Loaded>
    </Dialog>
  );
}

interface ActionsProps {
  count: { files: number; folders: number };
  branch: Branching | undefined;
  /** Of what would be done; undefined = it can't be done now. */
  digest: string | undefined;
  busy: boolean;
  onDo: (digest: string) => void;
  onClose: () => void;
}

function Actions({ count: { files, folders }, branch, digest, busy, onDo, onClose }: ActionsProps) {
  const word = branch ? texts.branch.both(files, folders) : texts.plan.putBack(files, folders);
  return (
    <>
      <Button onClick={onClose}>{common.cancel}</Button>
      {branch && files + folders > 0 && (
        <Button disabled={busy} onClick={() => { onClose(); branch.onOnly(); }}>
          {texts.branch.only}
        </Button>
      )}
      {(branch !== undefined || files + folders > 0) && (
        <Button look="primary" icon={branch ? GitBranch : Undo2} disabled={digest === undefined || busy} onClick={() => digest !== undefined && onDo(digest)}>
          {busy ? (branch ? texts.branch.going : texts.plan.puttingBack) : word}
        </Button>
      )}
    </>
  );
}

/** Why it was not done, or not all of it. */
function Trouble({ branches, error, back, onAgain }: { branches: boolean; error: Error | null; back: TakenBackView | undefined; onAgain: () => void }) {
  if (!error && !back?.error) return null;
  const words = branches ? texts.branch : { failed: texts.plan.notDone, partly: texts.plan.partly };
  const action = (
    <Button icon={RotateCw} onClick={onAgain}>
      {texts.plan.lookAgain}
    </Button>
  );
  return (
    <div className="shrink-0 border-b border-line p-3">
      <Failure what={error ? words.failed : words.partly(back?.files ?? 0)} why={error ? error.message : [back?.error, ...(back?.left ?? [])].join("\n")} action={action} />
    </div>
  );
}

interface PlanProps {
  space: string;
  of: UndoOf;
  plan: UndoPlanView;
  choices: Choices;
  onChoices: (choices: Choices) => void;
}

function Plan({ space, of, plan, choices, onChoices }: PlanProps) {
  const { conflicts, ready, stays, already } = grouped(plan.items);
  const [at, setAt] = useState((conflicts[0] ?? ready.find(({ kind }) => kind === "file") ?? ready[0] ?? stays[0])?.id ?? "");
  if (plan.items.length === 0) {
    return (
      <Empty icon={Undo2} title={of.branch ? texts.branch.nothing : texts.plan.nothing}>
        {of.branch ? texts.branch.nothingText : texts.plan.nothingText}
      </Empty>
    );
  }
  if (already.length === plan.items.length) {
    return (
      <Empty icon={CircleCheck} title={of.branch ? texts.branch.same : texts.plan.same}>
        {texts.plan.sameText}
      </Empty>
    );
  }
  const item = plan.items.find(({ id }) => id === at);
  const list = { chosen: at, onChoose: setAt, word: (one: UndoItemView) => texts.would[one.what] };
  const words = { over: texts.plan.over, merge: texts.plan.merge, keep: texts.plan.keeps, undecided: texts.branch.undecided };
  const decision = ({ id }: UndoItemView) => words[decisionOf(choices, of, id)];
  return (
    <div className="flex min-h-0 flex-1">
      <div role="group" aria-label={texts.plan.list} className="w-72 shrink-0 overflow-y-auto border-r border-line">
        <NameList {...list} title={texts.plan.conflicts} items={conflicts} word={decision} />
        <NameList {...list} title={texts.plan.ready} items={ready} why={({ from }) => from && texts.renamed.is(from)} before={(one) => <ItemTick item={one} choices={choices} onChoices={onChoices} />} />
        <NameList {...list} title={texts.plan.stays} items={stays} why={(one) => sentence(one.why)} word={() => ""} />
        <NameList {...list} title={texts.plan.already} items={already} word={() => ""} />
        {plan.more > 0 && <p className="px-3 py-2 text-12 text-muted">{texts.plan.hidden(plan.more)}</p>}
        <UndoNotes elsewhere={plan.elsewhere} partial={plan.partial} skipped={plan.skipped} unsure={plan.unsure} besides={plan.beside.length > 0} />
      </div>
      <div className="flex min-w-0 flex-1 flex-col">
        {item ? <UndoItem key={item.id} space={space} of={of} item={item} choices={choices} onChoices={onChoices} /> : <p className="p-4 text-muted">{texts.item.pick}</p>}
      </div>
    </div>
  );
}

function ItemTick({ item, choices, onChoices }: { item: UndoItemView; choices: Choices; onChoices: (choices: Choices) => void }) {
  const some = choices.parts.has(item.id);
  return (
    <input
      type="checkbox"
      aria-label={texts.plan.include(item.path)}
      className="mt-1.75 size-3.5 shrink-0 accent-(--accent-fill)"
      checked={!choices.without.has(item.id)}
      ref={(box) => {
        if (box) box.indeterminate = some;
      }}
      onChange={(event) => onChoices(tickItem(choices, item, event.target.checked))}
    />
  );
}
