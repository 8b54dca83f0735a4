import { CircleX } from "lucide-react";
import { Code } from "./code";
import { Finder } from "./finder";
import { countLines, plainOutput } from "./text";
import { texts } from "../words/components";

interface StreamsProps {
  stdout: string;
  stderr: string;
  /** What is to be known about it, in a sentence; "" = nothing. */
  note: string;
  fold?: number;
  /** Saves one of them, which is given as a terminal would show it. Absent: it cannot be saved. */
  onSave?: (stream: "stdout" | "stderr", text: string) => void;
}

/** What a program that has ended printed, as a terminal would show it, with what it complained about apart. */
export function Streams({ stdout, stderr, note, fold = 16, onSave }: StreamsProps) {
  return (
    <>
      {stdout && <Stream text={plainOutput(stdout)} label={texts.output} fold={fold} onSave={onSave && ((text) => onSave("stdout", text))} />}
      {stderr && (
        <div className="flex flex-col gap-1">
          <p aria-hidden className="flex items-center gap-1.5 text-12 text-muted">
            <CircleX size={14} className="text-failed" />
            {texts.errors}
          </p>
          <div className="rounded-md shadow-[inset_3px_0_0_var(--failed)] [&_pre]:pl-4">
            <Stream text={plainOutput(stderr)} label={texts.errors} fold={fold} onSave={onSave && ((text) => onSave("stderr", text))} />
          </div>
        </div>
      )}
      {!stdout && !stderr && <p className="text-muted">{texts.printedNothing}</p>}
      {note && <p className="text-12 break-words text-muted select-text">{note}</p>}
    </>
  );
}

interface StreamProps {
  text: string;
  label: string;
  fold: number;
  onSave: ((text: string) => void) | undefined;
}

function Stream({ text, label, fold, onSave }: StreamProps) {
  if (countLines(text) <= fold) return <Code text={text} label={label} fold={fold} />;
  return <Finder text={text} label={label} fold={fold} onSave={onSave && (() => onSave(text))} />;
}
