// What was said, each with what the person can do with it.

import { Check, Copy, Download, GitBranch, History, Pencil, RotateCw } from "lucide-react";
import { useEffect, useState, type ReactNode } from "react";
import { IconButton } from "../../components/button";
import { usePlatform } from "../../components/platform";
import { useSave } from "../../widgets/saving";
import { texts } from "../../words/chat";
import { texts as common } from "../../words/components";

/** A place in a chat: behind an answer of a run, or before its prompt (turn 0), which a branch has as its draft. */
export interface Place {
  run: string;
  turn: number;
  prompt: string;
}

/** back: the files go back to there, too. again: the prompt is sent at once. */
export type OnBranch = (place: Place & { back: boolean; again?: boolean }) => void;

const COPIED_MS = 1500;

interface ActionsProps {
  /** What is copied. */
  text: string;
  place: Place;
  /** Calls behind it have changed files. */
  back: boolean;
  /** Absent: the chat has no branches. */
  onBranch: OnBranch | undefined;
}

/** Seen where the pointer or the keyboard is. It lies over the corner, so that nothing moves. */
export function Actions({ text, place, back, onBranch }: ActionsProps) {
  const before = place.turn === 0;
  const words = texts.turn;
  const save = useSave();
  return (
    <span className="absolute -top-3 right-2 z-10 flex rounded-md border border-line bg-ground opacity-0 group-focus-within:opacity-100 group-hover:opacity-100">
      <CopyText text={text} label={before ? words.copyPrompt : words.copyAnswer} />
      <IconButton label={words.save} icon={Download} onClick={() => save({ name: before ? texts.export.message : texts.export.answer, text })} />
      {onBranch && before && <IconButton label={words.edit} icon={Pencil} onClick={() => onBranch({ ...place, back: false })} />}
      {onBranch && before && <IconButton label={words.again} icon={RotateCw} onClick={() => onBranch({ ...place, back: false, again: true })} />}
      {onBranch && !before && <IconButton label={words.branch} icon={GitBranch} onClick={() => onBranch({ ...place, back: false })} />}
      {onBranch && back && <IconButton label={before ? words.branchBackBefore : words.branchBack} icon={History} onClick={() => onBranch({ ...place, back: true })} />}
    </span>
  );
}

function CopyText({ text, label }: { text: string; label: string }) {
  const { copy } = usePlatform();
  const [state, setState] = useState<"" | "copied" | "failed">("");
  useEffect(() => {
    if (!state) return;
    const timer = setTimeout(() => setState(""), COPIED_MS);
    return () => clearTimeout(timer);
  }, [state]);
  const said = { "": label, copied: common.copied, failed: common.copyFailed };
  return <IconButton label={said[state]} icon={state === "copied" ? Check : Copy} onClick={() => copy(text).then(() => setState("copied"), () => setState("failed"))} />;
}

/** Room for something that was said, below its actions. */
export function Said({ actions, className, children }: { actions: ReactNode; className: string; children: ReactNode }) {
  return (
    <div className={`group relative ${className}`}>
      {children}
      {actions}
    </div>
  );
}
