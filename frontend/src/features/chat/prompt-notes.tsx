// What came up with a prompt: skills, why, and what the model was told of it; and what was said of the run since.

import { BookOpen, ChevronRight, Info } from "lucide-react";
import { useLiveState } from "../../backend/context";
import { sortNotes, type Note } from "../../backend/notes";
import type { Turn } from "../../backend/transcript";
import { sentence } from "../../backend/words";
import { Code } from "../../components/code";
import { texts } from "../../words/chat";

const NONE: readonly Note[] = [];

export function PromptNotes({ turn }: { turn: Turn }) {
  const notes = useLiveState((state) => state.notes[turn.run] ?? NONE);
  const { up, rest } = sortNotes(turn.skills, notes);
  if (up.length === 0 && rest.length === 0) return null;
  return (
    <div className="flex flex-col gap-1 px-3 text-12">
      {up.length > 0 && (
        <ul aria-label={texts.notes.skills} className="flex flex-col gap-1">
          {up.map(({ name, why }) => (
            <li key={name} className="flex items-start gap-1.5">
              <BookOpen size={14} aria-hidden className="mt-px shrink-0 text-muted" />
              <span className="min-w-0 break-words select-text">
                {texts.notes.skill}{" "}<b className="font-semibold">{name}</b>
                {why && <span className="text-muted">: {why}</span>}
              </span>
            </li>
          ))}
        </ul>
      )}
      {turn.aside && (
        <details className="group/aside pl-5">
          <summary className="flex w-fit cursor-default list-none items-center gap-1 rounded-sm text-muted hover:text-text [&::-webkit-details-marker]:hidden">
            <ChevronRight size={13} aria-hidden className="shrink-0 group-open/aside:rotate-90" />
            {texts.notes.told}
          </summary>
          <div className="pt-1">
            <Code text={turn.aside} label={texts.notes.told} fold={16} />
          </div>
        </details>
      )}
      {rest.map((note, i) => (
        <p key={i} className="flex items-start gap-1.5 text-muted">
          <Info size={14} aria-hidden className="mt-px shrink-0" />
          <span className="min-w-0 break-words select-text">{sentence(note.text)}</span>
        </p>
      ))}
    </div>
  );
}
