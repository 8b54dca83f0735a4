// What a machine reads: commands, argvs, differences, output. Whole and copyable.

import { Check, Copy } from "lucide-react";
import { memo, useEffect, useRef, useState } from "react";
import { beginning, DRAWN_MOST } from "./blocks";
import { IconButton } from "./button";
import { useColours } from "./colours";
import type { Coloured } from "./highlight";
import { LongText } from "./long-text";
import { usePlatform } from "./platform";
import { countLines, isDiff, plainOutput, reveal, sizeWords } from "./text";
import { texts as common } from "../words/common";
import { texts } from "../words/components";

const COPIED_MS = 1500;

export function CopyButton({ text, label = common.copy }: { text: string; label?: string }) {
  const { copy } = usePlatform();
  const [state, setState] = useState<"" | "copied" | "failed">("");
  useEffect(() => {
    if (!state) return;
    const timer = setTimeout(() => setState(""), COPIED_MS);
    return () => clearTimeout(timer);
  }, [state]);
  const words = { "": label, copied: texts.copied, failed: texts.copyFailed };
  return (
    <IconButton
      label={words[state]}
      icon={state === "copied" ? Check : Copy}
      className="size-6"
      onClick={() => copy(text).then(() => setState("copied"), () => setState("failed"))}
    />
  );
}

export function Revealed({ text, oneLine = false }: { text: string; oneLine?: boolean }) {
  return reveal(text).map((span, i) =>
    span.hidden ? (
      <mark key={i} title={texts.hidden} className="rounded-sm bg-asking-fill px-0.5 text-11 text-on-asking">
        {span.text}
      </mark>
    ) : (
      // In a line that is cut off, a word that keeps together would be cut off whole.
      oneLine ? span.text : <Words key={i} text={span.text} />
    ),
  );
}

/** Longer text is not a command that somebody reads word by word. */
const WORDS_MOST = 4000;

/** Breaks lines only between words: "--" at the end of a line is not the beginning of "--directory". */
function Words({ text }: { text: string }) {
  if (text.length > WORDS_MOST || !/\S-\S|--/.test(text)) return text;
  return text.split(/(\s+)/).map((word, i) =>
    /\w*-/.test(word) ? (
      <span key={i} className="inline-block max-w-full align-top break-all">
        {word}
      </span>
    ) : (
      word
    ),
  );
}

function lineLook(line: string): string {
  if (line.startsWith("+++") || line.startsWith("---")) return "text-muted";
  if (line.startsWith("@@")) return "text-muted bg-hover";
  if (line.startsWith("+")) return "text-done bg-done-soft";
  if (line.startsWith("-")) return "text-failed bg-failed-soft";
  return "";
}

const Difference = memo(function Difference({ text }: { text: string }) {
  const lines = text.replace(/\n$/, "").split("\n");
  return lines.map((line, i) => (
    <span key={i} className={`-mr-9 -ml-3 block min-h-4.5 pr-9 pl-3 ${lineLook(line)}`}>
      <Revealed text={line} />
    </span>
  ));
});

const COLOURS: Record<Coloured["colour"], string> = { "": "", word: "text-code-word", name: "text-code-name", value: "text-code-value", text: "text-code-text", note: "text-code-note" };

const InColours = memo(function InColours({ pieces }: { pieces: readonly Coloured[] }) {
  return pieces.map(({ text, colour }, i) =>
    colour ? (
      <span key={i} className={COLOURS[colour]}>
        <Revealed text={text} oneLine />
      </span>
    ) : (
      <Revealed key={i} text={text} oneLine />
    ),
  );
});
/** Lines of which some are marked, by their numbers; the first is the line from. */
function MarkedLines({ text, from, marked }: { text: string; from: number; marked: readonly number[] }) {
  return text.split("\n").map((line, i) => {
    const on = marked.includes(from + i);
    return (
      <span key={i} data-marked={on || undefined} className={on ? "-mr-9 -ml-3 block min-h-4.5 border-l-3 border-asking bg-asking-soft pr-9 pl-2.25" : "block min-h-4.5"}>
        {on && <span className="sr-only">{texts.marked} </span>}
        <Revealed text={line} />
      </span>
    );
  });
}

const END_PX = 4;

