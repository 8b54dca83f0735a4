import { SearchX } from "lucide-react";
import type { ReactNode } from "react";
import type { HookView, SpaceView } from "../../backend/backend";
import { named, sayDuration, sayTime } from "../../backend/words";
import { Button } from "../../components/button";
import { Code } from "../../components/code";
import { Facts } from "../../components/facts";
import { Empty } from "../../components/feedback";
import { PaneHeader, Section } from "../../components/pane";
import { State } from "../../components/state";
import { Switch } from "../../components/switch";
import { exitCodes, placeOf, sayHook, sayPhase, variablesOf } from "./hook-words";
import { TestBench } from "./test-bench";
import { Phrase } from "../../components/phrase";
import { texts as common } from "../../words/common";
import { number } from "../../words/format";
import { texts } from "../../words/hooks";

interface HookDetailProps {
  space: SpaceView;
  /** Undefined: there is none of this name. */
  hook: HookView | undefined;
  failed: ReactNode;
  busy: boolean;
  onSwitch: (hook: string, on: boolean) => void;
  onBack: () => void;
}

/** One hook: what it is, what its exit codes mean, and a bench to try it on. */
export function HookDetail({ space, hook, failed, busy, onSwitch, onBack }: HookDetailProps) {
  if (!hook) {
    return (
      <Empty icon={SearchX} title={texts.hook.gone} action={<Button onClick={onBack}>{texts.hook.showAll}</Button>}>
        {texts.hook.goneText}
      </Empty>
    );
  }
  return (
    <>
      <PaneHeader back={{ label: texts.hook.back, onBack }} title={hook.id || hook.key} note={<span className="font-mono">{placeOf(hook)}</span>}>
        <State {...sayHook(hook)} />
        <span className="ml-2 flex">
          <Switch label={texts.hook.run(hook.id || hook.key)} on={hook.enabled} disabled={busy || hook.state === "broken"} onChange={(on) => onSwitch(hook.key, on)} />
        </span>
      </PaneHeader>
      <div className="@container min-h-0 flex-1 overflow-y-auto">
        {failed}
        {hook.why && <Why hook={hook} />}
        <div className="grid max-w-260 grid-cols-1 items-start gap-x-8 gap-y-6 p-4 @3xl:grid-cols-2">
          <div className="flex min-w-0 flex-col gap-6">{hook.state === "broken" ? <Fix hook={hook} /> : <About hook={hook} />}</div>
          <div className="min-w-0">{hook.state !== "broken" && <TestBench space={space} hook={hook} />}</div>
        </div>
      </div>
    </>
  );
}

/** Why it does not run, and what that costs. The way to trust it is in the banner above. */
function Why({ hook }: { hook: HookView }) {
  return (
    <p role="note" className="border-b border-line px-4 py-2 break-words select-text">
      {named(hook.id, hook.why)} {hook.shuts && <b className="font-semibold">{texts.hook.shuts(hook.shuts)}</b>}
    </p>
  );
}

/** What can be said of a hook that cannot be loaded. */
function Fix({ hook }: { hook: HookView }) {
  return (
    <Section level={2} title={texts.hook.fixTitle}>
      <p>
        <Phrase of={texts.hook.fix} with={{ place: <span className="font-mono text-12 break-all">{placeOf(hook)}</span> }} />
      </p>
      <p className="text-muted">{texts.hook.fixText}</p>
    </Section>
  );
}

function About({ hook }: { hook: HookView }) {
  return (
    <>
      <Section level={2} title={texts.hook.about}>
        <Facts
          facts={[
            { name: texts.hook.runs, value: sayPhase(hook.phase) },
            { name: texts.hook.for, value: hook.tools.length === 0 ? texts.hook.everyTool : <span className="font-mono break-words">{hook.tools.join(", ")}</span> },
            { name: texts.hook.canBlock, value: hook.blocking ? texts.hook.blocking : texts.hook.observing },
            { name: texts.hook.reads, value: hook.input === "stdin" ? texts.hook.stdin : texts.hook.environment },
            { name: texts.hook.format, value: hook.format === "claude" && texts.hook.claude },
            { name: texts.hook.sandbox, value: hook.needs || texts.hook.sandboxed },
            { name: texts.hook.timeout, value: common.counts.seconds(hook.timeoutSeconds) },
          ]}
        />
      </Section>
      {hook.command && (
        <Section level={2} title={texts.hook.command}>
          <Code text={hook.command} label={texts.hook.command} />
        </Section>
      )}
      <Section level={2} title={texts.hook.statistics}>
        <SoFar hook={hook} />
      </Section>
      <Section level={2} title={texts.hook.exitCodes}>
        <Table head={[texts.hook.code, texts.hook.meaning]} rows={exitCodes(hook).map(({ code, means }) => [code, means])} />
      </Section>
      <Section level={2} title={texts.hook.variables}>
        <Table head={[texts.hook.variable, texts.hook.value]} rows={variablesOf(hook).map(({ name, means }) => [name, means])} />
      </Section>
    </>
  );
}

function SoFar({ hook }: { hook: HookView }) {
  if (hook.runs === 0) return <p className="text-muted">{texts.hook.notRun}</p>;
  const figures = [
    [texts.hook.count, number(hook.runs)], [texts.hook.blocked, number(hook.blocks)], [texts.hook.errors, number(hook.errors)],
    [texts.hook.average, sayDuration(hook.averageMs)], [texts.hook.slowest, sayDuration(hook.slowestMs)], [texts.hook.lastRun, sayTime(hook.lastRun, new Date())],
  ] as const;
  return (
    <>
      <dl className="flex flex-wrap gap-x-6 gap-y-2 border-y border-line py-2">
        {figures.map(([name, value]) => (
          <div key={name} className="flex flex-col-reverse">
            <dt className="text-11 text-muted">{name}</dt>
            <dd className={`tabular-nums ${name === texts.hook.errors && hook.errors > 0 ? "text-failed" : ""}`}>{value}</dd>
          </div>
        ))}
      </dl>
      {hook.lastError && <Code text={hook.lastError} label={texts.hook.lastError} fold={6} />}
    </>
  );
}

function Table({ head, rows }: { head: readonly [string, string]; rows: readonly (readonly [string, string])[] }) {
  return (
    <table className="w-full border-collapse text-left text-12">
      <thead className="sr-only">
        <tr>
          <th>{head[0]}</th>
          <th>{head[1]}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, means]) => (
          <tr key={name} className="border-t border-line align-top last:border-b">
            <th scope="row" className="w-32 py-1 pr-3 font-mono font-normal">
              {name}
            </th>
            <td className="py-1 text-muted select-text">{means}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
