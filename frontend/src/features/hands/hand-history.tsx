import { useQuery } from "@tanstack/react-query";
import { History } from "lucide-react";
import type { HandCallView, SpaceView } from "../../backend/backend";
import { useBackend } from "../../backend/context";
import { keys } from "../../backend/keys";
import { sayCall, sayDuration, sayTime } from "../../backend/words";
import { Button } from "../../components/button";
import { Empty, Loaded } from "../../components/feedback";
import { OpenRow } from "../../components/open-row";
import { State } from "../../components/state";
import { useWays } from "../../widgets/ways";
import { texts } from "../../words/hands";

interface HandHistoryProps {
  space: SpaceView;
  name: string;
  onRun: () => void;
}

/** What became of it before, newest first. */
export function HandHistory({ space, name, onRun }: HandHistoryProps) {
  const backend = useBackend();
  const calls = useQuery({ queryKey: [...keys.handHistory(space.path), name], queryFn: () => backend.handHistory(space.path, name) });
  return (
    <Loaded query={calls} waiting={texts.history.reading} failed={texts.history.failed}>
      {(list) =>
        list.length === 0 ? (
          <Empty icon={History} title={texts.history.empty} action={<Button onClick={onRun}>{texts.history.run}</Button>}>
            {texts.history.emptyText}
          </Empty>
        ) : (
          <Calls calls={list} />
        )
      }
    </Loaded>
  );
}

function Calls({ calls }: { calls: HandCallView[] }) {
  const ways = useWays();
  const now = new Date();
  return (
    <table className="w-full border-collapse text-left">
      <thead className="sticky top-0 bg-ground text-12 text-muted">
        <tr className="h-8 border-b border-line [&>th]:px-2 [&>th]:font-normal [&>th]:first:pl-4 [&>th]:last:pr-4">
          <th className="w-40">{texts.history.state}</th>
          <th>{texts.history.ran}</th>
          <th className="w-32">{texts.history.who}</th>
          <th className="w-20 text-right">{texts.history.took}</th>
          <th className="w-24 text-right">{texts.history.when}</th>
        </tr>
      </thead>
      <tbody>
        {calls.map((call) => (
          <OpenRow key={call.call} className="h-8 border-b border-line" onOpen={() => ways?.inspect(call.run, call.call)}>
            <td>
              <span className="flex items-center gap-2">
                <State {...sayCall(call)} />
                {call.exit !== "" && call.exit !== "0" && <span className="text-12 text-muted">{texts.history.exitCode(call.exit)}</span>}
              </span>
            </td>
            <td className="max-w-0">
              <button className="block w-full truncate text-left font-mono text-12" title={call.detail} onClick={() => ways?.inspect(call.run, call.call)}>
                {call.detail ? call.detail.replaceAll("\n", " ") : <span className="font-sans text-muted">{texts.history.nothing}</span>}
              </button>
            </td>
            <td className="max-w-0 truncate text-muted" title={call.who}>{call.who}</td>
            <td className="text-right whitespace-nowrap text-muted tabular-nums">{call.detail && call.status !== "running" && sayDuration(call.durationMs)}</td>
            <td className="text-right whitespace-nowrap text-muted tabular-nums" title={call.time}>{sayTime(call.time, now)}</td>
          </OpenRow>
        ))}
      </tbody>
    </table>
  );
}
