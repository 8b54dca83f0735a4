import { useMutation } from "@tanstack/react-query";
import { CircleCheck, History, Play } from "lucide-react";
import { useId, useState } from "react";
import type { ReplayChangeView, ReplayView, SpaceView } from "../../backend/backend";
import { useBackend } from "../../backend/context";
import { sayDuration } from "../../backend/words";
import { Button } from "../../components/button";
import { Empty, Failure, Waiting } from "../../components/feedback";
import { Select } from "../../components/select";
import { PaneHeader, Section } from "../../components/pane";
import { State } from "../../components/state";
import { useWays } from "../../widgets/ways";
import { sayFate } from "./hook-words";
import { texts as common } from "../../words/common";
import { number } from "../../words/format";
import { texts } from "../../words/hooks";

interface ReplayPageProps {
  space: SpaceView;
  /** The call whose details are open. */
  chosen: string;
  onBack: () => void;
}

const COUNTS = [100, 1000, 10_000];

/** What would become of past calls by the hooks and rules as they are now. */
export function ReplayPage({ space, chosen, onBack }: ReplayPageProps) {
  const backend = useBackend();
  const id = useId();
  const [count, setCount] = useState(100);
  const [hooks, setHooks] = useState(false);
  const replay = useMutation({ mutationFn: () => backend.replay(space.path, count, hooks) });
  return (
    <>
      <PaneHeader back={{ label: texts.replay.back, onBack }} title={texts.replay.title} note={texts.replay.note} />
      <div className="@container min-h-0 flex-1 overflow-y-auto">
        <form
          className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-4 py-3"
          onSubmit={(event) => {
            event.preventDefault();
            replay.mutate();
          }}
        >
          <Select
            label={texts.replay.many}
            value={String(count)}
            options={COUNTS.map((many) => ({ value: String(many), label: texts.replay.last(many) }))}
            onChange={(many) => setCount(Number(many))}
          />
          <span className="flex items-center gap-2">
            <input id={id} type="checkbox" className="size-3.5 accent-(--accent-fill)" aria-describedby={`${id}-note`} checked={hooks} onChange={(event) => setHooks(event.target.checked)} />
            <label htmlFor={id}>{texts.replay.hooks}</label>
            <span id={`${id}-note`} className="text-12 text-muted">
              {texts.replay.hooksNote}
            </span>
          </span>
          <Button type="submit" look="primary" icon={Play} className="ml-auto" disabled={replay.isPending}>
            {texts.replay.replay}
          </Button>
        </form>
        {replay.isPending && <Waiting what={texts.replay.running(count)} />}
        {replay.error && (
          <div className="p-4">
            <Failure what={texts.replay.failed} why={replay.error.message} />
          </div>
        )}
        {replay.isSuccess && <Replayed replay={replay.data} chosen={chosen} />}
        {replay.isIdle && (
          <Empty icon={History} title={texts.replay.intro}>
            {texts.replay.introText}
          </Empty>
        )}
      </div>
    </>
  );
}

interface ReplayedProps {
  replay: ReplayView;
  chosen: string;
}

function Replayed({ replay, chosen }: ReplayedProps) {
  const { calls, changes, changed, skipped } = replay;
  if (calls === 0) {
    return (
      <Empty icon={History} title={texts.replay.none}>
        {texts.replay.noneText}
      </Empty>
    );
  }
  return (
    <div className="flex flex-col gap-6 p-4">
      <Summary replay={replay} />
      {changed === 0 ? (
        <p className="flex items-center gap-2">
          <CircleCheck size={15} aria-hidden className="text-done" />
          {texts.replay.noChanges}
        </p>
      ) : (
        <Section level={2} title={changed > changes.length ? texts.replay.newest(changes.length, changed) : texts.replay.changes}>
          <Changes changes={changes} chosen={chosen} />
        </Section>
      )}
      {skipped.length > 0 && (
        <Section level={2} title={texts.replay.skipped}>
          <ul className="border-t border-line text-12">
            {skipped.map(({ why, count }) => (
              <li key={why} className="flex gap-3 border-b border-line py-1.5">
                <span className="w-16 shrink-0 tabular-nums">{common.counts.calls(count)}</span>
                <span className="text-muted">{why}</span>
              </li>
            ))}
          </ul>
        </Section>
      )}
    </div>
  );
}

function Summary({ replay }: { replay: ReplayView }) {
  const { calls, unchanged, wouldRun, wouldAsk, wouldDeny, wouldChange, skipped, answered, hooks, tookMs } = replay;
  const left = skipped.reduce((sum, { count }) => sum + count, 0);
  const figures: [name: string, many: number, colour: string][] = [
    [texts.replay.unchanged, unchanged, ""], [texts.replay.run, wouldRun, "text-done"], [texts.replay.ask, wouldAsk, "text-asking"], [texts.replay.deny, wouldDeny, "text-denied"],
    [texts.replay.change, wouldChange, "text-asking"], [texts.replay.skipped, left, "text-muted"],
  ];
  return (
    <div role="status" className="flex flex-col gap-3">
      <p>
        {texts.replay.summary(calls, sayDuration(tookMs), hooks)}{" "}
        {answered > 0 && texts.replay.answered(answered)}
      </p>
      <dl className="flex flex-wrap gap-x-8 gap-y-3 border-y border-line py-3">
        {figures.filter(([name, many]) => many > 0 || ![texts.replay.change as string, texts.replay.skipped].includes(name)).map(([name, many, colour]) => (
          <div key={name} className="flex flex-col-reverse">
            <dt className="text-12 text-muted">{name}</dt>
            <dd className={`text-18 tabular-nums ${many > 0 ? colour : "text-muted"}`}>{number(many)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

interface ChangesProps extends Omit<ReplayedProps, "replay"> {
  changes: readonly ReplayChangeView[];
}

function Changes({ changes, chosen }: ChangesProps) {
  const ways = useWays();
  return (
    <ul className="-mx-2 border-t border-line">
      {changes.map((change) => (
        <li key={change.call} className={`relative grid grid-cols-1 gap-x-4 gap-y-1 border-b border-line px-2 py-2 hover:bg-hover @2xl:grid-cols-[minmax(0,1fr)_244px] ${change.call === chosen ? "bg-chosen" : ""}`}>
          <div className="min-w-0">
            <button className="block max-w-full truncate text-left font-mono text-12 after:absolute after:inset-0" title={change.title} onClick={() => ways?.inspect(change.run, change.call)}>
              {change.title}
            </button>
            <p className="text-12 break-words text-muted">
              <span className="font-mono text-11">{change.tool}</span> · {change.now.by}
              {change.now.file && <span className="font-mono text-11 break-all"> {change.now.file}</span>}
              {change.now.reason && `: ${change.now.reason.replace(/\.$/, "")}`}. {change.note}
            </p>
          </div>
          <p className="flex items-center gap-2 text-12">
            <span className="text-muted @2xl:w-20 @2xl:text-right">{sayFate(change.was, true).word}</span>
            <span aria-hidden className="text-muted">
              →
            </span>
            <span className="sr-only">{texts.replay.now}</span>
            <State {...sayFate(change.now, false)} />
          </p>
        </li>
      ))}
    </ul>
  );
}
