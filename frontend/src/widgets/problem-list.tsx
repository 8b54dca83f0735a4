import { CopyButton } from "../components/code";
import { State } from "../components/state";
import { texts as words } from "../words/widgets";

const texts = words.file;

interface ProblemListProps {
  id: string;
  problems: readonly { severity: "error" | "warning"; line: number; text: string }[];
  /** The whole file, to be copied. */
  text: string;
  onLine: (line: number) => void;
}

/** What is wrong with a text, below it; each leads to its line. */
export function ProblemList({ id, problems, text, onLine }: ProblemListProps) {
  const errors = problems.some(({ severity }) => severity === "error");
  return (
    <div id={id} className="max-h-[38%] shrink-0 overflow-y-auto border-t border-line" aria-live="polite">
      {problems.length === 0 ? (
        <div className="flex h-8 items-center justify-between pr-2 pl-3">
          <State tone="done" word={texts.noProblems} />
          <CopyButton text={text} label={texts.copy} />
        </div>
      ) : (
        <ul aria-label={errors ? texts.problems : texts.warnings}>
          {problems.map((problem, i) => (
            <li key={i}>
              <button type="button" className="grid w-full grid-cols-[56px_minmax(0,1fr)] items-baseline gap-x-2 px-3 py-1 text-left text-12 hover:bg-hover focus-visible:-outline-offset-2" onClick={() => onLine(Math.max(1, problem.line))}>
                <span className={`tabular-nums ${problem.severity === "error" ? "text-failed" : "text-asking"}`}>
                  {problem.line > 0 ? texts.line(problem.line) : texts.whole}
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
  );
}
