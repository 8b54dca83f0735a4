import type { HooksView, HookView } from "../../backend/backend";
import { named, sayDuration, sayTime } from "../../backend/words";
import { OpenRow } from "../../components/open-row";
import { State } from "../../components/state";
import { Switch } from "../../components/switch";
import { placeOf, sayHook, sayTools } from "./hook-words";
import { Phrase } from "../../components/phrase";
import { number } from "../../words/format";
import { texts } from "../../words/hooks";

interface HookTableProps {
  hooks: HooksView;
  busy: boolean;
  onOpen: (hook: string) => void;
  onSwitch: (hook: string, on: boolean) => void;
}

const PHASES = [
  { phase: "pre_tool", title: texts.table.before },
  { phase: "post_tool", title: texts.table.after },
  { phase: "", title: texts.table.broken },
] as const;

/** Hooks by phase, in the order in which they run. */
export function HookTable({ hooks: { hooks, statesFile }, busy, onOpen, onSwitch }: HookTableProps) {
  const now = new Date();
  return (
    <>
      <table className="w-full border-collapse text-left">
        <thead className="sticky top-0 z-10 bg-ground text-12 text-muted">
          <tr className="h-8 border-b border-line [&>th]:px-2 [&>th]:font-normal [&>th]:first:pl-4 [&>th]:last:pr-4">
            <th className="w-13">
              <span className="sr-only">{texts.table.onOff}</span>
            </th>
            <th>{texts.table.hook}</th>
            <th className="hidden w-44 @xl:table-cell">{texts.hook.for}</th>
            <th className="w-22">{texts.hook.canBlock}</th>
            <th className="w-16 text-right">{texts.hook.count}</th>
            <th className="w-18 text-right">{texts.hook.blocked}</th>
            <th className="w-16 text-right @max-2xl:pr-4!">{texts.hook.errors}</th>
            <th className="hidden w-20 text-right @4xl:table-cell">{texts.hook.average}</th>
            <th className="hidden w-20 text-right @4xl:table-cell">{texts.hook.slowest}</th>
            <th className="hidden w-24 text-right @2xl:table-cell">{texts.hook.lastRun}</th>
          </tr>
        </thead>
        {PHASES.map(({ phase, title }) => {
          const list = hooks.filter((hook) => hook.phase === phase);
          if (list.length === 0) return null;
          return (
            <tbody key={phase}>
              <tr className="border-b border-line">
                <th scope="rowgroup" colSpan={10} className="px-4 pt-5 pb-2 text-12 font-semibold text-muted">
                  {title}
                  {phase && <span className="font-normal"> {texts.table.order(phase)}</span>}
                </th>
              </tr>
              {list.map((hook) => (
                <Rows key={hook.key} hook={hook} now={now} busy={busy} onOpen={onOpen} onSwitch={onSwitch} />
              ))}
            </tbody>
          );
        })}
      </table>
      <p className="px-4 py-3 text-12 text-muted">
        <Phrase of={texts.table.note} with={{ file: <span className="font-mono break-all">{statesFile}</span> }} />
      </p>
    </>
  );
}

interface RowsProps extends Omit<HookTableProps, "hooks"> {
  hook: HookView;
  now: Date;
}

function Rows({ hook, now, busy, onOpen, onSwitch }: RowsProps) {
  const quiet = hook.state === "off" ? "text-muted" : "";
  const more = hook.why !== "" || hook.lastError !== "";
  const line = more ? "" : "border-b border-line";
  return (
    <>
      <OpenRow className={`h-11 ${line} ${quiet}`} onOpen={() => onOpen(hook.key)}>
        <td>
          <Switch label={texts.hook.run(hook.id || hook.key)} on={hook.enabled} disabled={busy || hook.state === "broken"} onChange={(on) => onSwitch(hook.key, on)} />
        </td>
        <td className="max-w-0">
          <button className="block w-full truncate text-left font-semibold" onClick={() => onOpen(hook.key)}>
            {hook.id || hook.key}
          </button>
          {hook.id && <p className="truncate font-mono text-11 text-muted">{placeOf(hook)}</p>}
        </td>
        <td className="hidden max-w-0 truncate font-mono text-12 text-muted @xl:table-cell" title={sayTools(hook.tools)}>
          {hook.tools.length === 0 ? <span className="font-sans">{texts.hook.everyTool}</span> : sayTools(hook.tools)}
        </td>
        <td className="text-muted">{hook.blocking ? texts.table.yes : texts.table.no}</td>
        <Figure of={hook.runs} />
        <Figure of={hook.blocks} />
        <Figure of={hook.errors} bad />
        <td className="hidden text-right whitespace-nowrap text-muted tabular-nums @4xl:table-cell">{hook.runs > 0 && sayDuration(hook.averageMs)}</td>
        <td className="hidden text-right whitespace-nowrap text-muted tabular-nums @4xl:table-cell">{hook.runs > 0 && sayDuration(hook.slowestMs)}</td>
        <td className="hidden text-right whitespace-nowrap text-muted tabular-nums @2xl:table-cell" title={hook.lastRun}>
          {hook.lastRun ? sayTime(hook.lastRun, now) : texts.table.never}
        </td>
      </OpenRow>
      {more && (
        <tr className="border-b border-line">
          <td />
          <td colSpan={9} className="max-w-0 px-2 pr-4 pb-2">
            {hook.why ? <Held hook={hook} /> : <p className="truncate text-12 text-failed" title={hook.lastError}>{texts.hook.lastErrorIs(hook.lastError.split("\n", 1)[0] ?? "")}</p>}
          </td>
        </tr>
      )}
    </>
  );
}

/** Why it does not run, and what that costs. */
function Held({ hook }: { hook: HookView }) {
  return (
    <div className="flex flex-wrap items-start gap-x-2 text-12">
      <State inline {...sayHook(hook)} />
      <p className="min-w-60 flex-1 break-words text-muted select-text">
        {named(hook.id, hook.why)} {hook.shuts && <b className="font-semibold text-text">{texts.hook.shuts(hook.shuts)}</b>}
      </p>
    </div>
  );
}

function Figure({ of, bad = false }: { of: number; bad?: boolean }) {
  return <td className={`text-right tabular-nums ${bad ? "@max-2xl:pr-4!" : ""} ${bad && of > 0 ? "text-failed" : "text-muted"}`}>{number(of)}</td>;
}
