import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Check, ScrollText, Trash2, TriangleAlert } from "lucide-react";
import { useState } from "react";
import type { KeptView, QuestionView, RehearsalView, RehearsedItemView } from "../backend/backend";
import { useBackend, useLive } from "../backend/context";
import { keys, STILL } from "../backend/keys";
import { sentence } from "../backend/words";
import { Button } from "../components/button";
import { Output, Revealed } from "../components/code";
import { Facts, MonoList } from "../components/facts";
import { Failure, Loaded } from "../components/feedback";
import { Dialog } from "../components/overlay";
import { State } from "../components/state";
import { Difference, Shown } from "./difference";
import { TimeLeft } from "./question-act";
import { keptOf, tickRehearsed } from "./rehearsal-choices";
import { NameList } from "./undo-names";
import { texts as common } from "../words/common";
import { texts } from "../words/rehearsal";
import { texts as undo } from "../words/undo";

interface RehearsalDialogProps {
  space: string;
  rehearsal: RehearsalView;
  /** What waits for it; undefined = nobody. */
  question?: QuestionView;
  /** What became of it is said where it was opened. */
  quiet?: boolean;
  onClose: () => void;
  /** It was kept whole, or dropped. */
  onDone: () => void;
}

/** What a rehearsed call would change, and keeping it: all, some, or nothing. */
export function RehearsalDialog({ space, rehearsal, question, quiet = false, onClose, onDone }: RehearsalDialogProps) {
  const backend = useBackend();
  const client = useQueryClient();
  const live = useLive();
  const [without, setWithout] = useState<ReadonlySet<string>>(new Set());
  const { row, items } = rehearsal;
  const settled = () => {
    void client.invalidateQueries({ queryKey: keys.rehearsals(space) });
    void client.invalidateQueries({ queryKey: keys.rehearsedChat(space) });
    void client.invalidateQueries({ queryKey: keys.runs(space) });
  };
  const keep = useMutation({
    mutationFn: () => backend.keepRehearsal({ rehearsal: row.id, question: question?.id ?? "", without: [...without].sort() }),
    onSuccess: (kept) => {
      settled();
      // The dialog of a question is gone with the question.
      if (kept.error && question) live.notify({ level: "warning", text: [texts.keep.partly(kept.kept), ...kept.left].join(" ") });
      if (kept.error) return;
      if (!quiet) live.notify({ level: "info", text: texts.keep.kept(kept.kept) });
      onDone();
    },
  });
  const drop = useMutation({
    mutationFn: () => backend.dropRehearsal(row.id),
    onSuccess: () => {
      settled();
      onDone();
    },
  });
  const count = keptOf(rehearsal, without);
  const busy = keep.isPending || drop.isPending;
  const movable = items.filter(({ moved }) => !moved).length + rehearsal.more;
  const actions = items.length === 0 ? <Button onClick={onDone}>{question ? texts.back : common.close}</Button> : (
    <>
      <Button className="mr-auto" icon={Trash2} disabled={busy} onClick={() => drop.mutate()}>
        {texts.drop}
      </Button>
      <Button onClick={onClose}>{question ? texts.back : common.close}</Button>
      <Button look="primary" icon={Check} disabled={busy || count === 0 || keep.data !== undefined} onClick={() => keep.mutate()}>
        {keep.isPending ? texts.keep.going : count === movable && count > 0 ? (count === 1 ? texts.keep.one : texts.keep.all(count)) : texts.keep.some(count)}
      </Button>
    </>
  );
  return (
    <Dialog title={`${texts.title}: ${row.tool || row.line || texts.rows.chat}`} open wide onClose={items.length === 0 ? onDone : onClose} actions={actions}>
      <div className="flex shrink-0 flex-wrap items-baseline gap-x-4 gap-y-1 border-b border-line px-4 py-2">
        <p>{saidOf(rehearsal)}</p>
        {items.length > 0 && row.tool === "" && rehearsal.notDone.length > 0 && <p className="text-12 text-muted">{texts.notes.seeNotes(rehearsal.notDone.length)}</p>}
        {question && items.length > 0 && <p className="text-12 text-muted">{texts.said.question}</p>}
        {question?.expires && (
          <p className="ml-auto text-12 text-muted">
            <TimeLeft expires={question.expires} />
          </p>
        )}
      </div>
      <Trouble keep={keep.error} drop={drop.error} kept={keep.data} />
      <Review rehearsal={rehearsal} without={without} onWithout={setWithout} />
    </Dialog>
  );
}

function saidOf({ row, items, more }: RehearsalView): string {
  // A chat in which nothing was said has no name, and no call either.
  const chat = row.tool === "";
  if (items.length === 0) return chat ? texts.said.chatNothing : texts.said.nothing;
  return chat ? texts.said.chat(items.filter(({ moved }) => !moved).length + more) : texts.said.files(items.length + more);
}

function Trouble({ keep, drop, kept }: { keep: Error | null; drop: Error | null; kept: KeptView | undefined }) {
  if (!keep && !drop && !kept?.error) return null;
  return (
    <div className="shrink-0 border-b border-line p-3">
      {keep && <Failure what={texts.keep.failed} why={keep.message} />}
      {drop && <Failure what={texts.dropFailed} why={drop.message} />}
      {kept?.error && <Failure what={texts.keep.partly(kept.kept)} why={kept.left.join("\n") || kept.error} />}
    </div>
  );
}

