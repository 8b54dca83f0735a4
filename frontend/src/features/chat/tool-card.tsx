import { sayBy, type Decided } from "../../backend/decider";
import { AppWindow, BrickWall, ChevronRight, CircleStop, CloudDownload, Image, Info, SquareTerminal } from "lucide-react";
import { memo, useRef, useState } from "react";
import { useBackend, useCallOutput, useLive, useLiveState } from "../../backend/context";
import { words } from "../../backend/live";
import { jobOf, type Call } from "../../backend/call";
import { askingOf } from "../../backend/waiting";
import { between, sayCall, sayDuration, sayOrigin, sayWalls, sayWhy, sentence, stoppedByWalls } from "../../backend/words";
import { Button, IconButton } from "../../components/button";
import { Code, LiveOutput } from "../../components/code";
import { Facts } from "../../components/facts";
import { Pictures } from "../../components/pictures";
import { State } from "../../components/state";
import { diffSize, isDiff, prettyJSON } from "../../components/text";
import { CallOutput } from "../../widgets/call-output";
import { FormQuestion } from "../../widgets/form-question";
import { Question } from "../../widgets/question";
import { useWays } from "../../widgets/ways";
import { AskingTogether, ofOneAnswer } from "./asking-together";
import { RunNow } from "./run-now";
import { texts as common } from "../../words/common";
import { texts } from "../../words/chat";

interface ToolCardProps {
  call: Call;
  chosen: boolean;
  /** The chat that it stands in; "" = none. */
  session?: string;
  /** What goes on is shown below it: it need not be open by itself. */
  shownBelow?: boolean;
  onInspect: (call: Call) => void;
}

/** One tool call in a chat, in one of its four states. A line while there is nothing to decide or to look into. */
export const ToolCard = memo(function ToolCard({ call, chosen, session = "", shownBelow = false, onInspect }: ToolCardProps) {
  const [opened, setOpened] = useState<boolean | undefined>(undefined);
  const asking = call.status === "requires-action";
  const live = asking || (call.status === "running" && !shownBelow);
  // What the person called, they want to read; what an agent did, only if they wish.
  const open = opened ?? (live || call.own);
  const head = useRef<HTMLButtonElement>(null);
  const said = sayCall(call);
  return (
    <article
      aria-label={`${titleOf(call, false)}: ${said.word}`}
      className={asking ? "bg-asking-soft shadow-[inset_3px_0_0_var(--asking-fill)]" : chosen ? "shadow-[inset_3px_0_0_var(--accent)]" : ""}
    >
      <div className="flex items-center pr-1">
        <button ref={head} aria-expanded={open} className="row min-h-8 min-w-0 flex-1 rounded-md px-2 text-left focus-visible:-outline-offset-2" onClick={() => setOpened(!open)}>
          <ChevronRight size={14} aria-hidden className={`shrink-0 text-muted transition-transform duration-100 ${open ? "rotate-90" : ""}`} />
          <span className="min-w-0 shrink truncate font-semibold">{titleOf(call, open)}</span>
          {!open && <OneLine call={call} />}
          <span className="ml-auto flex shrink-0 items-center gap-3 pl-2">
            <From call={call} />
            <WithPictures count={call.pictures.length} />
            <Took call={call} />
            <State tone={said.tone} word={said.word} />
          </span>
        </button>
        <IconButton label={texts.call.details(sayWhy(call))} icon={Info} aria-pressed={chosen} onClick={() => onInspect(call)} />
      </div>
      {open && (
        <div className="flex flex-col gap-3 px-3 pt-1 pb-3">
          {asking ? <Asking call={call} onAnswered={() => head.current?.focus()} /> : <Body call={call} session={session} />}
        </div>
      )}
    </article>
  );
});

/** "Run: npm test" says the command, and the open card shows it below. */
function titleOf({ title, tool, detail }: Call, open: boolean): string {
  if (!title) return tool || texts.call.unnamed;
  const at = title.indexOf(": ");
  return open && at > 0 && saysDetail(title, detail) ? title.slice(0, at) : title;
}

function saysDetail(title: string, detail: string): boolean {
  const line = title.slice(title.indexOf(": ") + 2).replace(/ …$/, "");
  return line !== "" && detail.trim().startsWith(line);
}

/** Why it went wrong, else what it is about, unless the title says so. The title has its width first: a call is known by it. */
function OneLine({ call }: { call: Call }) {
  if (call.message) return <span className="min-w-0 flex-1 basis-24 truncate text-muted">{sentence(call.message)}</span>;
  if (saysDetail(call.title, call.detail)) return null;
  if (call.title.endsWith(` ${call.detail.slice(call.detail.lastIndexOf("/") + 1)}`)) return null;
  const said = isDiff(call.detail) ? diffSize(call.detail) : call.detail.split("\n", 1)[0];
  return <span className="min-w-0 flex-1 basis-24 truncate font-mono text-12 text-muted">{said}</span>;
}

function Took({ call }: { call: Call }) {
  if (!call.finished || !call.started) return null;
  return <span className="text-12 text-muted tabular-nums">{sayDuration(call.meta.duration_ms ?? between(call.started, call.finished))}</span>;
}

