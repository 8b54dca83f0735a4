import type { AskedView, CallRecordView, StageView } from "../../backend/backend";
import { sayReason, sayRefusal } from "../../backend/clauses";
import { sayBy } from "../../backend/decider";
import { sentence } from "../../backend/words";
import { Code } from "../../components/code";
import { difference } from "../../components/difference";
import { State } from "../../components/state";
import { isDiff, prettyJSON } from "../../components/text";
import { nameOf, sayAnswer, sayMicros, sayResult } from "./stage-words";
import { texts } from "../../words/runs";

interface ChainProps {
  record: CallRecordView;
  /** What was rendered: the first line of it stands where it was settled. */
  rendered: string;
}

/** The way of a call through the door: every stage, what decided there, and how long it took. */
export function Chain({ record, rendered }: ChainProps) {
  const { stages, questions, missing } = record;
  const changed = changesOf(record);
  const slowest = Math.max(1, ...stages.map(({ micros }) => micros));
  const asks = questions.length > 0 && !stages.some(({ name }) => name === "confirm");
  return (
    <ol className="border-t border-line">
      {stages.map((stage, i) => (
        <Stage key={i} stage={stage} share={stage.micros / slowest}>
          {stage.name === "prepare" && rendered && !isDiff(rendered) && <p className="truncate font-mono text-11 text-muted" title={rendered}>{rendered.split("\n", 1)[0]}</p>}
          {stage.name === "confirm" && <Answers questions={questions} />}
        </Stage>
      ))}
      {asks && (
        <li className="flex flex-col gap-1 border-b border-line py-2 text-12">
          <span>{texts.chain.asked}</span>
          <Answers questions={questions} />
        </li>
      )}
      {changed.map(({ by, text }, i) => (
        <li key={i} className="flex flex-col gap-1 border-b border-line py-2 text-12">
          <span>{texts.chain.changedBy(by)}</span>
          {text ? <Code text={text} label={texts.chain.change(by)} fold={12} /> : <p className="text-muted">{texts.chain.notKept}</p>}
        </li>
      ))}
      {missing && (
        <li className="flex flex-col gap-1 border-b border-line py-2 text-12">
          <State inline tone="warning" word={texts.chain.missing} />
          <p className="text-muted select-text">{sentence(sayRefusal(missing))}</p>
        </li>
      )}
    </ol>
  );
}

function Stage({ stage, share, children }: { stage: StageView; share: number; children: React.ReactNode }) {
  const { by, file, reason, because, micros } = stage;
  return (
    <li className="flex flex-col gap-0.5 border-b border-line py-1.5 text-12">
      <div className="grid grid-cols-[minmax(0,1fr)_112px_76px] items-center gap-x-2">
        <span className="truncate">{nameOf(stage)}</span>
        <State inline {...sayResult(stage)} past />
        {micros > 0 && (
          <span className="text-right text-11 text-muted tabular-nums">
            {sayMicros(micros)}
            <span aria-hidden className="ml-auto mt-0.5 block h-0.5 rounded-full bg-edge" style={{ width: `max(2px, ${Math.round(share * 100)}%)` }} />
          </span>
        )}
      </div>
      {(by || reason) && (
        <p className="break-words text-muted select-text">
          {sayBy(stage)}
          {by && reason && ": "}
          {sayReason(because, reason)}
        </p>
      )}
      {file && <p className="font-mono text-11 break-all text-muted select-text">{file}</p>}
      {children}
    </li>
  );
}

function Answers({ questions }: { questions: readonly AskedView[] }) {
  return questions.map((asked, i) => {
    const reason = sayReason(asked.because, asked.reason);
    return (
      <p key={i} className="break-words text-muted select-text">
        {reason && `${texts.chain.because(reason.charAt(0).toLowerCase() + reason.slice(1).replace(/\.$/, ""))} `}
        {sayAnswer(asked)}
      </p>
    );
  });
}

/** What each change did to the input before it. */
function changesOf({ input, changes }: CallRecordView): { by: string; text: string }[] {
  let before = input;
  return changes.map(({ by, decider, input: after }) => {
    const text = before && after ? difference(pretty(before), pretty(after), [texts.chain.before, texts.chain.after]) : "";
    before = after;
    return { by: sayBy({ by, decider }), text };
  });
}

function pretty(json: string): string {
  return prettyJSON(JSON.parse(json));
}
