import { BrickWall, SearchX, SquareTerminal, X } from "lucide-react";
import { useFeed, useLive } from "../../backend/context";
import { useWays } from "../../backend/ways";
import type { Stage } from "../../backend/events";
import { jobOf, type Aside, type Call } from "../../backend/call";
import { between, byPerson, sayCall, sayDuration, sayTime, sayWalls, sayWhy, sentence, stoppedByWalls } from "../../backend/words";
import { Button, IconButton } from "../../components/button";
import { Code, Output } from "../../components/code";
import { Facts, MonoList } from "../../components/facts";
import { Empty, Failure, Waiting } from "../../components/feedback";
import { PaneHeader, Section } from "../../components/pane";
import { State } from "../../components/state";
import { prettyJSON } from "../../components/text";
import { WholeOutput } from "./whole-output";

interface CallInspectorProps {
  run: string;
  call: string;
  onClose: () => void;
  /** Shows the run that the call belongs to, if it is not shown already. */
  onRun: ((run: string) => void) | undefined;
}

/** What exactly: one call, what ran, who decided, what came of it. */
export function CallInspector({ run, call: id, onClose, onRun }: CallInspectorProps) {
  const feed = useFeed(`run:${run}`);
  const live = useLive();
  const call = feed?.calls.get(id);
  return (
    <>
      <PaneHeader level={2} title={call?.title || "Call"}>
        {onRun && (
          <Button look="quiet" onClick={() => onRun(run)}>
            Show its run
          </Button>
        )}
        <IconButton label="Close" icon={X} onClick={onClose} />
      </PaneHeader>
      <div className="min-h-0 flex-1 overflow-y-auto">
        {!feed || feed.status === "loading" ? (
          <Waiting what="Reading this call…" />
        ) : feed.status === "failed" ? (
          <div className="p-4">
            <Failure what="This call could not be read." why={feed.error} action={<Button onClick={() => live.watch(`run:${run}`)}>Try again</Button>} />
          </div>
        ) : call ? (
          <Inspected call={call} />
        ) : (
          <Empty icon={SearchX} title="This call is not in the journal">
            Its record may have been removed by the retention limit.
          </Empty>
        )}
      </div>
    </>
  );
}

function Inspected({ call }: { call: Call }) {
  const said = sayCall(call.status, call.code);
  const ways = useWays();
  const walls = sayWalls(call.meta.sandbox);
  const job = jobOf(call);
  const took = call.meta.duration_ms ?? (call.started && call.finished ? between(call.started, call.finished) : undefined);
  return (
    <div className="flex flex-col gap-5 p-4">
      <div className="flex flex-col gap-2">
        <State tone={said.tone} word={said.word} />
        {call.message && <p className="break-words select-text">{sentence(call.message)}</p>}
        {ways && stoppedByWalls(call) && (
          <div>
            <Button icon={BrickWall} onClick={ways.walls}>
              {call.code === "network_disabled" ? "Network of this space…" : "Walls of this space…"}
            </Button>
          </div>
        )}
        {ways && job && (
          <div>
            <Button icon={SquareTerminal} onClick={() => ways.job(job)}>
              Show the job
            </Button>
          </div>
        )}
      </div>
      {call.detail && (
        <Section title={call.started ? "What ran" : "What would have run"}>
          <Code text={call.detail} label={call.started ? "What ran" : "What would have run"} />
        </Section>
      )}
      <Section title={sayWhy(call)}>
        <Decision call={call} />
        <Stages stages={call.meta.stages ?? []} />
      </Section>
      <Section title="Facts">
        <Facts
          facts={[
            { name: "Tool", value: <span className="font-mono">{call.tool}</span> },
            { name: "Asked at", value: sayTime(call.called, new Date()) },
            { name: "Took", value: took !== undefined && call.started && sayDuration(took) },
            { name: "Exit code", value: call.meta.exit_code !== undefined && String(call.meta.exit_code) },
            { name: "Folder", value: call.folder && <span className="font-mono break-all">{call.folder}</span> },
            { name: "It would", value: call.effects.length > 0 && <MonoList items={call.effects} /> },
            { name: "Walls", value: walls && <State inline {...walls} /> },
            { name: "It asked", value: call.asides.length > 0 && <Asides asides={call.asides} /> },
            { name: "Files", value: call.undone ? "Its changes were undone." : call.snapshot },
            { name: "Input", value: call.changedBy && `changed by ${call.changedBy}` },
            { name: "Digest", value: call.meta.digest && <span className="font-mono break-all">{call.meta.digest}</span> },
          ]}
        />
      </Section>
      <Section title="Input">
        {call.inputName ? (
          <p className="text-12 break-all text-muted select-text">It is not kept, because it is large or holds a secret: {call.inputName}</p>
        ) : (
          <Code text={prettyJSON(call.input)} label="Input" fold={20} />
        )}
      </Section>
      {call.content && (
        <Section title="What came out">
          <Output text={call.content} fold={30} />
        </Section>
      )}
      {call.meta.output && !job && <WholeOutput key={call.meta.output} id={call.meta.output} />}
      {call.given !== undefined && (
        <Section title="What the model was given in its place">
          <Output text={call.given} fold={30} />
        </Section>
      )}
    </div>
  );
}

