import type { QuestionView } from "../../backend/backend";
import { sayCaller } from "../../backend/clauses";
import { useLive, useLiveState } from "../../backend/context";
import { askingOf } from "../../backend/waiting";
import { sentence } from "../../backend/words";
import { Button } from "../../components/button";
import { Revealed } from "../../components/code";
import { State } from "../../components/state";
import { diffSize, isDiff } from "../../components/text";
import { useNow } from "../../widgets/question-act";
import { sayClosed, sayLeft } from "../../widgets/question-words";
import { texts } from "../../words/chat";

interface WaitingRowsProps {
  groups: readonly QuestionView[][];
  chosen: string;
  onChoose: (id: string) => void;
}

/** A row for each call that waits, under the chat that it belongs to. */
export function WaitingRows({ groups, chosen, onChoose }: WaitingRowsProps) {
  return (
    <div className="max-h-[36%] shrink-0 overflow-y-auto border-b border-line py-1">
      {groups.map((group) => (
        <div key={group[0]?.id} role="group" aria-label={whoIn(group[0])}>
          <h3 className="truncate px-4 pt-1 text-11 text-muted">{whoIn(group[0])}</h3>
          <ul>
            {group.map((question) => (
              <li key={question.id}>
                <Row question={question} chosen={question.id === chosen} onChoose={() => onChoose(question.id)} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  );
}

function whoIn(question: QuestionView | undefined): string {
  return question ? [question.chat, question.spaceName, sayCaller(question.caller, question.agent)].filter(Boolean).join(" · ") : "";
}

function Row({ question, chosen, onChoose }: { question: QuestionView; chosen: boolean; onChoose: () => void }) {
  return (
    <button
      type="button"
      aria-current={chosen || undefined}
      className={`row w-full px-4 text-left focus-visible:-outline-offset-2 ${chosen ? "bg-asking-soft shadow-[inset_3px_0_0_var(--asking-fill)]" : "hover:bg-hover"}`}
      onClick={onChoose}
    >
      <span className="max-w-[60%] shrink-0 truncate">
        <Revealed text={question.title} oneLine />
      </span>
      <span className="min-w-0 flex-1 truncate font-mono text-12 text-muted"><Revealed text={isDiff(question.detail) ? diffSize(question.detail) : (question.detail.split("\n", 1)[0] ?? "")} oneLine /></span>
      {question.expires && <Left expires={question.expires} />}
    </button>
  );
}

function Left({ expires }: { expires: string }) {
  return <span className="shrink-0 text-11 text-muted tabular-nums">{sayLeft(expires, useNow(Date.parse(expires)))}</span>;
}

/** What became of those that waited: also of the ones that were answered elsewhere, let go by a grant, or by nobody. */
export function ClosedRows() {
  const closed = useLiveState((state) => state.closed);
  const live = useLive();
  return (
    <div role="status" aria-label={texts.waiting.closed}>
      {closed.length > 0 && (
        <section className="border-t border-line px-4 py-3">
          <div className="flex items-center justify-between">
            <h3 className="text-12 font-semibold text-muted">{texts.waiting.closed}</h3>
            <Button look="quiet" onClick={() => live.forgetClosed()}>
              {texts.waiting.clear}
            </Button>
          </div>
          <ul>
            {closed.map((known) => {
              const { tone, word, by } = sayClosed(known);
              const { question } = known;
              return (
                <li key={askingOf(question)} className="grid grid-cols-[132px_minmax(0,1fr)] gap-x-3 border-t border-line py-1.5 first:border-t-0">
                  <State tone={tone} word={word} />
                  <div className="min-w-0">
                    <p className="truncate">
                      {question.title} <span className="text-12 text-muted">{texts.waiting.in(question.spaceName)}</span>
                    </p>
                    {by && <p className="text-12 break-words text-muted">{sentence(by)}</p>}
                  </div>
                </li>
              );
            })}
          </ul>
        </section>
      )}
    </div>
  );
}
