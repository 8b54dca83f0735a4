import { CircleX } from "lucide-react";
import { Code } from "./code";
import { plainOutput } from "./text";
import { texts } from "../words/components";

interface StreamsProps {
  stdout: string;
  stderr: string;
  /** What is to be known about it, in a sentence; "" = nothing. */
  note: string;
  fold?: number;
}

/** What a program that has ended printed, as a terminal would show it, with what it complained about apart. */
export function Streams({ stdout, stderr, note, fold = 16 }: StreamsProps) {
  return (
    <>
      {stdout && <Code text={plainOutput(stdout)} label={texts.output} fold={fold} />}
      {stderr && (
        <div className="flex flex-col gap-1">
          <p aria-hidden className="flex items-center gap-1.5 text-12 text-muted">
            <CircleX size={14} className="text-failed" />
            {texts.errors}
          </p>
          <div className="rounded-md shadow-[inset_3px_0_0_var(--failed)] [&_pre]:pl-4 [&>div]:bg-transparent">
            <Code text={plainOutput(stderr)} label={texts.errors} fold={fold} />
          </div>
        </div>
      )}
      {!stdout && !stderr && <p className="text-muted">{texts.printedNothing}</p>}
      {note && <p className="text-12 break-words text-muted select-text">{note}</p>}
    </>
  );
}
