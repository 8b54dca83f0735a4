import { useInfiniteQuery } from "@tanstack/react-query";
import { CornerDownRight, History } from "lucide-react";
import type { RunView, SpaceView } from "../../backend/backend";
import { saySaid } from "../../backend/clauses";
import { useBackend } from "../../backend/context";
import { keys } from "../../backend/keys";
import { between, sayDuration, sayRunWithCall, sayTime, sayWho } from "../../backend/words";
import { Button } from "../../components/button";
import { Empty, Failure, Waiting } from "../../components/feedback";
import { OpenRow } from "../../components/open-row";
import { PaneHeader } from "../../components/pane";
import { State } from "../../components/state";
import { Rehearsals } from "./rehearsals";
import { RunDetail } from "./run-detail";
import { number } from "../../words/format";
import { texts as common } from "../../words/common";
import { texts } from "../../words/runs";

interface RunsPageProps {
  space: SpaceView;
  /** "" = the list. */
  run: string;
  /** The call whose details are open. */
  chosen: string;
  onOpen: (run: string) => void;
}

export function RunsPage({ space, run, chosen, onOpen }: RunsPageProps) {
  if (run) return <RunDetail key={run} space={space.path} id={run} chosen={chosen} onOpen={onOpen} />;
  return <RunList space={space} onOpen={onOpen} />;
}

const PAGE = 50;

function RunList({ space, onOpen }: { space: SpaceView; onOpen: (run: string) => void }) {
  const backend = useBackend();
  const runs = useInfiniteQuery({
    queryKey: keys.runs(space.path),
    queryFn: ({ pageParam }) => backend.runs(space.path, pageParam, PAGE),
    initialPageParam: "",
    getNextPageParam: (last) => last.next || undefined,
  });
  const list = runs.data?.pages.flatMap((page) => page.runs) ?? [];
  return (
    <>
      <PaneHeader title={texts.runs.title} note={texts.runs.note(space.name)} />
      <div className="min-h-0 flex-1 overflow-y-auto">
        <Rehearsals space={space.path} />
        {runs.isPending && <Waiting what={texts.runs.reading} />}
        {runs.error && (
          <div className="p-4">
            <Failure what={texts.runs.failed} why={runs.error.message} action={<Button onClick={() => void runs.refetch()}>{common.tryAgain}</Button>} />
          </div>
        )}
        {runs.data && list.length === 0 && (
          <Empty icon={History} title={texts.runs.empty}>
            {texts.runs.emptyText}
          </Empty>
        )}
        {list.length > 0 && <RunTable runs={list} onOpen={onOpen} />}
        {runs.hasNextPage && (
          <div className="flex justify-center p-3">
            <Button disabled={runs.isFetchingNextPage} onClick={() => void runs.fetchNextPage()}>
              {texts.runs.older}
            </Button>
          </div>
        )}
      </div>
    </>
  );
}

function RunTable({ runs, onOpen }: { runs: RunView[]; onOpen: (run: string) => void }) {
  const now = new Date();
  const byID = new Map(runs.map((run) => [run.id, run]));
  const depth = (run: RunView): number => {
    const parent = byID.get(run.parent);
    return parent ? depth(parent) + 1 : 0;
  };
  const startedBy = (run: RunView) => sayWho(byID.get(run.parent) ?? run); // below the run where the window is narrow
  return (
    <table className="w-full border-collapse text-left">
      <thead className="sticky top-0 bg-ground text-12 text-muted">
        <tr className="h-8 border-b border-line [&>th]:px-2 [&>th]:font-normal [&>th]:first:pl-4 [&>th]:last:pr-4">
          <th className="min-w-30">{texts.runs.state}</th>
          <th className="w-full">{texts.runs.what}</th>
          <th className="hidden whitespace-nowrap lg:table-cell">{texts.runs.who}</th>
          <th className="min-w-16 text-right">{texts.runs.calls}</th>
          <th className="min-w-20 text-right">{texts.runs.took}</th>
          <th className="min-w-24 text-right">{texts.runs.when}</th>
        </tr>
      </thead>
      <tbody>
        {runs.map((run) => (
          <OpenRow key={run.id} className="h-8 border-b border-line" onOpen={() => onOpen(run.id)}>
            <td>
              <span title={run.reason || undefined}>
                <State {...sayRunWithCall(run)} />
              </span>
            </td>
            <td className="max-w-0">
              <button className="flex w-full items-center gap-1.5 text-left" style={{ paddingLeft: `${depth(run) * 1.25}rem` }} title={saySaid(run.title, run.heading)} onClick={() => onOpen(run.id)}>
                {run.parent && <CornerDownRight size={14} aria-hidden className="shrink-0 text-muted" />}
                <span className="truncate">{run.parent ? texts.runs.subagent(run.agent, run.title) : saySaid(run.title, run.heading)}</span>
              </button>
              <span className="block pb-1 text-12 break-words text-muted lg:hidden" style={{ paddingLeft: `${depth(run) * 1.25}rem` }}>
                {startedBy(run)}
              </span>
            </td>
            <td className="hidden text-muted lg:table-cell">
              <span className="block w-max max-w-36 py-1 break-words">{startedBy(run)}</span>
            </td>
            <td className="text-right text-muted tabular-nums">{number(run.calls)}</td>
            <td className="text-right whitespace-nowrap text-muted tabular-nums" title={common.counts.calls(run.calls)}>
              {run.ended && sayDuration(between(run.started, run.ended))}
            </td>
            <td className="text-right whitespace-nowrap text-muted tabular-nums" title={run.started}>
              {sayTime(run.started, now)}
            </td>
          </OpenRow>
        ))}
      </tbody>
    </table>
  );
}
