import { useContents, useSkills, useTool, useTools } from "../../backend/queries";
import type { ContentView } from "../../backend/backend";
import { argumentsOf, parametersOf, startable, suggest, suggestResources, toolOfLine, variablesOf, type Suggestion } from "./complete";
import { texts } from "../../words/chat";

const NONE: readonly ContentView[] = [];

/** What could stand where one is writing, and what servers have to attach. */
export function useSuggestions(space: string, agent: string, text: string, caret: number): { suggestions: Suggestion[]; contents: readonly ContentView[] } {
  const contents = useContents(space, agent).data ?? NONE;
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
  return { contents, suggestions: resources.length > 0 ? resources : suggest(text, tools, parameters, skills, prompts) };
}

interface SuggestionsProps {
  id: string;
  list: Suggestion[];
  at: number;
  onTake: (suggestion: Suggestion) => void;
}

export function Suggestions({ id, list, at, onTake }: SuggestionsProps) {
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
