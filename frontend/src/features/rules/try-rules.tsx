import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useId, useMemo, useState } from "react";
import type { Outcome, OutwardView, TrialStepView, TrialView } from "../../backend/backend";
import { sayForeseen } from "../../backend/foreseen";
import { useBackend } from "../../backend/context";
import { keys } from "../../backend/keys";
import { useTool, useTools } from "../../backend/queries";
import { sayCode, sayDecision, sentence } from "../../backend/words";
import { Code } from "../../components/code";
import { Failure, Waiting } from "../../components/feedback";
import { Field, TextInput } from "../../components/field";
import { Select } from "../../components/select";
import { lookOf, NO_VIOLATIONS, schemaForForm } from "../../components/form/look";
import { Tick } from "../../components/tick";
import { State } from "../../components/state";
import { sayOutcome } from "./rule-words";
import { texts as common } from "../../words/common";
import { texts } from "../../words/rules";

const SchemaForm = lazy(() => import("../../components/form/schema-form").then((module) => ({ default: module.SchemaForm })));

interface TryRulesProps {
  space: string;
  /** The rule that is being written; "" = none. */
  rule: string;
  outcome: Outcome;
}

/** A call of the person's making, held against the rules as they are, and as they would be. Nothing runs. */
export function TryRules({ space, rule, outcome }: TryRulesProps) {
  const tools = useTools(space);
  const [tool, setTool] = useState("bash");
  const [value, setValue] = useState<object>({});
  const [read, setRead] = useState(false);
  const [after, setAfter] = useState("");
  const [said, setSaid] = useState("");
  const id = useId();
  const ready = useMemo(() => (tools.data ?? []).filter(({ state }) => state === "ready"), [tools.data]);
  const backend = useBackend();
  const sources = read ? after.split(/[\s,]+/).filter(Boolean) : [];
  const trial = { tool, input: JSON.stringify(value), rule, outcome, after: sources, said: sources.length > 0 ? said : "" };
  const empty = Object.keys(value).length === 0;
  const verdict = useQuery({
    queryKey: keys.trial(space, trial), queryFn: () => backend.tryRules(space, trial), placeholderData: keepPreviousData, enabled: !empty, staleTime: 0, gcTime: 0,
  });
  return (
    <div className="grid grid-cols-1 gap-x-8 gap-y-4 @xl/rules:grid-cols-2">
      <div className="flex min-w-0 flex-col gap-4">
        <Field id={id} label={texts.try.tool}>
          <Select
            id={id}
            label={texts.try.tool}
            value={tool}
            options={ready.map(({ qualified, title }) => ({ value: qualified, label: `${title} (${qualified})` }))}
            onChange={(next) => {
              setTool(next);
              setValue({});
            }}
          />
        </Field>
        <Values key={tool} space={space} tool={tool} value={value} verdict={verdict.data} onChange={setValue} />
        <Tick name={texts.try.read} checked={read} onTick={setRead} />
        {read && (
          <>
            <Field id={`${id}-after`} label={texts.try.after} help={texts.try.afterHelp}>
              <TextInput id={`${id}-after`} className="font-mono" placeholder={texts.try.place} aria-describedby={`${id}-after-help`} value={after} onChange={(event) => setAfter(event.target.value)} />
            </Field>
            <Field id={`${id}-said`} label={texts.try.said} help={texts.try.saidHelp}>
              <TextInput id={`${id}-said`} aria-describedby={`${id}-said-help`} value={said} onChange={(event) => setSaid(event.target.value)} />
            </Field>
          </>
        )}
      </div>
      <div aria-live="polite" className="flex min-w-0 flex-col gap-3">
        {empty ? (
          <p className="rounded-md border border-dashed border-edge px-3 py-2 text-muted">{texts.try.empty}</p>
        ) : verdict.error ? (
          <Failure what={texts.try.failed} why={verdict.error.message} />
        ) : verdict.data ? (
          <>
            {verdict.data.problem && (
              <div className="flex items-start gap-3">
                <State tone="warning" word={sources.length > 0 ? texts.list.odd : texts.try.newRule} />
                <p className="min-w-0 break-words select-text">{sentence(verdict.data.problem)}</p>
              </div>
            )}
            {(rule || !verdict.data.problem) && <Verdict trial={verdict.data} />}
          </>
        ) : (
          <Waiting what={texts.try.judging} />
        )}
      </div>
    </div>
  );
}

