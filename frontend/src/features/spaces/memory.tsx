import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { NotebookPen, Pencil, Plus, RotateCw, SquareArrowOutUpRight, Trash2 } from "lucide-react";
import { useId, useState } from "react";
import type { MemoryView, ParagraphView, SpaceView } from "../../backend/backend";
import { useBackend } from "../../backend/context";
import { keys } from "../../backend/keys";
import { sayTime } from "../../backend/words";
import { Button, IconButton } from "../../components/button";
import { Empty, Failure, Loaded } from "../../components/feedback";
import { Field, TextArea } from "../../components/field";
import { PaneHeader } from "../../components/pane";
import { sizeWords } from "../../components/text";
import { texts as common } from "../../words/common";
import { texts as words } from "../../words/spaces";

const texts = words.memories;

interface MemoryPageProps {
  space: SpaceView;
  onRun: (run: string) => void;
}

/** What is being written: a paragraph by its number, a new one, or everything. */
type Writing = number | "new" | "all" | "nothing";

/** What the agents of a space remember, paragraph by paragraph, with where each came from. */
export function MemoryPage({ space, onRun }: MemoryPageProps) {
  const backend = useBackend();
  const memory = useQuery({ queryKey: keys.memory(space.path), queryFn: () => backend.memory(space.path), staleTime: 0 });
  return (
    <>
      <PaneHeader title={texts.title} note={texts.note(space.name)}>
        <IconButton label={common.refresh} icon={RotateCw} disabled={memory.isFetching} onClick={() => void memory.refetch()} />
      </PaneHeader>
      <div className="min-h-0 flex-1 overflow-y-auto">
        <Loaded query={memory} waiting={texts.reading} failed={texts.failed}>
          {(now) => <Memories space={space.path} now={now} onRun={onRun} />}
        </Loaded>
      </div>
    </>
  );
}

interface Change {
  at: number | "all";
  was: string;
  text: string;
}

function Memories({ space, now, onRun }: { space: string; now: MemoryView; onRun: (run: string) => void }) {
  const backend = useBackend();
  const client = useQueryClient();
  const [writing, setWriting] = useState<Writing>("nothing");
  const change = useMutation({
    mutationFn: ({ at, was, text }: Change) => (at === "all" ? backend.saveMemory(space, text, now.digest) : backend.replaceMemory(space, at, was, text)),
    onSuccess: (after) => {
      client.setQueryData(keys.memory(space), after);
      setWriting("nothing");
    },
  });
  const save = (next: Change) => change.mutate(next);
  const stop = () => {
    change.reset();
    setWriting("nothing");
  };
  const write = (what: Writing) => {
    change.reset();
    setWriting(what);
  };
  const failure = change.error && <Failure what={texts.saveFailed} why={change.error.message} />;
  const add = <Editor label={texts.text} text="" busy={change.isPending} onStop={stop} onSave={(text) => save({ at: "all", was: "", text: appended(now.text, text) })} />;
  if (now.paragraphs.length === 0 && writing === "nothing") {
    return (
      <Empty icon={NotebookPen} title={texts.empty} action={<Button icon={Plus} onClick={() => write("new")}>{texts.write}</Button>}>
        {texts.emptyText}
      </Empty>
    );
  }
  if (writing === "all") {
    return (
      <div className="flex max-w-220 flex-col gap-3 p-4">
        {failure}
        <Editor label={texts.allLabel} text={now.text} rows={20} busy={change.isPending} onStop={stop} onSave={(text) => save({ at: "all", was: "", text })} />
      </div>
    );
  }
  return (
    <div className="flex max-w-220 flex-col gap-3 p-4">
      {failure}
      <ul className="border-t border-line">
        {now.paragraphs.map((paragraph, at) => (
          <li key={`${at} ${paragraph.text}`} className="border-b border-line py-2">
            {writing === at ? (
              <Editor label={texts.text} text={paragraph.text} busy={change.isPending} onStop={stop} onSave={(text) => save({ at, was: paragraph.text, text })} />
            ) : (
              <Memory
                paragraph={paragraph}
                busy={change.isPending}
                onEdit={() => write(at)}
                onForget={() => save({ at, was: paragraph.text, text: "" })}
                onRun={onRun}
              />
            )}
          </li>
        ))}
      </ul>
      {writing === "new" ? add : (
        <div className="flex flex-wrap items-center gap-2">
          <Button icon={Plus} onClick={() => write("new")}>{texts.write}</Button>
          <Button icon={Pencil} onClick={() => write("all")}>{texts.all}</Button>
          <span className="ml-auto text-12 text-muted">{texts.used(sizeWords(now.used), sizeWords(now.most))}</span>
        </div>
      )}
    </div>
  );
}

/** A memory with one paragraph more. */
function appended(memory: string, text: string): string {
  const before = memory.trimEnd();
  return before ? `${before}\n\n${text}\n` : `${text}\n`;
}

interface MemoryProps {
  paragraph: ParagraphView;
  busy: boolean;
  onEdit: () => void;
  onForget: () => void;
  onRun: (run: string) => void;
}

function Memory({ paragraph: { text, when, run, by }, busy, onEdit, onForget, onRun }: MemoryProps) {
  const [asked, setAsked] = useState(false);
  return (
    <div className="flex items-start gap-3">
      <div className="min-w-0 flex-1">
        <p className="max-w-160 break-words whitespace-pre-wrap select-text">{text}</p>
        <p className="flex items-center gap-1 text-12 text-muted">
          {when ? texts.noted(sayTime(when, new Date()), by || texts.you) : texts.byHand}
          {run && <IconButton label={texts.run} icon={SquareArrowOutUpRight} onClick={() => onRun(run)} />}
        </p>
        {asked && (
          <div className="mt-1 flex flex-wrap items-center gap-2">
            <span>{texts.forgetting}</span>
            <Button disabled={busy} onClick={onForget}>{texts.forget}</Button>
            <Button autoFocus onClick={() => setAsked(false)}>{common.cancel}</Button>
          </div>
        )}
      </div>
      <IconButton label={texts.edit} icon={Pencil} disabled={busy} onClick={onEdit} />
      <IconButton label={texts.remove} icon={Trash2} disabled={busy} onClick={() => setAsked(true)} />
    </div>
  );
}

interface EditorProps {
  label: string;
  text: string;
  rows?: number;
  busy: boolean;
  onSave: (text: string) => void;
  onStop: () => void;
}

function Editor({ label, text, rows = 4, busy, onSave, onStop }: EditorProps) {
  const id = useId();
  const [value, setValue] = useState(text);
  const whole = rows > 4;
  return (
    <div className="flex flex-col gap-2">
      <Field id={id} label={label}>
        <TextArea id={id} rows={rows} autoFocus value={value} onChange={(event) => setValue(event.target.value)} />
      </Field>
      <div className="flex gap-2">
        <Button look="primary" disabled={busy || value === text || (!whole && !value.trim())} onClick={() => onSave(whole ? value : value.trim())}>
          {texts.save}
        </Button>
        <Button onClick={onStop}>{common.cancel}</Button>
      </div>
    </div>
  );
}
