import { useMemo, type RefObject } from "react";
import type { HandProblemView } from "../../backend/backend";
import { CopyButton } from "../../components/code";
import { linesOf } from "../../components/json/edit";
import { TextEditor, type LineMark, type TextEditorHandle } from "../../components/json/text-editor";
import { State } from "../../components/state";
import type { HandsDraft } from "./draft";
import { FILE, pathOf } from "./hand-text";
import { texts } from "../../words/hands";

interface JSONPaneProps {
  draft: HandsDraft;
  /** The hand whose lines are marked; "" = none. */
  name: string;
  handle: RefObject<TextEditorHandle | null>;
}

/** The file as text, with what is wrong beside its lines and listed below. */
export function JSONPane({ draft, name, handle }: JSONPaneProps) {
  const { text, read, check } = draft;
  const problems = useMemo(() => problemsOf(draft), [draft]);
  const marks = useMemo<LineMark[]>(() => problems.filter(({ line }) => line > 0), [problems]);
  const goTo = (line: number) => handle.current?.goTo(line);
  const errors = check.problems.some(({ severity }) => severity === "error");
  return (
    <section aria-label={FILE} className="flex min-h-0 flex-1 flex-col">
      <TextEditor
        label={texts.file.label(FILE)}
        text={text}
        onChange={(next) => draft.change(() => next)}
        marks={marks}
        band={name !== "" && read.ok ? linesOf(text, read.root, pathOf(name)) : undefined}
        describedBy="hands-problems"
        handle={handle}
      />
      <div id="hands-problems" className="max-h-[38%] shrink-0 overflow-y-auto border-t border-line" aria-live="polite">
        {problems.length === 0 ? (
          <div className="flex h-8 items-center justify-between pr-2 pl-3">
            <State tone="done" word={texts.file.noProblems} />
            <CopyButton text={text} label={texts.file.copy} />
          </div>
        ) : (
          <ul aria-label={errors ? texts.file.problems : texts.file.warnings}>
            {problems.map((problem, i) => (
              <li key={i}>
                <button type="button" className="grid w-full grid-cols-[56px_minmax(0,1fr)] items-baseline gap-x-2 px-3 py-1 text-left text-12 hover:bg-hover focus-visible:-outline-offset-2" onClick={() => goTo(Math.max(1, problem.line))}>
                  <span className={`tabular-nums ${problem.severity === "error" ? "text-failed" : "text-asking"}`}>
                    {problem.line > 0 ? texts.file.line(problem.line) : texts.file.whole}
                  </span>
                  <span className="min-w-0 break-words">
                    <span className="sr-only">{problem.severity}: </span>
                    {problem.text}
                  </span>
                </button>
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}

/** What Go says; while the text is no JSON at all, at least where. */
function problemsOf({ read, check, text }: HandsDraft): HandProblemView[] {
  if (check.problems.length > 0 || read.ok || text === "") return check.problems;
  return [{ severity: "error", hand: "", field: "", line: read.line, text: texts.file.invalid(read.why) }];
}
