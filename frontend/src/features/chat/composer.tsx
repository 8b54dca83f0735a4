import { ArrowUp, CircleStop, ListPlus, Pencil, X } from "lucide-react";
import { useEffect, useId, useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode } from "react";
import { useLive, useLiveState } from "../../backend/context";
import type { Message, Queued } from "../../backend/outgoing";
import { Button, IconButton } from "../../components/button";
import { inputLook } from "../../components/field";
import { droppedIn, isPastedFiles, type Attaching } from "./attach";
import { AttachMenu } from "./attach-menu";
import { AttachedChips } from "./attached-chips";
import { names, toolOfLine, type Suggestion } from "./complete";
import { QueueRows } from "./queue-rows";
import type { Resent } from "./resend";
import { useStopKey } from "./stop-key";
import { Suggestions, useSuggestions } from "./suggestions";
import { texts as common } from "../../words/common";
import { texts } from "../../words/chat";

interface ComposerProps {
  space: string;
  session: string;
  /** The agent's name, and its id. */
  agent: string;
  agentId: string;
  /** The run that goes on, or "". */
  running: string;
  sending: boolean;
  attaching: Attaching;
  onSend: (message: Message) => void;
  /** Says an earlier message anew. Absent: this chat has no branches. */
  onResend?: (resent: Resent) => void;
  onCancel: () => void;
  /** Stands below the message: by whom it is answered, and how. */
  children?: ReactNode;
}

const MOST_PX = 240;