/** Tells once when the end of a text that scrolls has been in sight; one that does not scroll has no other end. */
function useEnd(box: HTMLElement | null, text: string, onEnd: (() => void) | undefined): void {
  const tell = useRef(onEnd);
  useEffect(() => {
    tell.current = onEnd;
  });
  const wanted = onEnd !== undefined;
  useEffect(() => {
    if (!box || !wanted) return;
    const look = () => {
      if (box.scrollTop + box.clientHeight >= box.scrollHeight - END_PX) tell.current?.();
    };
    look();
    box.addEventListener("scroll", look);
    return () => box.removeEventListener("scroll", look);
  }, [box, text, wanted]);
}

interface CodeProps {
  text: string;
  /** What it is, for those who cannot see it: "Command". */
  label: string;
  /** Lines shown at first; a button shows the rest. */
  fold?: number;
  /** Bigger type, for the act that the person decides on. */
  large?: boolean;
  /** What it is written in, as Markdown names it: "ts". It is coloured then. */
  language?: string;
  /** The numbers of lines that are marked, from 1. */
  marked?: readonly number[];
  /** The end of it has been in sight. It may be told more than once. */
  onEnd?: (() => void) | undefined;
}

const NONE: readonly number[] = [];

export const Code = memo(function Code({ text, label, fold = Infinity, large = false, language = "", marked = NONE, onEnd }: CodeProps) {
  const [open, setOpen] = useState(false);
  const [box, setBox] = useState<HTMLPreElement | null>(null);
  useEnd(box, text, onEnd);
  const lines = countLines(text);
  const first = fold === Infinity ? text : beginning(text, fold);
  const long = first.length < text.replace(/\n$/, "").length;
  const folded = !open && long;
  const shown = folded ? first : text;
  const colours = useColours(shown, marked.length > 0 ? "" : language);
  const drawPlain = (piece: string, from: number) => (marked.length > 0 ? <MarkedLines text={piece} from={from} marked={marked} /> : <Revealed text={piece} />);
  const draw = isDiff(text.slice(0, DRAWN_MOST)) ? (piece: string) => <Difference text={piece} /> : drawPlain;
  const look = `max-h-[60vh] overflow-auto py-2 pr-9 pl-3 font-mono leading-4.5 break-words whitespace-pre-wrap select-text focus-visible:-outline-offset-2 ${large ? "text-13" : "text-12"}`;
  return (
    <div className="group relative overflow-hidden rounded-md border border-line bg-raised">
      {shown.length > DRAWN_MOST ? (
        <LongText text={shown} label={label} className={look} draw={draw} onBox={setBox} />
      ) : (
        <pre ref={setBox} tabIndex={0} aria-label={label} className={look}>
          {colours ? <InColours pieces={colours} /> : draw(shown, 1)}
        </pre>
      )}
      <span className="absolute top-1 right-1 rounded-md bg-raised">
        <CopyButton text={text} label={texts.copyOf(label)} />
      </span>
      {long && (
        <button className="w-full border-t border-line px-3 py-1 text-left text-12 text-muted hover:bg-hover hover:text-text" onClick={() => setOpen(!open)}>
          {!folded ? texts.showLess : lines > fold ? texts.showAll(lines) : texts.showSize(sizeWords(text.length))}
        </button>
      )}
    </div>
  );
});

interface OutputProps {
  text: string;
  /** Characters that came before and were dropped. */
  dropped?: number;
  fold?: number;
  /** What it is written in, if it is code. */
  language?: string;
}

/** What a program printed, as a terminal would show it. */
export function Output({ text, dropped = 0, fold = 16, language = "" }: OutputProps) {
  const plain = plainOutput(text);
  const note = dropped > 0 ? texts.dropped(dropped) : "";
  return <Code label={texts.output} text={note + plain} fold={fold} language={language} />;
}

const TAIL_LINES = 12;

/** The last lines of a program that is still printing. */
export function LiveOutput({ text, dropped = 0 }: OutputProps) {
  const lines = plainOutput(text).replace(/\n$/, "").split("\n");
  const before = lines.length - TAIL_LINES;
  return (
    <div className="rounded-md border border-line bg-raised">
      {(before > 0 || dropped > 0) && (
        <p className="border-b border-line px-3 py-1 text-11 text-muted">
          {texts.tail(TAIL_LINES)}
        </p>
      )}
      <pre aria-label={texts.live} tabIndex={0} className="overflow-x-auto px-3 py-2 font-mono text-12 leading-4.5 whitespace-pre-wrap select-text">
        {lines.slice(-TAIL_LINES).join("\n")}
      </pre>
    </div>
  );
}
