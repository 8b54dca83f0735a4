import { createContext, use, useMemo, type ReactNode } from "react";
import type { HandProblemView } from "../../backend/backend";
import { texts } from "../../words/handform";

/** What is wrong with one hand. */
const Problems = createContext<readonly HandProblemView[]>([]);

export function ProblemsOf({ problems, children }: { problems: readonly HandProblemView[]; children: ReactNode }) {
  return <Problems value={problems.map(inWords)}>{children}</Problems>;
}

/** The checker's own words are those of a file; a command that nobody has written yet is no mistake. */
function inWords(problem: HandProblemView): HandProblemView {
  return problem.text === NO_COMMAND ? { ...problem, text: texts.form.noCommand, severity: "warning" } : problem;
}

const NO_COMMAND = "command must be non-empty array";

/** What is wrong with a field, and, if asked for, with what is below it. */
export function useProblems(field: string, below = false): readonly HandProblemView[] {
  const all = use(Problems);
  return useMemo(() => all.filter((problem) => problem.field === field || (below && /^[.[]/.test(problem.field.slice(field.length)) && problem.field.startsWith(field))), [all, field, below]);
}

interface FieldRowProps {
  id: string;
  field: string;
  label: string;
  help?: ReactNode;
  /** Problems of what is below the field count as its own. */
  below?: boolean;
  children: ReactNode;
}

/** A label above a control, what is wrong right below it, and what it means. */
export function FieldRow({ id, field, label, help, below = false, children }: FieldRowProps) {
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <label htmlFor={id} className="text-12 font-semibold">
        {label}
      </label>
      {children}
      <FieldProblems id={id} field={field} below={below} />
      {help && (
        <p id={`${id}-help`} className="text-11 text-muted">
          {help}
        </p>
      )}
    </div>
  );
}

export function FieldProblems({ id, field, below = false }: { id: string; field: string; below?: boolean }) {
  const problems = useProblems(field, below);
  if (problems.length === 0) return null;
  return (
    <div id={`${id}-errors`} className="text-12">
      {problems.map(({ text, severity }) => (
        <p key={text} className={severity === "error" ? "text-failed" : "text-asking"}>
          {text}
        </p>
      ))}
    </div>
  );
}