export function Composer({ space, session, agent, agentId, running, sending, attaching, onSend, onResend, onCancel, children }: ComposerProps) {
  const live = useLive();
  const text = useLiveState((state) => state.drafts[session] ?? "");
  const queued = useLiveState((state) => state.queues[session]);
  const setText = (next: string) => live.outgoing.setDraft(session, next);
  const box = useRef<HTMLTextAreaElement>(null);
  /** Where one writes on once the text that was taken is there. */
  const moved = useRef<number>(undefined);
  const id = useId();
  const [caret, setCaret] = useState(text.length);
  const suggestions = useSuggestions(space, session, agentId, text, caret);
  const [at, setAt] = useState(0);
  const [closed, setClosed] = useState("");
  /** The run of the message that is said anew, or "". */
  const [editing, setEditing] = useState("");
  const open = suggestions.length > 0 && closed !== text;
  const something = text.trim() !== "" || attaching.attached.length > 0;
  const waits = running !== "" || (queued !== undefined && !queued.held);

  useLayoutEffect(() => {
    const area = box.current;
    if (!area) return;
    area.style.height = "auto";
    area.style.height = `${Math.min(area.scrollHeight + 2, MOST_PX)}px`;
  }, [text]);
  useLayoutEffect(() => {
    if (moved.current === undefined) return;
    box.current?.setSelectionRange(moved.current, moved.current);
    moved.current = undefined;
  }, [text]);
  useEffect(() => box.current?.focus(), [session]);
  const stop = () => {
    onCancel();
    // The button goes away, and whoever types on writes a message.
    box.current?.focus();
  };
  useStopKey(running !== "", stop);

  const send = () => {
    if (!something || sending || attaching.busy) return;
    const message = { text: text.trim(), attached: live.outgoing.clear(session) };
    if (editing) onResend?.({ run: editing, ...message });
    else if (waits) live.outgoing.queue(session, running, message);
    else onSend(message);
    setEditing("");
    attaching.forget();
  };
  const take = (suggestion: Suggestion | undefined) => {
    if (suggestion) write(suggestion.text, suggestion.caret ?? suggestion.text.length);
    if (suggestion?.chat) attaching.addChat(suggestion.chat);
  };
  const write = (next: string, place = next.length) => {
    setText(next);
    setCaret(place);
    if (next === text) box.current?.setSelectionRange(place, place);
    else moved.current = place;
    setAt(0);
    setClosed("");
    box.current?.focus();
  };
  /** Begins a word with an @ where one is writing: the list of resources opens. */
  const mention = () => {
    const place = box.current?.selectionStart ?? caret;
    const before = text.slice(0, place).replace(/(^|\s)@$/, "$1");
    const head = /(^|\s)$/.test(before) ? `${before}@` : `${before} @`;
    write(head + text.slice(place), head.length);
  };
  /** Takes the last thing that was said back into the box: what waits to be sent, else the last message. */
  const editLast = (): boolean => {
    const last = queued?.items.at(-1);
    if (last) {
      takeBack(last);
      return true;
    }
    if (running || !onResend) return false;
    const turn = live.store.getState().feeds[`session:${session}`]?.turns.findLast(({ prompt, parentCall }) => prompt !== "" && parentCall === "");
    if (!turn) return false;
    setEditing(turn.run);
    put(live.outgoing.recall(turn.prompt));
    return true;
  };
  const takeBack = (item: Queued) => {
    live.outgoing.unqueue(session, item.id);
    put({ ...item, text: text ? `${item.text}\n${text}` : item.text });
  };
  const put = (message: Message) => {
    write(message.text);
    setClosed(message.text);
    live.outgoing.attach(session, message.attached);
  };
  const stopEditing = () => {
    setEditing("");
    live.outgoing.clear(session);
    box.current?.focus();
  };

  const onKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if ((open && onSuggestionKey(event)) || onOwnKey(event)) event.preventDefault();
  };

  function onOwnKey(event: KeyboardEvent): boolean {
    switch (event.key) {
      case "Enter":
        if (event.shiftKey) return false;
        send();
        return true;
      case "ArrowUp":
        return text === "" && !editing && editLast();
      case "Escape":
        if (!editing) return false;
        stopEditing();
        return true;
      default:
        return false;
    }
  }

  function onSuggestionKey(event: KeyboardEvent): boolean {
    const chosen = suggestions[at];
    switch (event.key) {
      case "ArrowDown":
        setAt((at + 1) % suggestions.length);
        return true;
      case "ArrowUp":
        setAt((at + suggestions.length - 1) % suggestions.length);
        return true;
      case "Tab":
        if (event.shiftKey) return false;
        take(chosen);
        return true;
      case "Enter":
        // While the name is typed, Enter completes it; a whole line is sent.
        if (event.shiftKey || (toolOfLine(text) && !(chosen && names(chosen)))) return false;
        take(chosen);
        return true;
      case "Escape":
        setClosed(text);
        return true;
      default:
        return false;
    }
  }

  return (
    <div className="relative shrink-0 px-4 pt-2 pb-3">
      <div className="mx-auto max-w-190">
        {open && <Suggestions id={id} list={suggestions} at={at} onTake={take} />}
        <QueueRows session={session} running={running} onEdit={takeBack} />
        {editing && (
          <div className="mb-2 flex items-center gap-2 rounded-lg border border-edge py-1 pr-1 pl-3 text-12 text-muted">
            <Pencil size={14} aria-hidden className="shrink-0" />
            <p role="status" className="min-w-0 flex-1">{texts.composer.editing}</p>
            <IconButton label={texts.composer.stopEditing} icon={X} onClick={stopEditing} />
          </div>
        )}
        <AttachedChips attaching={attaching} />
        <div className="flex items-end gap-2">
          <textarea
            ref={box}
            rows={1}
            aria-label={texts.composer.label}
            aria-haspopup="listbox"
            aria-controls={open ? `${id}-list` : undefined}
            aria-autocomplete="list"
            aria-activedescendant={open ? `${id}-${at}` : undefined}
            placeholder={texts.composer.placeholder(agent)}
            className={`${inputLook} resize-none rounded-lg px-3 py-1.75 leading-5`}
            value={text}
            onChange={(event) => {
              setText(event.target.value);
              setCaret(event.target.selectionStart);
              setAt(0);
              setClosed("");
              if (attaching.problems.length > 0) attaching.forget();
            }}
            onSelect={(event) => setCaret(event.currentTarget.selectionStart)}
            onKeyDown={onKey}
            onPaste={(event) => {
              if (!isPastedFiles(event.clipboardData)) return;
              event.preventDefault();
              attaching.take(droppedIn(event.clipboardData));
            }}
          />
          {waits && something && !editing && (
            <Button icon={ListPlus} className="h-9" onClick={send}>
              {texts.composer.queue}
            </Button>
          )}
          {running ? (
            <Button icon={CircleStop} className="h-9" title={texts.composer.stopKey} onClick={stop}>
              {common.cancel}
            </Button>
          ) : (
            <Button look="primary" icon={ArrowUp} className="h-9" disabled={!something || sending || attaching.busy} onClick={send}>
              {texts.composer.send}
            </Button>
          )}
        </div>
        <div className="mt-1 flex flex-wrap items-center gap-1">
          <AttachMenu onChoose={attaching.choose} onMention={mention} />
          {children}
        </div>
      </div>
    </div>
  );
}
