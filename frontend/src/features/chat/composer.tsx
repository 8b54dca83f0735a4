import { ArrowUp, CircleStop } from "lucide-react";
import { useEffect, useId, useLayoutEffect, useRef, useState, type KeyboardEvent } from "react";
import { useLive, useLiveState } from "../../backend/context";
import { useSkills, useTool, useTools } from "../../backend/queries";
import { Button } from "../../components/button";
import { inputLook } from "../../components/field";
import { parametersOf, startable, suggest, toolOfLine, variablesOf, type Suggestion } from "./complete";
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
  const id = useId();
  const suggestions = useSuggestions(space, agentId, text);
  const [at, setAt] = useState(0);
  const [closed, setClosed] = useState("");
  const open = suggestions.length > 0 && closed !== text;

  useLayoutEffect(() => {
    const area = box.current;
    if (!area) return;
    area.style.height = "auto";
    area.style.height = `${Math.min(area.scrollHeight + 2, MOST_PX)}px`;
  }, [text]);
  useEffect(() => box.current?.focus(), [session]);

  const send = () => {
    if (!text.trim() || running || sending) return;
    onSend(text.trim());
    setText("");
  };
  const take = (suggestion: Suggestion | undefined) => {
    if (!suggestion) return;
    setText(suggestion.text);
    setAt(0);
    box.current?.focus();
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
        if (event.shiftKey || toolOfLine(text)) return false;
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
              setAt(0);
              setClosed("");
            }}
            onKeyDown={onKey}
          />
          {running ? (
            <Button icon={CircleStop} className="h-9" onClick={onCancel}>
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

function useSuggestions(space: string, agent: string, text: string): Suggestion[] {
  const tools = useTools(space).data ?? [];
  const named = toolOfLine(text);
  const known = tools.find((tool) => tool.name === named && tool.state === "ready");
  const detail = useTool(space, known?.qualified ?? "").data;
  const skills = startable(useSkills(space).data ?? [], agent);
  const skill = known ? undefined : skills.find(({ line }) => line === `/${named}`);
  return suggest(text, tools, skill ? variablesOf(skill, text) : detail ? parametersOf(detail.input) : [], skills);
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
          <span className="font-mono text-12">{suggestion.label}</span>
          <span className="min-w-0 flex-1 truncate text-12 text-muted">{suggestion.note}</span>
          {suggestion.skill && <span className="shrink-0 text-11 text-muted">{texts.composer.skill}</span>}
        </li>
      ))}
    </ul>
  );
}