/** What it asked on its way, and what was answered. */
function Asides({ asides }: { asides: readonly Aside[] }) {
  return (
    <ul>
      {asides.map(({ title, answer }, i) => (
        <li key={i}>
          {title} <span className="text-muted">{answer ? `${ANSWERS[answer.kind]}, by ${answer.by}.` : "No answer yet."}</span>
        </li>
      ))}
    </ul>
  );
}

const ANSWERS = { allowed: "Allowed", declined: "Denied", expired: "Not answered" };

function Decision({ call }: { call: Call }) {
  const { verdict, why } = call;
  if (call.status === "requires-action") return <p>{sentence(why || "a rule or the mode wants your answer")}</p>;
  if (!verdict) {
    const nothing = call.started ? "Nothing had to be decided." : "It did not get as far as a decision.";
    return <p className="text-muted">{nothing}</p>;
  }
  const person = byPerson(verdict.by);
  const reason = person && call.started ? "" : verdict.reason;
  return (
    <p className="break-words select-text">
      <b className="font-semibold">{sentence(person ? verdict.by.replace("the person", "you decided") : `decided by ${verdict.by}`)}</b> {sentence(reason ?? "")}
      {why && ` You were asked because ${why.replace(/\.$/, "")}.`}
    </p>
  );
}

const STAGES: Record<string, string> = {
  "look-up": "Looked up", check: "Input checked", pre_tool: "Hooks before it", prepare: "Settled", guard: "Judged", confirm: "You were asked",
  snapshot: "Files kept", run: "Ran", post_tool: "Hooks after it", fit: "Cut to the limit",
};

/** Every stage of the door that the call went through, in order. */
function Stages({ stages }: { stages: readonly Stage[] }) {
  if (stages.length === 0) return null;
  return (
    <ol className="flex flex-col border-t border-line">
      {stages.map((stage, i) => (
        <li key={i} className="grid grid-cols-[112px_minmax(0,1fr)_auto] gap-x-3 border-b border-line py-1 text-12">
          <span>{STAGES[stage.name] ?? stage.name}</span>
          <span className="min-w-0 break-words text-muted">{[stage.result, stage.by].filter(Boolean).join(" · ")}</span>
          <span className="text-right text-muted tabular-nums">{stage.micros !== undefined && sayMicros(stage.micros)}</span>
        </li>
      ))}
    </ol>
  );
}

function sayMicros(micros: number): string {
  return micros < 1000 ? `${micros} µs` : sayDuration(micros / 1000);
}
