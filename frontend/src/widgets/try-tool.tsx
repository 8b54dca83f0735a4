import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import { Play } from "lucide-react";
import { lazy, Suspense, useMemo, useState, type ReactNode } from "react";
import type { PreviewView, SpaceView, StartedCallView, ToolDetailView, ViolationView } from "../backend/backend";
import { saySaid } from "../backend/clauses";
import { sayForeseen } from "../backend/foreseen";
import { useBackend } from "../backend/context";
import { keys } from "../backend/keys";
import { firstParagraph, sayCode, sayDecision, sayEffect, sentence } from "../backend/words";
import { Button } from "../components/button";
import { Code } from "../components/code";
import { Facts, MonoList } from "../components/facts";
import { Failure, Waiting } from "../components/feedback";
import { Section } from "../components/pane";
import { State } from "../components/state";
import { lookOf, NO_VIOLATIONS, schemaForForm } from "../components/form/look";
import { Rehearsed, RehearseButton, useRehearsing } from "./rehearse";
import { TriedCall } from "./tried-call";
import { Unfilled } from "./unfilled";
import { texts as common } from "../words/common";
import { texts as rehearsal } from "../words/rehearsal";
import { texts } from "../words/widgets";

// The form library is a fifth of the page, and most windows are opened to chat.
const SchemaForm = lazy(() => import("../components/form/schema-form").then((module) => ({ default: module.SchemaForm })));

interface TryToolProps {
  space: SpaceView;
  detail: ToolDetailView;
  /** Draws what would run for an input in another way than the preview does. */
  argv?: (input: string) => ReactNode;
  /** Why it must not run now, with the next step; then nothing is previewed either. */
  hold?: ReactNode;
}

/** A form made of the tool's schema, what exactly its values would do, and a way to do it. */
export function TryTool({ space, detail, argv, hold }: TryToolProps) {
  const backend = useBackend();
  const { tool } = detail;
  const schema = useMemo(() => schemaForForm(detail.input), [detail.input]);
  const look = useMemo(() => lookOf(schema), [schema]);
  const [value, setValue] = useState<object>({});
  const [pressed, setPressed] = useState(false);
  const input = JSON.stringify(value);
  const preview = useQuery({
    queryKey: keys.preview(space.path, tool.qualified, input),
    queryFn: () => backend.preview(space.path, tool.qualified, input),
    placeholderData: keepPreviousData,
    enabled: hold === undefined,
    // The world changes under a preview: files are written, rules are added.
    staleTime: 0,
    gcTime: 0,
  });
  const start = useMutation({
    mutationFn: (digest: string) => backend.tryTool(space.path, tool.qualified, input, digest),
  });
  const rehearsing = useRehearsing(space.path, `${tool.qualified} ${input}`, (key) => backend.rehearseTool(space.path, tool.qualified, input, key));
  const settled = preview.data;
  const violations = settled?.violations ?? NO_VIOLATIONS;
  // What runs is what is shown: it waits for the preview of these very values.
  const run = async () => {
    setPressed(true);
    const shown = settled && !preview.isPlaceholderData ? settled : (await preview.refetch()).data;
    if (shown?.violations.length === 0) start.mutate(shown.digest);
  };
  const rehearses = settled?.rehearses === true && violations.length === 0;
  const may = tool.state === "ready" && hold === undefined;
  const empty = Object.keys(schema.properties ?? {}).length === 0;

  return (
    <div
      className="grid max-w-260 grid-cols-1 items-start gap-x-8 gap-y-6 p-4 @2xl:grid-cols-2"
      onKeyDown={(event) => {
        if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && may) void run();
      }}
    >
      <div className="flex min-w-0 flex-col gap-4">
        {tool.description && <p className="text-muted">{firstParagraph(tool.description)}</p>}
        {empty ? (
          <p className="text-muted">{texts.try.noInput}</p>
        ) : (
          <Suspense fallback={<Waiting what={common.makingForm} />}>
            <SchemaForm schema={schema} look={look} value={value} onChange={setValue} violations={violations} showAll={pressed} disabled={tool.state !== "ready" && !argv} />
          </Suspense>
        )}
      </div>
      <div className="flex min-w-0 flex-col gap-6">
        <Section title={common.wouldRun}>
          {argv?.(input)}
          {hold ?? <Previewed preview={settled} violations={violations} error={preview.error} bare={argv !== undefined} onAgain={() => void preview.refetch()} />}
          <div className="flex items-center gap-3">
            <Button look="primary" icon={Play} disabled={!may || start.isPending} onClick={() => void run()}>
              {texts.try.run}
            </Button>
            {rehearses && <RehearseButton of={rehearsing} disabled={!may || start.isPending || preview.isPlaceholderData || settled.decision === "deny"} />}
            {pressed && violations.length > 0 && <span className="text-12 text-failed">{texts.try.fixFirst(violations.length)}</span>}
          </div>
          {rehearses && <Rehearsed of={rehearsing} space={space.path} help={rehearsal.button.helpTry} />}
          {start.error && <Failure what={texts.try.failed} why={start.error.message} />}
        </Section>
        {start.data && <Tried started={start.data} />}
      </div>
    </div>
  );
}

function Tried({ started }: { started: StartedCallView }) {
  return (
    <Section title={texts.try.result}>
      <TriedCall key={started.call} started={started} />
    </Section>
  );
}

interface PreviewedProps {
  preview: PreviewView | undefined;
  violations: readonly ViolationView[];
  error: Error | null;
  /** What would run is drawn already. */
  bare: boolean;
  onAgain: () => void;
}

function Previewed({ preview, violations, error, bare, onAgain }: PreviewedProps) {
  if (error) return <Failure what={texts.try.previewFailed} why={error.message} action={<Button onClick={onAgain}>{common.tryAgain}</Button>} />;
  if (!preview) return <Waiting what={common.previewing} />;
  if (violations.length > 0 && bare) return null;
  if (violations.length > 0) {
    return <Unfilled text={texts.try.invalid} violations={violations} />;
  }
  if (preview.code) {
    const said = sayCode(preview.code);
    return (
      <div className="flex items-start gap-3 rounded-md border border-line bg-raised px-3 py-2">
        <State tone={said.tone} word={said.word} />
        <p className="min-w-0 break-words select-text">{sentence(preview.message)}</p>
      </div>
    );
  }
  return (
    <div className="flex flex-col gap-2">
      {!bare && <Code text={preview.detail} label={saySaid(preview.title, preview.heading)} large />}
      <div className="flex flex-wrap items-baseline gap-x-3">
        <State {...sayDecision(preview.decision)} />
        <span className="text-12 text-muted">{sentence(sayForeseen(preview))}</span>
      </div>
      <Facts
        facts={[
          { name: texts.try.folder, value: preview.folder && <span className="font-mono break-all">{preview.folder}</span> },
          { name: texts.try.effects, value: preview.effects.length > 0 && <MonoList items={preview.effects.map(sayEffect)} /> },
        ]}
      />
    </div>
  );
}