/** Stands for what it printed, in place of a file. */
const OUTPUT = "";

interface ReviewProps {
  rehearsal: RehearsalView;
  without: ReadonlySet<string>;
  onWithout: (without: ReadonlySet<string>) => void;
}

/** The names that would change, with a box for each, and the difference of the chosen one beside them. */
function Review({ rehearsal, without, onWithout }: ReviewProps) {
  const { items, more } = rehearsal;
  const moved = items.filter((item) => item.moved);
  const ready = items.filter((item) => !item.moved);
  const [at, setAt] = useState((moved[0] ?? ready.find(({ kind }) => kind === "file") ?? ready[0])?.id ?? OUTPUT);
  const item = items.find(({ id }) => id === at);
  const list = { chosen: at, onChoose: setAt, word: (one: RehearsedItemView) => texts.would[one.what], why: (one: RehearsedItemView) => (one.from ? texts.list.from(one.from) : "") };
  if (items.length === 0) return <Printed rehearsal={rehearsal} />;
  return (
    <div className="flex min-h-0 flex-1">
      <div role="group" aria-label={texts.list.files} className="w-72 shrink-0 overflow-y-auto border-r border-line">
        <button aria-pressed={at === OUTPUT} className={`flex h-9 w-full items-center gap-2 border-b border-line px-3 text-left focus-visible:-outline-offset-2 ${at === OUTPUT ? "bg-chosen" : "hover:bg-hover"}`} onClick={() => setAt(OUTPUT)}>
          <ScrollText size={14} aria-hidden className="shrink-0 text-muted" />
          <span className="flex-1">{rehearsal.row.tool ? texts.list.output : texts.list.notes}</span>
          {rehearsal.notDone.length > 0 && <State tone="warning" word={texts.notes.notDoneCount(rehearsal.notDone.length)} bare />}
        </button>
        <NameList {...list} title={texts.list.moved} items={moved} />
        <NameList {...list} title={texts.list.files} items={ready} before={(one) => <Box item={one} items={ready} without={without} onWithout={onWithout} />} />
        {more > 0 && <p className="px-3 py-2 text-12 text-muted">{undo.plan.hidden(more)}</p>}
      </div>
      <div className="flex min-w-0 flex-1 flex-col">{item ? <Item key={item.id} id={rehearsal.row.id} item={item} /> : <Printed rehearsal={rehearsal} />}</div>
    </div>
  );
}

function Box({ item, items, without, onWithout }: { item: RehearsedItemView; items: readonly RehearsedItemView[] } & Omit<ReviewProps, "rehearsal">) {
  return (
    <input
      type="checkbox"
      aria-label={texts.list.include(item.path)}
      className="mt-1.75 size-3.5 shrink-0 accent-(--accent-fill)"
      checked={!without.has(item.id)}
      onChange={(event) => onWithout(tickRehearsed(items, without, item, event.target.checked))}
    />
  );
}

function Item({ id, item }: { id: string; item: RehearsedItemView }) {
  const backend = useBackend();
  const text = useQuery({ queryKey: keys.rehearsedText(id, item.id), queryFn: () => backend.rehearsedText(id, item.id), enabled: item.kind !== "folder", ...STILL });
  return (
    <Shown item={item} word={texts.would[item.what]}>
      {item.kind === "folder" ? (
        <p className="px-4 py-3 text-muted">{texts.folder[item.what]}</p>
      ) : (
        <Loaded query={text} waiting={undo.plan.textReading} failed={undo.plan.textFailed}>
          {(found) => <Difference path={item.path} compared={found} legend={texts.legend} />}
        </Loaded>
      )}
    </Shown>
  );
}

/** What it printed, what it tried to reach, and what was not done. */
function Printed({ rehearsal: { row, printed, exitCode, note, network, tried, reading, never, notDone } }: { rehearsal: RehearsalView }) {
  return (
    <section aria-label={row.tool ? texts.list.output : texts.list.notes} className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto p-4">
      {notDone.length > 0 && (
        <div className="flex flex-col gap-1">
          <h3 className="flex items-center gap-1.5 text-12 font-semibold">
            <TriangleAlert size={14} aria-hidden className="shrink-0 text-asking" />
            {texts.notes.notDone}
          </h3>
          <ul className="flex flex-col gap-1 pl-5">
            {notDone.map((what) => (
              <li key={what} className="break-words select-text">
                <Revealed text={what} />
              </li>
            ))}
          </ul>
        </div>
      )}
      {row.tool && (
        <div className="flex flex-col gap-2">
          <h3 className="text-12 font-semibold text-muted">{texts.notes.output}</h3>
          {printed ? <Output text={printed} fold={40} /> : <p className="text-muted">{texts.notes.noOutput}</p>}
        </div>
      )}
      <Facts
        facts={[
          { name: texts.notes.error, value: row.error },
          { name: texts.notes.exitCode, value: exitCode !== 0 && String(exitCode) },
          { name: texts.notes.note, value: note && sentence(note) },
          { name: texts.notes.network, value: network },
          { name: texts.notes.tried, value: tried.length > 0 && <MonoList items={tried} /> },
          { name: texts.notes.reading, value: reading.length > 0 && <MonoList items={reading} /> },
          { name: texts.notes.never, value: never.length > 0 && <MonoList items={never} /> },
        ]}
      />
    </section>
  );
}
