import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { ContentView, FoundFileView, SessionView } from "../../backend/backend";
import { useBackend } from "../../backend/context";
import { keys } from "../../backend/keys";
import { useContents, useSessions, useSkills, useTool, useTools } from "../../backend/queries";
import { argumentsOf, mentionAt, names, parametersOf, startable, suggest, suggestNamed, toolOfLine, variablesOf, type Suggestion } from "./complete";
import { texts } from "../../words/chat";

const NONE: readonly ContentView[] = [];
const NO_CHATS: readonly SessionView[] = [];
const NO_FILES: readonly FoundFileView[] = [];
/** How long a list of files holds while one types. */
const FILES_MS = 5000;

function useFiles(space: string, typed: string | undefined): readonly FoundFileView[] {
  const backend = useBackend();
  const files = useQuery({ queryKey: keys.foundFiles(space, typed ?? ""), queryFn: () => backend.findFiles(space, typed ?? ""), enabled: typed !== undefined, staleTime: FILES_MS, gcTime: FILES_MS, placeholderData: keepPreviousData });
  return typed === undefined ? NO_FILES : (files.data ?? NO_FILES);
}

/** What could stand where one is writing. */
export function useSuggestions(space: string, session: string, agent: string, text: string, caret: number): Suggestion[] {
  const contents = useContents(space, agent).data ?? NONE;
  const tools = useTools(space).data ?? [];
  const line = toolOfLine(text);
  const known = tools.find((tool) => tool.name === line && tool.state === "ready");
  const detail = useTool(space, known?.qualified ?? "").data;
  const skills = startable(useSkills(space).data ?? [], agent);
  const skill = known ? undefined : skills.find((one) => one.line === `/${line}`);
  const prompts = contents.flatMap((of) => of.prompts);
  const prompt = known || skill ? undefined : prompts.find((one) => one.line === `/${line}`);
  const parameters = skill ? variablesOf(skill, text) : prompt ? argumentsOf(prompt) : detail ? parametersOf(detail.input) : [];
  const files = useFiles(space, mentionAt(text, caret));
  const sessions = useSessions(space).data ?? NO_CHATS;
  const chats = sessions.filter(({ id, title, archived }) => id !== session && title !== "" && !archived);
  const named = suggestNamed(text, caret, contents, files, chats);
  return named.length > 0 ? named : suggest(text, tools, parameters, skills, prompts);
}

interface SuggestionsProps {
  id: string;
  list: Suggestion[];
  at: number;
  onTake: (suggestion: Suggestion) => void;
}

export function Suggestions({ id, list, at, onTake }: SuggestionsProps) {
  const chosen = useRef<HTMLLIElement>(null);
  useEffect(() => {
    // A browser may answer with a promise, which is no way to clean up.
    chosen.current?.scrollIntoView({ block: "nearest" });
  }, [at, list]);
  return (
    <ul id={`${id}-list`} role="listbox" tabIndex={0} aria-label={texts.composer.suggestions} className="absolute right-4 bottom-full left-4 z-10 mx-auto max-h-72 max-w-190 overflow-y-auto rounded-lg border border-edge bg-ground p-1">
      {list.map((suggestion, i) => (
        <li
          key={`${suggestion.chat?.id ?? ""}${suggestion.text}`}
          ref={i === at ? chosen : undefined}
          id={`${id}-${i}`}
          role="option"
          aria-selected={i === at}
          className={`row cursor-default rounded-sm px-2 ${i === at ? "bg-chosen" : "hover:bg-hover"}`}
          // The focus stays in the text.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onTake(suggestion)}
        >
          <span className={names(suggestion) ? "max-w-3/5 truncate text-12" : "font-mono text-12"}>{suggestion.label}</span>
          <span className="min-w-0 flex-1 truncate text-12 text-muted">{suggestion.note}</span>
          {suggestion.kind && <span className="shrink-0 text-11 text-muted">{texts.composer.kinds[suggestion.kind]}</span>}
        </li>
      ))}
    </ul>
  );
}
