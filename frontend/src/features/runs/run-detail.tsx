import { useMutation, useQuery } from "@tanstack/react-query";
import { CornerLeftUp, Download, Info, SearchX } from "lucide-react";
import { useMemo, useState } from "react";
import type { ChangedCallView } from "../../backend/backend";
import { saySaid } from "../../backend/clauses";
import { useBackend, useFeed, useLive, useLiveState } from "../../backend/context";
import { keys } from "../../backend/keys";
import { useChanged } from "../../backend/queries";
import type { JournalEvent } from "../../backend/events";
import { sayRun, sentence } from "../../backend/words";
import { Button } from "../../components/button";
import { Choice } from "../../components/choice";
import { Empty, Failure, Waiting } from "../../components/feedback";
import { SearchField } from "../../components/field";
import { Menu } from "../../components/menu";
import { PaneHeader } from "../../components/pane";
import { PickList } from "../../components/pick-list";
import { State } from "../../components/state";
import { UndoOffer } from "../../widgets/undo-offer";
import { useWays } from "../../widgets/ways";
import { filterEvents, groupOf, wordsOf, type EventFilter, type EventGroup } from "./event-words";
import { number } from "../../words/format";
import { texts as common } from "../../words/common";
import { texts } from "../../words/runs";
import { texts as undo } from "../../words/undo";

interface RunDetailProps {
  space: string;
  id: string;
  chosen: string;
  /** "" = the list. */
  onOpen: (run: string) => void;
}

/** The journal of one run, to its end and as it grows. */
export function RunDetail({ space, id, chosen, onOpen }: RunDetailProps) {
  const backend = useBackend();
  const live = useLive();
  const feed = useFeed(`run:${id}`);
  const run = useQuery({ queryKey: keys.run(id), queryFn: () => backend.run(id) });
  const ended = feed?.events.findLast((event) => event.kind === "ended");
  const changed = useChanged(space, [id]).data?.[0];
  const state = ended?.kind === "ended" ? (ended.data.state ?? "done") : (run.data?.state ?? "running");
  return (
    <>
      <PaneHeader back={{ label: texts.run.back, onBack: () => onOpen("") }} title={run.data ? saySaid(run.data.title, run.data.heading) : id}>
        <span className="mr-2">
          <State {...sayRun(state)} />
        </span>
        <Export run={id} />
      </PaneHeader>
      {!feed || feed.status === "loading" ? (
        <Waiting what={texts.run.reading} />
      ) : feed.status === "failed" ? (
        <div className="p-4">
          <Failure what={texts.run.failed} why={feed.error} action={<Button onClick={() => live.watch(`run:${id}`)}>{common.tryAgain}</Button>} />
        </div>
      ) : (
        <>
          <Family space={space} run={id} parent={run.data?.parent ?? ""} onOpen={onOpen} />
          <Told run={id} />
          {changed && (
            <div className="shrink-0 border-b border-line px-2 py-1">
              <UndoOffer space={space} changed={changed} undo={undo.run.undo} title={undo.title.run} label={undo.run.label} />
            </div>
          )}
          <Events events={feed.events} changed={changed?.calls ?? NONE} chosen={chosen} />
        </>
      )}
    </>
  );
}

interface FamilyProps {
  space: string;
  run: string;
  parent: string;
  onOpen: (run: string) => void;
}

/** The run that gave this one its task, and the sub-agents that worked for this one. */
function Family({ space, run, parent, onOpen }: FamilyProps) {
  const backend = useBackend();
  const below = useQuery({ queryKey: keys.subagents(space, run), queryFn: () => backend.subagents(run) });
  const list = below.data ?? [];
  if (!parent && list.length === 0) return null;
  return (
    <nav aria-label={texts.run.family} className="flex max-h-32 shrink-0 flex-wrap items-center gap-2 overflow-y-auto border-b border-line px-4 py-2">
      {parent && (
        <Button icon={CornerLeftUp} onClick={() => onOpen(parent)}>
          {texts.run.parent}
        </Button>
      )}
      {list.length > 0 && <span className="text-12 text-muted">{texts.run.subagents}</span>}
      {list.map((one) => (
        <Button key={one.id} onClick={() => onOpen(one.id)}>
          <span className="flex min-w-0 items-center gap-2" title={one.title}>
            <span className="max-w-40 truncate">{one.agent}</span>
            <State {...sayRun(one.state)} />
          </span>
        </Button>
      ))}
    </nav>
  );
}

/** What was told of the run while it went on. */
function Told({ run }: { run: string }) {
  const notes = useLiveState((state) => state.notes[run]);
  if (!notes) return null;
  return (
    <ul aria-label={texts.run.notes} tabIndex={0} className="flex max-h-32 shrink-0 flex-col gap-1 overflow-y-auto border-b border-line px-4 py-2 text-12 text-muted">
      {notes.map((note, i) => (
        <li key={i} className="flex items-start gap-1.5">
          <Info size={14} aria-hidden className="mt-px shrink-0" />
          <span className="min-w-0 break-words select-text">{note.skill ? texts.run.skill(note.skill, note.text) : sentence(note.text)}</span>
        </li>
      ))}
    </ul>
  );
}

