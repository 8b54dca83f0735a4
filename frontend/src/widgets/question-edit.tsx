import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Play } from "lucide-react";
import { lazy, Suspense, useEffect, useId, useMemo, useRef, useState } from "react";
import type { PreviewView, QuestionView, ViolationView } from "../backend/backend";
import { sayForeseen } from "../backend/foreseen";
import { useBackend } from "../backend/context";
import { keys } from "../backend/keys";
import { useTool } from "../backend/queries";
import { sayCode, sayEffect, sentence } from "../backend/words";
import { Button } from "../components/button";
import { Choice } from "../components/choice";
import { Code } from "../components/code";
import { Facts, MonoList } from "../components/facts";
import { Failure, Waiting } from "../components/feedback";
import { Field, TextArea } from "../components/field";
import { lookOf, NO_VIOLATIONS, schemaForForm } from "../components/form/look";
import { State } from "../components/state";
import { useArmed } from "./armed";
import { texts as common } from "../words/common";
import { texts } from "../words/widgets";

// The form library is a fifth of the page, and most windows are opened to chat.
const SchemaForm = lazy(() => import("../components/form/schema-form").then((module) => ({ default: module.SchemaForm })));

interface EditProps {
  question: QuestionView;
  busy: boolean;
  /** Runs what the digest names: what was shown for this very input. */
  onRun: (input: string, digest: string) => void;
  onBack: () => void;
}

/** The input of a waiting call, to be changed before it runs, and what exactly would run then. */
export function QuestionEdit({ question, busy, onRun, onBack }: EditProps) {
  const backend = useBackend();
  const [text, setText] = useState(() => pretty(question.input));
  const [way, setWay] = useState("form");
  const box = useRef<HTMLDivElement>(null);
  const tool = useTool(question.space, question.tool);
  const schema = useMemo(() => (tool.data ? schemaForForm(tool.data.input) : undefined), [tool.data]);
  const read = useMemo(() => readObject(text), [text]);
  const input = read.value ? JSON.stringify(read.value) : "";
  const preview = useQuery({
    queryKey: keys.answer(question.id, input),
    queryFn: () => backend.previewAnswer(question.id, input),
    placeholderData: keepPreviousData,
    enabled: input !== "",
    staleTime: 0,
    gcTime: 0,
  });
  // What runs is what is shown: it waits for the preview of this very input.
  const shown = input !== "" && !preview.isPlaceholderData && !preview.isFetching && !preview.error ? preview.data : undefined;
  const violations = preview.data?.violations ?? NO_VIOLATIONS;
  const may = shown?.violations.length === 0 && shown.code === "" && shown.decision !== "deny";
  const armed = useArmed(may ? shown.digest : "");
  useEffect(() => {
    box.current?.focus();
    box.current?.scrollIntoView({ block: "nearest" });
  }, []);
  const formed = way === "form" && schema ? read.value : undefined;
  return (
    <div ref={box} tabIndex={-1} role="group" aria-label={texts.edit.title} className="flex flex-col gap-3 rounded-md border border-edge bg-ground p-3 focus-visible:outline-none">
      <div className="flex items-center justify-between gap-2">
        <p className="font-semibold">{texts.edit.title}</p>
        <Choice label={texts.edit.way} value={formed ? "form" : "json"} options={[{ value: "form", label: texts.edit.form }, { value: "json", label: texts.edit.json }]} onChange={setWay} />
      </div>
      {tool.error && <Failure what={texts.edit.noForm} why={tool.error.message} />}
      {schema && formed ? (
        <Suspense fallback={<Waiting what={common.makingForm} />}>
          <SchemaForm schema={schema} look={lookOf(schema)} value={formed} onChange={(value) => setText(JSON.stringify(value, null, 2))} violations={violations} showAll disabled={busy} />
        </Suspense>
      ) : (
        <AsJSON text={text} onChange={setText} problem={read.why} violations={violations} />
      )}
      <div aria-live="polite" className="flex flex-col gap-2 border-t border-line pt-3 empty:hidden">
        {preview.error ? <Failure what={texts.edit.previewFailed} why={preview.error.message} /> : input !== "" && <Instead preview={preview.data} violations={violations} same={shown?.digest === question.digest} />}
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Button onClick={onBack}>{common.back}</Button>
        <Button look="asking" icon={Play} disabled={!armed || !may || busy} onClick={() => shown && onRun(input, shown.digest)}>
          {texts.edit.run}
        </Button>
      </div>
    </div>
  );
}

interface AsJSONProps {
  text: string;
  onChange: (text: string) => void;
  problem: string;
  violations: readonly ViolationView[];
}

function AsJSON({ text, onChange, problem, violations }: AsJSONProps) {
  const id = useId();
  const errors = problem ? [problem] : violations.map(({ path, message }) => (path ? `${path.slice(1)}: ${message}` : message));
  return (
    <Field id={id} label={texts.edit.input} errors={errors}>
      <TextArea
        id={id}
        rows={Math.min(16, Math.max(4, text.split("\n").length))}
        aria-invalid={errors.length > 0 || undefined}
        aria-describedby={`${id}-errors`}
        value={text}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  );
}

interface InsteadProps {
  preview: PreviewView | undefined;
  violations: readonly ViolationView[];
  same: boolean;
}

function Instead({ preview, violations, same }: InsteadProps) {
  if (!preview) return <Waiting what={common.previewing} />;
  if (violations.length > 0) return <p className="text-12 text-failed">{texts.edit.fixFirst(violations.length)}</p>;
  if (preview.code) {
    return (
      <div className="flex items-start gap-3">
        <State {...sayCode(preview.code)} />
        <p className="min-w-0 break-words select-text">{sentence(preview.message)}</p>
      </div>
    );
  }
  return (
    <>
      <p className="text-12 font-semibold text-muted">{same ? texts.edit.same : texts.edit.preview}</p>
      <Code text={preview.detail} label={texts.edit.preview} large />
      {preview.decision === "deny" && (
        <div className="flex items-start gap-3">
          <State tone="denied" word={texts.edit.denied} />
          <p className="min-w-0 break-words select-text">{sentence(sayForeseen(preview))}</p>
        </div>
      )}
      <Facts
        facts={[
          { name: texts.edit.effects, value: preview.effects.length > 0 && <MonoList items={preview.effects.map(sayEffect)} /> },
          { name: texts.edit.folder, value: preview.folder && <span className="font-mono break-all">{preview.folder}</span> },
        ]}
      />
    </>
  );
}

interface Read {
  value: object | undefined;
  why: string;
}

function readObject(text: string): Read {
  try {
    const value: unknown = JSON.parse(text);
    if (value !== null && typeof value === "object" && !Array.isArray(value)) return { value, why: "" };
    return { value: undefined, why: texts.edit.notObject };
  } catch (error) {
    return { value: undefined, why: texts.edit.notJson(error instanceof Error ? error.message : String(error)) };
  }
}

function pretty(input: string): string {
  const { value } = readObject(input);
  return value ? JSON.stringify(value, null, 2) : input;
}
