import { useImperativeHandle, useLayoutEffect, useRef, type Ref } from "react";

export interface LineMark {
  /** From 1. */
  line: number;
  severity: "error" | "warning";
  text: string;
}

export interface TextEditorHandle {
  /** Brings a line into view and puts the caret at its beginning. */
  goTo: (line: number) => void;
  /** Brings lines into view, and leaves the focus where it is. */
  show: (first: number, last: number) => void;
}

interface TextEditorProps {
  label: string;
  text: string;
  onChange: (text: string) => void;
  marks: readonly LineMark[];
  /** Lines that belong together, such as what a form beside it shows. */
  band: { first: number; last: number } | undefined;
  describedBy?: string;
  handle: Ref<TextEditorHandle>;
}

const LINE_PX = 18;
const PAD_PX = 8;

/** A text with the numbers of its lines. A plain text field: the keys do what they do everywhere, Tab leaves it. */
export function TextEditor({ label, text, onChange, marks, band, describedBy, handle }: TextEditorProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  const gutter = useRef<HTMLDivElement>(null);
  const lines = text.split("\n").length;
  const follow = () => {
    if (area.current && gutter.current) gutter.current.style.transform = `translateY(${-area.current.scrollTop}px)`;
  };
  useLayoutEffect(follow);

  useImperativeHandle(handle, () => ({
    goTo: (line) => {
      const field = area.current;
      if (!field) return;
      const at = field.value.split("\n").slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
      field.focus();
      field.setSelectionRange(at, at);
      field.scrollTop = Math.max(0, (line - 1) * LINE_PX - field.clientHeight / 3);
    },
    show: (first, last) => {
      const field = area.current;
      if (!field) return;
      const [top, bottom] = [(first - 1) * LINE_PX, last * LINE_PX + 2 * PAD_PX];
      if (top >= field.scrollTop && bottom <= field.scrollTop + field.clientHeight) return;
      field.scrollTop = Math.max(0, Math.min(top, Math.max(top - 2 * LINE_PX, bottom - field.clientHeight)));
    },
  }), []);

  return (
    <div className="relative flex min-h-0 flex-1 overflow-hidden bg-raised font-mono text-12 leading-4.5">
      <div aria-hidden className="w-11 shrink-0 overflow-hidden border-r border-line text-right text-muted select-none">
        <div ref={gutter} className="relative py-2">
          {band && (
            <span className="absolute right-0 w-0.5 bg-accent" style={{ top: PAD_PX + (band.first - 1) * LINE_PX, height: (band.last - band.first + 1) * LINE_PX }} />
          )}
          {marks.map(({ line, severity, text: title }, i) => (
            <span
              key={i}
              title={title}
              className={`absolute inset-x-0 ${severity === "error" ? "bg-failed-soft shadow-[inset_2px_0_0_var(--failed)]" : "bg-asking-soft shadow-[inset_2px_0_0_var(--asking-fill)]"}`}
              style={{ top: PAD_PX + (line - 1) * LINE_PX, height: LINE_PX }}
            />
          ))}
          <pre className="relative pr-2.5 font-mono text-11 leading-4.5">{numbersTo(lines)}</pre>
        </div>
      </div>
      <textarea
        ref={area}
        aria-label={label}
        aria-describedby={describedBy}
        aria-invalid={marks.some(({ severity }) => severity === "error") || undefined}
        spellCheck={false}
        autoComplete="off"
        wrap="off"
        value={text}
        className="min-w-0 flex-1 resize-none bg-transparent px-3 py-2 leading-4.5 whitespace-pre text-text focus-visible:-outline-offset-2"
        onScroll={follow}
        // A text field knows only the line ends of Unix; a file keeps its own.
        onChange={(event) => onChange(text.includes("\r\n") ? event.target.value.replaceAll("\n", "\r\n") : event.target.value)}
      />
    </div>
  );
}

function numbersTo(lines: number): string {
  return Array.from({ length: lines }, (_, i) => i + 1).join("\n");
}