/** Says that the result is text from elsewhere, and from where. */
function From({ call }: { call: Call }) {
  const [first, ...more] = call.meta.origins ?? [];
  if (!first) return null;
  const all = [first, ...more].map(sayOrigin).join(", ");
  return (
    <span className="from-mark flex max-w-48 items-center gap-1 text-12 text-muted" title={texts.call.fromHelp(all)}>
      <CloudDownload size={14} aria-hidden className="shrink-0" />
      <span className="sr-only">{texts.call.from}</span>
      <span className="truncate">{sayOrigin(first)}</span>
      {more.length > 0 && <span className="shrink-0">+{more.length}</span>}
    </span>
  );
}

/** Says that there is something to see. */
function WithPictures({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <span className="flex items-center gap-1 text-12 text-muted" title={common.counts.pictures(count)}>
      <Image size={14} aria-hidden />
      <span className="sr-only">{common.counts.pictures(count)}</span>
    </span>
  );
}

function Asking({ call, onAnswered }: { call: Call; onAnswered: () => void }) {
  const all = useLiveState((state) => state.questions);
  const question = all.find((waiting) => waiting.call === call.id);
  const together = question ? ofOneAnswer(all, question) : [];
  if (together.length > 1) return <AskingTogether questions={together} onAnswered={onAnswered} />;
  // What a running call asks on its way has a title of its own.
  if (question) return <Question key={askingOf(question)} titled={call.started === ""} question={question} onAnswered={onAnswered} />;
  return (
    <>
      <p className="text-muted">
        {call.asides.at(-1)?.title}{" "}{texts.call.askedElsewhere}
      </p>
      <Code text={call.detail} label={common.wouldRun} large />
    </>
  );
}

function Body({ call, session }: { call: Call; session: string }) {
  const backend = useBackend();
  const exit = call.meta.exit_code;
  const walls = sayWalls(call.meta.sandbox);
  return (
    <>
      {call.message && <p className="break-words select-text">{sentence(call.message)}</p>}
      {session && call.code === "expired" && call.input !== undefined && <RunNow call={call} session={session} />}
      <NextStep call={call} />
      {call.detail ? <Code text={call.detail} label={texts.call.ran} fold={24} /> : <Code text={call.inputName || prettyJSON(call.input)} label={texts.call.input} fold={12} />}
      {call.status === "running" ? <Running call={call} /> : <CallOutput call={call} />}
      {call.meta.app && <OpenApp call={call} />}
      <Pictures pictures={call.pictures} of={call.title} load={(id) => backend.picture(id)} />
      <Facts
        facts={[
          { name: texts.call.exitCode, value: exit !== undefined && exit !== 0 && String(exit) },
          { name: texts.call.sandbox, value: walls && <State inline {...walls} /> },
          { name: texts.call.from, value: call.meta.origins?.length ? <span className="from-mark">{call.meta.origins.map(sayOrigin).join(", ")}</span> : undefined },
          { name: texts.call.decidedBy, value: call.verdict && answeredBy(call.verdict) },
          { name: texts.call.changedBy, value: call.changedBy },
          { name: texts.call.files, value: call.undone ? texts.call.undone : call.snapshot },
        ]}
      />
    </>
  );
}

/** Who has answered, and where: also where it was not this window. A rule or a mode is in the details. */
function answeredBy(decided: Decided): string {
  return decided.decider.kind === "person" || decided.decider.kind === "grant" ? sayBy(decided) : "";
}

/** Where the person can do something about it. */
function NextStep({ call }: { call: Call }) {
  const ways = useWays();
  const job = jobOf(call);
  if (!ways || (!job && !stoppedByWalls(call))) return null;
  return (
    <div>
      {job ? (
        <Button icon={SquareTerminal} onClick={() => ways.job(job)}>
          {texts.call.job}
        </Button>
      ) : (
        <Button icon={BrickWall} onClick={ways.walls}>
          {call.code === "network_disabled" ? texts.call.networkSettings : texts.call.sandboxSettings}
        </Button>
      )}
    </div>
  );
}

/** The app by which its server shows the result, in a window of its own. */
function OpenApp({ call }: { call: Call }) {
  const backend = useBackend();
  const live = useLive();
  return (
    <div>
      <Button icon={AppWindow} onClick={() => void backend.openApp(call.id).catch((error: unknown) => live.notify({ level: "error", text: words(error) }))}>
        {texts.call.openApp}
      </Button>
    </div>
  );
}

function Running({ call }: { call: Call }) {
  const backend = useBackend();
  const live = useLive();
  const output = useCallOutput(call.id);
  const text = output?.text || call.output;
  const form = useLiveState((state) => state.forms.find((waiting) => waiting.call === call.id));
  return (
    <>
      {form && <FormQuestion form={form} />}
      {text ? <LiveOutput text={text} dropped={output?.dropped ?? 0} /> : <p className="text-muted">{texts.call.noOutput}</p>}
      {output?.progress && <p className="text-12 text-muted">{output.progress}</p>}
      <div>
        <Button icon={CircleStop} onClick={() => void backend.cancelCall(call.id).catch((error: unknown) => live.notify({ level: "error", text: words(error) }))}>
          {texts.call.cancel}
        </Button>
      </div>
    </>
  );
}
