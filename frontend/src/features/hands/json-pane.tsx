import { useMemo, type RefObject } from "react";
import type { HandProblemView } from "../../backend/backend";
import { linesOf } from "../../components/json/edit";
import { TextEditor, type LineMark, type TextEditorHandle } from "../../components/json/text-editor";
import { ProblemList } from "../../widgets/problem-list";
import type { HandsDraft } from "./draft";
import { FILE, pathOf } from "./hand-text";
import { texts } from "../../words/hands";
import { texts as common } from "../../words/widgets";

interface JSONPaneProps {
  draft: HandsDraft;
  /** The hand whose lines are marked; "" = none. */
  name: string;
  handle: RefObject<TextEditorHandle | null>;
}

/** The file as text, with what is wrong beside its lines and listed below. */
export function JSONPane({ draft, name, handle }: JSONPaneProps) {
  const { text, read } = draft;
  const problems = useMemo(() => problemsOf(draft), [draft]);
  const marks = useMemo<LineMark[]>(() => problems.filter(({ line }) => line > 0), [problems]);
  return (
    <section aria-label={FILE} className="flex min-h-0 flex-1 flex-col">
      <TextEditor
        label={common.file.label(FILE)}
        text={text}
        onChange={(next) => draft.change(() => next)}
        marks={marks}
        band={name !== "" && read.ok ? linesOf(text, read.root, pathOf(name)) : undefined}
        describedBy="hands-problems"
        handle={handle}
      />
      <ProblemList id="hands-problems" problems={problems} text={text} onLine={(line) => handle.current?.goTo(line)} />
    </section>
  );
}

/** What Go says; while the text is no JSON at all, at least where. */
function problemsOf({ read, check, text }: HandsDraft): HandProblemView[] {
  if (check.problems.length > 0 || read.ok || text === "") return check.problems;
  return [{ severity: "error", hand: "", field: "", line: read.line, text: texts.file.invalid(read.why) }];
}