function Export({ run }: { run: string }) {
  const backend = useBackend();
  const live = useLive();
  const save = useMutation({
    mutationFn: (format: "jsonl" | "csv") => backend.exportRun(run, format),
    onSuccess: (path) => path && live.notify({ level: "info", text: texts.run.exported(path) }),
    onError: (error) => live.notify({ level: "error", text: texts.run.exportFailed(error.message) }),
  });
  return (
    <Menu
      align="end"
      button={(opens) => (
        <Button icon={Download} disabled={save.isPending} {...opens}>
          {texts.run.export}
        </Button>
      )}
      entries={[
        { text: texts.run.jsonl, onSelect: () => save.mutate("jsonl") },
        { text: texts.run.csv, onSelect: () => save.mutate("csv") },
      ]}
    />
  );
}

const GROUPS: { value: EventGroup | "all"; label: string }[] = [
  { value: "all", label: texts.run.all },
  { value: "said", label: texts.run.said },
  { value: "calls", label: texts.run.calls },
  { value: "decisions", label: texts.run.decisions },
  { value: "output", label: texts.run.output },
];

const NONE: readonly ChangedCallView[] = [];

interface EventsProps {
  events: readonly JournalEvent[];
  /** How much each call has changed. */
  changed: readonly ChangedCallView[];
  chosen: string;
}

function Events({ events, changed, chosen }: EventsProps) {
  const ways = useWays();
  const [filter, setFilter] = useState<EventFilter>({ words: "", group: "all" });
  const [at, setAt] = useState("");
  const shown = useMemo(() => filterEvents(events, filter), [events, filter]);
  const counts = useMemo(() => {
    const count = new Map<string, number>([["all", events.length]]);
    for (const { kind } of events) count.set(groupOf(kind), (count.get(groupOf(kind)) ?? 0) + 1);
    return count;
  }, [events]);
  const began = Date.parse(events[0]?.time ?? "");
  return (
    <>
      <div className="flex shrink-0 flex-wrap items-center gap-2 border-b border-line px-4 py-2">
        <Choice
          label={texts.run.kind}
          value={filter.group}
          options={GROUPS.map((group) => ({ ...group, count: counts.get(group.value) ?? 0 }))}
          onChange={(group) => setFilter({ ...filter, group: group as EventFilter["group"] })}
        />
        <div className="ml-auto w-52">
          <SearchField label={texts.run.search} value={filter.words} onChange={(words) => setFilter({ ...filter, words })} />
        </div>
      </div>
      {shown.length === 0 ? (
        <Empty icon={SearchX} title={common.noResults} action={<Button onClick={() => setFilter({ words: "", group: "all" })}>{texts.run.showAll}</Button>}>
          {texts.run.noneOf(events.length)}
        </Empty>
      ) : (
        <PickList
          label={texts.run.events}
          items={shown}
          keyOf={({ seq }) => String(seq)}
          rowHeight={28}
          chosen={at}
          follow
          onChoose={(event) => {
            setAt(String(event.seq));
            if (event.call) ways?.inspect(event.run, event.call);
          }}
          render={(event) => <EventRow event={event} changed={event.kind === "snapshot" ? changed.find(({ call }) => call === event.call) : undefined} began={began} ofChosen={event.call !== "" && event.call === chosen} />}
        />
      )}
    </>
  );
}

function EventRow({ event, changed, began, ofChosen }: { event: JournalEvent; changed: ChangedCallView | undefined; began: number; ofChosen: boolean }) {
  const { tone, word, text } = wordsOf(event);
  return (
    <>
      {ofChosen && <span aria-hidden className="absolute inset-y-0 left-0 w-0.5 bg-accent" />}
      <span className="w-16 shrink-0 text-11 max-[479px]:hidden whitespace-nowrap text-muted tabular-nums" title={event.time}>
        {sinceStart(event.time, began)}
      </span>
      <span className="w-36 shrink-0 overflow-hidden max-[479px]:w-22">
        <State tone={tone} word={word} past />
      </span>
      <span className={`min-w-0 flex-1 truncate ${machine.has(event.kind) ? "font-mono text-12" : ""}`}>{changed ? undo.call.counts(changed) : text.split("\n", 1)[0]}</span>
    </>
  );
}

const machine = new Set(["called", "started", "output", "finished"]);

/** "+0.34 s", "+12:05": a run is read as a course of time. */
function sinceStart(time: string, began: number): string {
  const ms = Date.parse(time) - began;
  if (!Number.isFinite(ms)) return "";
  if (ms < 60_000) return `+${number(ms / 1000, 2, 2)} s`;
  return `+${Math.floor(ms / 60_000)}:${String(Math.floor(ms / 1000) % 60).padStart(2, "0")}`;
}
