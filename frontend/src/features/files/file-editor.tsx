import { useEffect, useMemo, useRef, useState } from "react";
import type { DefinitionKind } from "../../backend/backend";
import { Button } from "../../components/button";
import { Choice } from "../../components/choice";
import { Failure } from "../../components/feedback";
import { TextEditor, type LineMark, type TextEditorHandle } from "../../components/json/text-editor";
import { ProblemList } from "../../widgets/problem-list";
import type { FileDetailProps } from "./file-props";
import type { FileDraft } from "./file-draft";
import { FilePreview } from "./file-preview";
import { readMatter } from "./matter";
import { ToolForm } from "./tool-form";
import { texts } from "../../words/files";
import { texts as words } from "../../words/widgets";

interface FileEditorProps extends FileDetailProps {
  draft: FileDraft;
  kind: DefinitionKind;
}

/** The text and, of a tool, its form, with what it means to the right; one of them where there is no room for more. */
export function FileEditor(props: FileEditorProps) {
  const { draft, kind, line, file } = props;
  const hasForm = kind === "tool";
  const [side, setSide] = useState(hasForm && line === 0 ? "form" : "text");
  const editor = useRef<TextEditorHandle>(null);
  const { problems } = draft.check;
  const marks = useMemo<LineMark[]>(() => problems.filter((one) => one.line > 0), [problems]);
  useEffect(() => {
    if (line > 0) editor.current?.goTo(line);
  }, [line]);
  const goTo = (at: number) => {
    setSide("text");
    setTimeout(() => editor.current?.goTo(at));
  };
  const sides = [
    ...(hasForm ? [{ value: "form", label: texts.file.form }] : []),
    { value: "text", label: texts.file.text, ...(problems.length > 0 && { count: problems.length }) },
  ];
  return (
    <div className="@container/edit flex min-h-0 flex-1 flex-col">
      <div className={`flex h-9 shrink-0 items-center border-b border-line px-4 ${hasForm ? "" : "@min-[760px]/edit:hidden"}`}>
        <span className="@min-[760px]/edit:hidden">
          <Choice label={texts.file.view} value={side} options={[...sides, { value: "preview", label: texts.file.preview }]} onChange={setSide} />
        </span>
        <span className="hidden @min-[760px]/edit:inline">
          <Choice label={texts.file.view} value={side === "preview" ? "text" : side} options={sides} onChange={setSide} />
        </span>
      </div>
      <div className="flex min-h-0 flex-1">
        <section aria-label={file} className={`min-w-0 flex-1 flex-col @min-[760px]/edit:flex ${side === "preview" ? "hidden" : "flex"}`}>
          {hasForm && side === "form" ? <FormSide draft={draft} onText={() => setSide("text")} /> : (
            <TextEditor label={words.file.label(file)} text={draft.text} onChange={(next) => draft.change(() => next)} marks={marks} band={undefined} describedBy="file-problems" handle={editor} />
          )}
          <ProblemList id="file-problems" problems={problems} text={draft.text} onLine={goTo} />
        </section>
        <div className={`@container min-h-0 min-w-0 flex-1 flex-col overflow-y-auto border-line focus-visible:-outline-offset-2 @min-[760px]/edit:flex @min-[760px]/edit:border-l ${side === "preview" ? "flex" : "hidden"}`} tabIndex={0} role="region" aria-label={texts.file.preview}>
          <FilePreview {...props} />
        </div>
      </div>
    </div>
  );
}

function FormSide({ draft, onText }: { draft: FileDraft; onText: () => void }) {
  const matter = useMemo(() => readMatter(draft.text), [draft.text]);
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      {matter.ok ? (
        <ToolForm doc={matter.doc} change={draft.change} />
      ) : (
        <div className="p-4">
          <Failure what={texts.form.broken} why={matter.why ? `${matter.why}.` : texts.form.brokenWhy} action={<Button onClick={onText}>{texts.form.showText}</Button>} />
        </div>
      )}
    </div>
  );
}
