import { ArrowUp, CircleStop, Paperclip } from "lucide-react";
import { useEffect, useId, useLayoutEffect, useRef, useState, type KeyboardEvent } from "react";
import type { ContentView } from "../../backend/backend";
import { useLive, useLiveState } from "../../backend/context";
import { useContents, useSkills, useTool, useTools } from "../../backend/queries";
import { Button, IconButton } from "../../components/button";
import { inputLook } from "../../components/field";
import { argumentsOf, parametersOf, startable, suggest, suggestResources, toolOfLine, variablesOf, type Suggestion } from "./complete";
import { texts as common } from "../../words/common";
import { texts } from "../../words/chat";

interface ComposerProps {
  space: string;
  session: string;
  /** The agent's name, and its id. */
  agent: string;
  agentId: string;
  running: boolean;
  sending: boolean;
  onSend: (text: string) => void;
  onCancel: () => void;
}

const MOST_PX = 240;

export function Composer({ space, session, agent, agentId, running, sending, onSend, onCancel }: ComposerProps) {
  const live = useLive();
  const text = useLiveState((state) => state.drafts[session] ?? "");
  const setText = (next: string) => live.setDraft(session, next);
  const box = useRef<HTMLTextAreaElement>(null);
  /** Where one writes on once the text that was taken is there. */
  const moved = useRef<number>(undefined);
  const id = useId();
  const contents = useContents(space, agentId).data ?? NONE;
  const [caret, setCaret] = useState(text.length);
  const suggestions = useSuggestions(space, agentId, text, caret, contents);
  const [at, setAt] = useState(0);
  const [closed, setClosed] = useState("");
  const open = suggestions.length > 0 && closed !== text;

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

  const send = () => {
    if (!text.trim() || running || sending) return;
    onSend(text.trim());
    setText("");
  };
  const take = (suggestion: Suggestion | undefined) => {
    if (suggestion) write(suggestion.text, suggestion.caret ?? suggestion.text.length);
  };
  const write = (next: string, place: number) => {
    setText(next);
    setCaret(place);
    if (next === text) box.current?.setSelectionRange(place, place);
    else moved.current = place;
    setAt(0);
    setClosed("");
    box.current?.focus();
  };
  /** Begins a word with an @ where one is writing: the list of resources opens. */
  const attach = () => {
    const place = box.current?.selectionStart ?? caret;
    const before = text.slice(0, place).replace(/(^|\s)@$/, "$1");
    const head = /(^|\s)$/.test(before) ? `${before}@` : `${before} @`;
    write(head + text.slice(place), head.length);
  };

  const onKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (open && onSuggestionKey(event)) {
      event.preventDefault();
      return;
    }
    if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      send();
    }
  };

  function onSuggestionKey(event: KeyboardEvent): boolean {
    switch (event.key) {
      case "ArrowDown":
        setAt((at + 1) % suggestions.length);
        return true;
      case "ArrowUp":
        setAt((at + suggestions.length - 1) % suggestions.length);
        return true;
      case "Tab":
        if (event.shiftKey) return false;
        take(suggestions[at]);
        return true;
      case "Enter":
        // While the name is typed, Enter completes it; a whole line is sent.
        if (event.shiftKey || (toolOfLine(text) && suggestions[at]?.kind !== "resource")) return false;
        take(suggestions[at]);
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
        <div className="flex items-end gap-2">
          {contents.some(({ resources }) => resources.length > 0) && <IconButton label={texts.composer.attach} icon={Paperclip} className="size-9" onClick={attach} />}
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
            }}
            onSelect={(event) => setCaret(event.currentTarget.selectionStart)}
            onKeyDown={onKey}
          />
          {running ? (
            <Button
              icon={CircleStop}
              className="h-9"
              onClick={() => {
                onCancel();
                // The button goes away, and whoever types on writes a message.
                box.current?.focus();
              }}
            >
              {common.cancel}
            </Button>
          ) : (
            <Button look="primary" icon={ArrowUp} className="h-9" disabled={!text.trim() || sending} onClick={send}>
              {texts.composer.send}
            </Button>
          )}
        </div>
      </div>
    </div>
  );
}

const NONE: readonly ContentView[] = [];

function useSuggestions(space: string, agent: string, text: string, caret: number, contents: readonly ContentView[]): Suggestion[] {
  const tools = useTools(space).data ?? [];
  const named = toolOfLine(text);
  const known = tools.find((tool) => tool.name === named && tool.state === "ready");
  const detail = useTool(space, known?.qualified ?? "").data;
  const skills = startable(useSkills(space).data ?? [], agent);
  const skill = known ? undefined : skills.find(({ line }) => line === `/${named}`);
  const prompts = contents.flatMap((of) => of.prompts);
  const prompt = known || skill ? undefined : prompts.find(({ line }) => line === `/${named}`);
  const parameters = skill ? variablesOf(skill, text) : prompt ? argumentsOf(prompt) : detail ? parametersOf(detail.input) : [];
  const resources = suggestResources(text, caret, contents);
  return resources.length > 0 ? resources : suggest(text, tools, parameters, skills, prompts);
}

interface SuggestionsProps {
  id: string;
  list: Suggestion[];
  at: number;
  onTake: (suggestion: Suggestion) => void;
}

function Suggestions({ id, list, at, onTake }: SuggestionsProps) {
  return (
    <ul id={`${id}-list`} role="listbox" aria-label={texts.composer.suggestions} className="absolute right-4 bottom-full left-4 z-10 mx-auto max-w-190 rounded-lg border border-edge bg-ground p-1">
      {list.map((suggestion, i) => (
        <li
          key={suggestion.text}
          id={`${id}-${i}`}
          role="option"
          aria-selected={i === at}
          className={`row cursor-default rounded-sm px-2 ${i === at ? "bg-chosen" : "hover:bg-hover"}`}
          // The focus stays in the text.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onTake(suggestion)}
        >
          <span className={suggestion.kind === "resource" ? "max-w-3/5 truncate text-12" : "font-mono text-12"}>{suggestion.label}</span>
          <span className="min-w-0 flex-1 truncate text-12 text-muted">{suggestion.note}</span>
          {suggestion.kind && <span className="shrink-0 text-11 text-muted">{texts.composer.kinds[suggestion.kind]}</span>}
        </li>
      ))}
    </ul>
  );
}