interface ValuesProps {
  space: string;
  tool: string;
  value: object;
  verdict: TrialView | undefined;
  onChange: (value: object) => void;
}

function Values({ space, tool, value, verdict, onChange }: ValuesProps) {
  const found = useTool(space, tool);
  const schema = useMemo(() => (found.data ? schemaForForm(found.data.input) : undefined), [found.data]);
  const violations = verdict?.preview.violations ?? NO_VIOLATIONS;
  if (found.error) return <Failure what={texts.try.toolFailed} why={found.error.message} />;
  if (!schema) return <Waiting what={common.makingForm} />;
  return (
    <Suspense fallback={<Waiting what={common.makingForm} />}>
      <SchemaForm schema={schema} look={lookOf(schema)} value={value} onChange={onChange} violations={violations} showAll={false} disabled={false} />
    </Suspense>
  );
}

function Verdict({ trial: { preview, steps, outward } }: { trial: TrialView }) {
  if (preview.violations.length > 0) {
    return (
      <div className="rounded-md border border-dashed border-edge px-3 py-2 text-12 text-muted">
        <p>{texts.try.invalid}</p>
        <ul>
          {preview.violations.map(({ path, message }) => (
            <li key={path + message}>
              {path && <span className="font-mono">{path.slice(1)}</span>} {message}
            </li>
          ))}
        </ul>
      </div>
    );
  }
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
      <div>
        <State {...sayDecision(preview.decision)} />
        <p className="break-words select-text">{sentence(sayForeseen(preview))}</p>
      </div>
      <Code text={preview.detail} label={common.wouldRun} />
      {outward && <Outward outward={outward} />}
      <Steps steps={steps} />
    </>
  );
}

/** What becomes of the call because of what the chat has read. */
function Outward({ outward: { after, why, open, answered, answer, rules, secret, later } }: { outward: OutwardView }) {
  const said = secret ? texts.try.secret(secret) : !why ? texts.try.quiet : open.length === 0 ? texts.try.letOut(why) : texts.try.asksFor(why);
  return (
    <div className="flex flex-col gap-1 text-12">
      <h3 className="font-semibold break-words text-muted">{texts.try.outward([...after])}</h3>
      <p className="break-words select-text">{said}</p>
      {later.length > 0 && <p className="break-words text-muted">{texts.try.later(later)}</p>}
      {answered.map((label) => (
        <p key={label} className="break-words text-muted">{texts.try.byAnswer(label)}</p>
      ))}
      {open.length > 0 && answer && <p className="break-words text-muted">{texts.try.wouldAnswer(answer)}</p>}
      {open.length > 0 && rules.length > 0 && (
        <p className="break-words text-muted">
          {texts.try.wouldRule} <span className="font-mono select-text">{rules.map((rule) => `allow ${rule}`).join(", ")}</span>
        </p>
      )}
    </div>
  );
}

/** How the verdict came about: each step in turn, to the one that decided. */
function Steps({ steps }: { steps: readonly TrialStepView[] }) {
  return (
    <ol aria-label={texts.try.steps} className="flex flex-col border-t border-line">
      {steps.map((step, i) => (
        <li key={i} className="grid grid-cols-[20px_112px_minmax(0,1fr)] border-b border-line py-1 text-12">
          <span className="text-muted tabular-nums">{i + 1}</span>
          <span className={step.outcome ? "font-semibold" : "text-muted"}>{step.name.charAt(0).toUpperCase() + step.name.slice(1)}</span>
          <span className="flex min-w-0 flex-wrap items-start gap-x-2 break-words text-muted">
            {step.outcome && <State inline {...sayOutcome(step.outcome)} />}
            <span className="min-w-0">{step.by}</span>
            {step.file && <span className="font-mono break-all">{step.file}</span>}
          </span>
        </li>
      ))}
    </ol>
  );
}
