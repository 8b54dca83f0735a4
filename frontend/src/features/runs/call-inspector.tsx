import { useQuery } from "@tanstack/react-query";
import { BrickWall, ListPlus, Scale, SearchX, SquareTerminal, X } from "lucide-react";
import { useState } from "react";
import type { CallRecordView } from "../../backend/backend";
import { useBackend, useFeed, useLive } from "../../backend/context";
import { keys } from "../../backend/keys";
import { sayBy, sayDecider, UNDECIDED } from "../../backend/decider";
import { jobOf, type Aside, type Call } from "../../backend/call";
import { between, sayCall, sayDuration, sayTime, sayOrigin, sayWalls, sayWhy, sentence, stoppedByWalls } from "../../backend/words";
import { Button, IconButton } from "../../components/button";
import { Code, Output } from "../../components/code";
import { Facts, MonoList } from "../../components/facts";
import { Empty, Failure, Loaded, Waiting } from "../../components/feedback";
import { PaneHeader, Section } from "../../components/pane";
import { Pictures } from "../../components/pictures";
import { State } from "../../components/state";
import { prettyJSON } from "../../components/text";
import { CallOutput } from "../../widgets/call-output";
import { useWays } from "../../widgets/ways";
import { CallFiles } from "./call-files";
import { Chain } from "./chain";
import { MakeRule } from "./make-rule";
import { sayVerdict } from "./stage-words";
import { WholeOutput } from "./whole-output";
import { texts as common } from "../../words/common";
import { texts } from "../../words/runs";

interface CallInspectorProps {
  /** Where a rule that is made of it is for; "" = none can be made here. */
  space: string;
  run: string;
  call: string;
  onClose: () => void;
  /** Shows the run that the call belongs to, if it is not shown already. */
  onRun: ((run: string) => void) | undefined;
}

/** What exactly: one call, what ran, who decided, what came of it. */
export function CallInspector({ space, run, call: id, onClose, onRun }: CallInspectorProps) {
  const feed = useFeed(`run:${run}`);
  const live = useLive();
  const call = feed?.calls.get(id);
  return (
    <>
      <PaneHeader level={2} title={call?.title || texts.call.label}>
        {onRun && (
          <Button look="quiet" onClick={() => onRun(run)}>
            {texts.call.showRun}
          </Button>
        )}
        <IconButton label={common.close} icon={X} onClick={onClose} />
      </PaneHeader>
      <div className="min-h-0 flex-1 overflow-y-auto">
        {!feed || feed.status === "loading" ? (
          <Waiting what={texts.call.reading} />
        ) : feed.status === "failed" ? (
          <div className="p-4">
            <Failure what={texts.call.failed} why={feed.error} action={<Button onClick={() => live.watch(`run:${run}`)}>{common.tryAgain}</Button>} />
          </div>
        ) : call ? (
          <Inspected key={call.id} call={call} space={space} />
        ) : (
          <Empty icon={SearchX} title={texts.call.gone}>
            {texts.call.goneText}
          </Empty>
        )}
      </div>
    </>
  );
}

