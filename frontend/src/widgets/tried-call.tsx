import { CircleStop, Info } from "lucide-react";
import type { StartedCallView } from "../backend/backend";
import { useBackend, useCallOutput, useFeed, useLive, useLiveState } from "../backend/context";
import { words } from "../backend/live";
import type { Call } from "../backend/transcript";
import { sayCall, sayDuration, sayWhy, sentence } from "../backend/words";
import { Button } from "../components/button";
import { LiveOutput } from "../components/code";
import { Failure, Waiting } from "../components/feedback";
import { Pictures } from "../components/pictures";
import { State } from "../components/state";
import { CallOutput } from "./call-output";
import { QuestionOf } from "./question-of";
import { useWays } from "./ways";
import { texts as common } from "../words/common";
import { texts } from "../words/widgets";

/** What becomes of a call that was tried: the same four states as in a chat. */
export function TriedCall({ started }: { started: StartedCallView }) {
  const feed = useFeed(`run:${started.run}`);
  const form = useLiveState(({ forms }) => forms.some((waiting) => waiting.call === started.call));
  const backend = useBackend();
  const ways = useWays();
  if (feed?.status === "failed") return <Failure what={texts.try.readFailed} why={feed.error} />;
  const call = feed?.calls.get(started.call);
  if (!call) return <Waiting what={texts.try.starting} />;
  const said = sayCall(call);
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-x-3" role="status">
        <State tone={said.tone} word={said.word} />
        {call.meta.duration_ms !== undefined && call.started && (
          <span className="text-12 text-muted tabular-nums">{sayDuration(call.meta.duration_ms)}</span>
        )}
        {call.meta.exit_code !== undefined && <span className="text-12 whitespace-nowrap text-muted">{texts.try.exitCode(String(call.meta.exit_code))}</span>}
        <Button look="quiet" icon={Info} className="ml-auto" onClick={() => ways?.inspect(started.run, started.call)}>
          {sayWhy(call)}
        </Button>
      </div>
      {call.message && <p className="break-words select-text">{sentence(call.message)}</p>}
      {call.status === "requires-action" && <QuestionOf call={call.id} />}
      {call.status === "running" && form && <QuestionOf call={call.id} />}
      {call.status === "running" && <Running call={call} />}
      <Pictures pictures={call.pictures} of={call.title} load={(id) => backend.picture(id)} />
      {call.finished && (call.content ? <CallOutput call={call} fold={40} /> : !call.message && <p className="text-muted">{texts.try.noOutput}</p>)}
    </div>
  );
}

function Running({ call }: { call: Call }) {
  const backend = useBackend();
  const live = useLive();
  const output = useCallOutput(call.id);
  return (
    <>
      {output?.text && <LiveOutput text={output.text} dropped={output.dropped} />}
      {output?.progress && <p className="text-12 text-muted">{output.progress}</p>}
      <div>
        <Button icon={CircleStop} onClick={() => void backend.cancelCall(call.id).catch((error: unknown) => live.notify({ level: "error", text: words(error) }))}>
          {common.cancel}
        </Button>
      </div>
    </>
  );
}
