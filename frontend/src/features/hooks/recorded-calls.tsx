import { useQuery } from "@tanstack/react-query";
import { History } from "lucide-react";
import type { Backend, SpaceView } from "../../backend/backend";
import { useBackend } from "../../backend/context";
import { keys, STILL } from "../../backend/keys";
import { readEvent } from "../../backend/events";
import { sayTime } from "../../backend/words";
import { Empty, Loaded } from "../../components/feedback";
import { Dialog } from "../../components/overlay";
import { texts } from "../../words/hooks";

export interface RecordedCall {
  id: string;
  tool: string;
  time: string;
  input: object;
  /** The first line of what it did, or of its input. */
  title: string;
  /** What came out, "" if it did not run. */
  content: string;
}

interface RecordedCallsProps {
  space: SpaceView;
  /** Only calls of these. */
  tools: readonly string[];
  onPick: (call: RecordedCall) => void;
  onClose: () => void;
}

const RUNS = 20;
const EVENTS = 500;
const CALLS = 40;

/** A choice of what was called lately, to try a hook on. */
export function RecordedCalls({ space, tools, onPick, onClose }: RecordedCallsProps) {
  const backend = useBackend();
  const calls = useQuery({ queryKey: keys.recordedCalls(space.path, tools), queryFn: () => recordedCalls(backend, space.path, tools), ...STILL });
  return (
    <Dialog title={texts.recorded.title} open onClose={onClose}>
      <Loaded query={calls} waiting={texts.recorded.reading} failed={texts.recorded.failed}>
        {(list) =>
          list.length === 0 ? (
            <Empty icon={History} title={texts.recorded.none}>
              {texts.recorded.noneText(RUNS)}
            </Empty>
          ) : (
            <ul className="-mx-2">
              {list.map((call) => (
                <li key={call.id}>
                  <button className="row w-full rounded-md px-2 text-left hover:bg-hover" onClick={() => onPick(call)}>
                    <span className="w-24 shrink-0 truncate font-mono text-12 text-muted">{call.tool}</span>
                    <span className="min-w-0 flex-1 truncate font-mono text-12">{call.title}</span>
                    <span className="shrink-0 text-12 text-muted tabular-nums">{sayTime(call.time, new Date())}</span>
                  </button>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Dialog>
  );
}

async function recordedCalls(backend: Backend, space: string, tools: readonly string[]): Promise<RecordedCall[]> {
  const { runs } = await backend.runs(space, "", RUNS);
  const pages = await Promise.all(runs.map((run) => backend.runEvents(run.id, 0, EVENTS)));
  const found = new Map<string, RecordedCall>();
  for (const view of pages.flatMap((page) => page.events)) {
    const event = readEvent(view);
    if (!event) continue;
    if (event.kind === "called" && isObject(event.data.input) && named(tools, event.data.tool ?? "")) {
      found.set(event.call, { id: event.call, tool: event.data.tool ?? "", time: event.time, input: event.data.input, title: JSON.stringify(event.data.input), content: "" });
    }
    const call = found.get(event.call);
    if (!call) continue;
    if (event.kind === "started") call.title = (event.data.detail ?? "").split("\n", 1)[0] || call.title;
    if (event.kind === "finished") call.content = event.data.content ?? "";
  }
  return [...found.values()].sort((a, b) => b.time.localeCompare(a.time)).slice(0, CALLS);
}

function named(tools: readonly string[], tool: string): boolean {
  return tools.includes(tool) || tools.includes(tool.split("__")[1] ?? "");
}

function isObject(value: unknown): value is object {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}