function Inspected({ call, space }: { call: Call; space: string }) {
  const said = sayCall(call);
  const ways = useWays();
  const walls = sayWalls(call.meta.sandbox);
  const job = jobOf(call);
  const backend = useBackend();
  const [making, setMaking] = useState(false);
  const record = useQuery({ queryKey: keys.record(call.id), queryFn: () => backend.callRecord(call.id) });
  const took = call.meta.duration_ms ?? (call.started && call.finished ? between(call.started, call.finished) : undefined);
  return (
    <div className="flex flex-col gap-5 p-4">
      <div className="flex flex-col gap-2">
        <State tone={said.tone} word={said.word} />
        {call.message && (call.started || !call.verdict) && <p className="break-words select-text">{sentence(call.message)}</p>}
        <Why call={call} record={record.data} onRule={space ? () => setMaking(true) : undefined} />
        {ways && stoppedByWalls(call) && (
          <div>
            <Button icon={BrickWall} onClick={ways.walls}>
              {call.code === "network_disabled" ? texts.call.network : texts.call.sandbox}
            </Button>
          </div>
        )}
        {ways && job && (
          <div>
            <Button icon={SquareTerminal} onClick={() => ways.job(job)}>
              {texts.call.job}
            </Button>
          </div>
        )}
      </div>
      {call.detail && (
        <Section title={call.started ? texts.call.ran : texts.call.notRun}>
          <Code text={call.detail} label={call.started ? texts.call.ran : texts.call.notRun} />
        </Section>
      )}
      {space && <CallFiles space={space} run={call.run} call={call.id} />}
      <Section title={texts.call.steps}>
        <Loaded query={record} waiting={texts.call.stepsReading} failed={texts.call.stepsFailed}>
          {(found) => <Chain record={found} rendered={call.detail} />}
        </Loaded>
      </Section>
      <Section title={texts.call.facts}>
        <Facts
          facts={[
            { name: texts.call.tool, value: <span className="font-mono">{call.tool}</span> },
            { name: texts.call.at, value: sayTime(call.called, new Date()) },
            { name: texts.call.took, value: took !== undefined && call.started && sayDuration(took) },
            { name: texts.call.exitCode, value: call.meta.exit_code !== undefined && String(call.meta.exit_code) },
            { name: texts.call.folder, value: call.folder && <span className="font-mono break-all">{call.folder}</span> },
            { name: texts.call.effects, value: call.effects.length > 0 && <MonoList items={call.effects} /> },
            { name: texts.call.sandboxFact, value: walls && <State inline {...walls} /> },
            { name: texts.call.from, value: call.meta.origins?.length ? call.meta.origins.map(sayOrigin).join(", ") : undefined },
            { name: texts.call.asked, value: call.asides.length > 0 && <Asides asides={call.asides} /> },
            { name: texts.call.files, value: call.undone ? texts.call.undone : call.snapshot },
            { name: texts.call.input, value: call.changedBy && texts.call.changedBy(call.changedBy) },
            { name: texts.call.digest, value: call.meta.digest && <span className="font-mono break-all">{call.meta.digest}</span> },
          ]}
        />
      </Section>
      <Section title={texts.call.input}>
        {call.inputName ? (
          <p className="text-12 break-all text-muted select-text">{texts.call.inputNotKept(call.inputName)}</p>
        ) : (
          <Code text={prettyJSON(call.input)} label={texts.call.input} fold={20} />
        )}
      </Section>
      {(call.content || call.pictures.length > 0) && (
        <Section title={texts.call.result}>
          <CallOutput call={call} fold={30} />
          <Pictures pictures={call.pictures} of={call.title} load={(id) => backend.picture(id)} />
        </Section>
      )}
      {call.meta.output && !job && <WholeOutput key={call.meta.output} id={call.meta.output} />}
      {call.given !== undefined && (
        <Section title={texts.call.given}>
          <Output text={call.given} fold={30} />
        </Section>
      )}
      {making && <MakeRule space={space} call={call.id} onClose={() => setMaking(false)} />}
    </div>
  );
}

/** The question that everybody asks of a call, answered in one sentence; and the way to have it otherwise. */
function Why({ call, record, onRule }: { call: Call; record: CallRecordView | undefined; onRule: (() => void) | undefined }) {
  const ways = useWays();
  const judged = record?.stages.findLast(({ name }) => name === "guard")?.decider;
  const decider = judged?.kind ? judged : (call.verdict?.decider ?? UNDECIDED);
  const leads = sayDecider(decider);
  return (
    <div className="mt-2 flex flex-col gap-1">
      <h3 className="text-12 font-semibold text-muted">{sayWhy(call)}</h3>
      {record && <p className="break-words select-text">{sentence(sayVerdict(call, record.why))}</p>}
      <div className="mt-1 flex flex-wrap gap-2">
        {ways && leads && (
          <Button icon={Scale} onClick={() => ways.rules(decider)}>
            {leads}
          </Button>
        )}
        {onRule && (
          <Button icon={ListPlus} onClick={onRule}>
            {texts.call.makeRule}
          </Button>
        )}
      </div>
    </div>
  );
}

/** What it asked on its way, and what was answered. */
function Asides({ asides }: { asides: readonly Aside[] }) {
  return (
    <ul>
      {asides.map(({ title, answer }, i) => (
        <li key={i}>
          {title} <span className="text-muted">{answer ? texts.call.answer(ANSWERS[answer.kind], sayBy(answer.decided)) : texts.call.noAnswer}</span>
        </li>
      ))}
    </ul>
  );
}

const ANSWERS = { allowed: texts.call.allowed, declined: texts.call.denied, expired: texts.call.expired };
