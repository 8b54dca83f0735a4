import { useMutation } from "@tanstack/react-query";
import { Ban, Check, Play } from "lucide-react";
import { useState } from "react";
import type { AnswerForm, QuestionView } from "../../backend/backend";
import { useBackend } from "../../backend/context";
import { askingOf } from "../../backend/waiting";
import { Button } from "../../components/button";
import { Revealed } from "../../components/code";
import { Failure } from "../../components/feedback";
import { diffSize, isDiff } from "../../components/text";
import { useArmed } from "../../widgets/armed";
import { Question } from "../../widgets/question";
import { DENY, RUN_ONCE } from "../../widgets/question-words";
import { texts } from "../../words/chat";

/** The questions of the answer that a question is of, in the order of their calls: a call is named after its run, its turn and its place. */
export function ofOneAnswer(all: readonly QuestionView[], of: QuestionView): QuestionView[] {
  const { turn } = placeOf(of);
  // What a running call asks on its way is about that call alone.
  if (of.id.includes("/")) return [of];
  return all.filter((one) => !one.id.includes("/") && one.run === of.run && placeOf(one).turn === turn).sort((a, b) => placeOf(a).at - placeOf(b).at);
}

function placeOf({ call }: QuestionView): { turn: string; at: number } {
  const cut = call.lastIndexOf("-");
  return { turn: call.slice(0, cut), at: Number(call.slice(cut + 1)) };
}

interface AskingTogetherProps {
  questions: readonly QuestionView[];
  onAnswered: () => void;
}

/** Several calls of one answer, as one review: a row for each, the one that is looked at, and an answer to all alike. */
export function AskingTogether({ questions, onAnswered }: AskingTogetherProps) {
  const backend = useBackend();
  const [chosen, choose] = useState("");
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set());
  const one = questions.find(({ id }) => id === chosen) ?? questions[0];
  const answer = useMutation({ mutationFn: (form: AnswerForm) => Promise.all(questions.map(({ id }) => backend.answer(id, form))), onSuccess: onAnswered });
  const known = questions.every((question) => seen.has(askingOf(question)) && question.dialog === "");
  const armed = useArmed(known ? questions.map(askingOf).join("\n") : "");
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-col gap-2 rounded-md border border-edge bg-ground p-2">
        <p className="px-1 font-semibold">{texts.call.together(questions.length)}</p>
        <ul className="flex flex-col">
          {questions.map((question) => (
            <li key={question.id}>
              <Row question={question} chosen={question === one} seen={seen.has(askingOf(question))} onChoose={() => choose(question.id)} />
            </li>
          ))}
        </ul>
        <div className="flex flex-wrap items-center gap-2 px-1">
          <Button icon={Ban} disabled={answer.isPending} onClick={() => answer.mutate(DENY)}>
            {texts.call.denyAll}
          </Button>
          <Button look="asking" icon={Play} disabled={!armed || answer.isPending} onClick={() => answer.mutate(RUN_ONCE)}>
            {texts.call.runAll(questions.length)}
          </Button>
          {!known && <span className="text-12 text-muted">{texts.call.lookFirst}</span>}
        </div>
        {answer.error && <Failure what={texts.call.allFailed} why={answer.error.message} />}
      </div>
      {one && <Question key={askingOf(one)} question={one} onSeen={() => setSeen((before) => (before.has(askingOf(one)) ? before : new Set([...before, askingOf(one)])))} onAnswered={onAnswered} />}
    </div>
  );
}

function Row({ question, chosen, seen, onChoose }: { question: QuestionView; chosen: boolean; seen: boolean; onChoose: () => void }) {
  const { title, detail } = question;
  return (
    <button type="button" aria-current={chosen || undefined} className={`row w-full rounded-md px-2 text-left focus-visible:-outline-offset-2 ${chosen ? "bg-asking-soft" : "hover:bg-hover"}`} onClick={onChoose}>
      <span className="max-w-[60%] shrink-0 truncate">
        <Revealed text={title} oneLine />
      </span>
      <span className="min-w-0 flex-1 truncate font-mono text-12 text-muted">
        <Revealed text={isDiff(detail) ? diffSize(detail) : (detail.split("\n", 1)[0] ?? "")} oneLine />
      </span>
      {seen && <Check size={14} aria-hidden className="shrink-0 text-muted" />}
    </button>
  );
}
