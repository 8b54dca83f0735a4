import { useMutation } from "@tanstack/react-query";
import { ChevronLeft, ChevronRight, CircleCheck, X } from "lucide-react";
import { useEffect, useRef, useState, type KeyboardEvent } from "react";
import type { QuestionView } from "../../backend/backend";
import { useBackend, useLive, useLiveState } from "../../backend/context";
import { askingOf, bySession } from "../../backend/waiting";
import { Button, IconButton } from "../../components/button";
import { Empty } from "../../components/feedback";
import { PaneHeader } from "../../components/pane";
import { FormQuestion } from "../../widgets/form-question";
import { Question } from "../../widgets/question";
import { DENY } from "../../widgets/question-words";
import { ClosedRows, WaitingRows } from "./waiting-rows";
import { texts as common } from "../../words/common";
import { texts } from "../../words/chat";

/** All calls that wait for the person, of every space, in one list, and the one that is looked at. */
export function WaitingList({ onClose }: { onClose: () => void }) {
  const questions = useLiveState((state) => state.questions);
  const forms = useLiveState((state) => state.forms);
  const groups = bySession(questions);
  const order = groups.flat();
  const pane = useRef<HTMLDivElement>(null);
  const [chosen, choose] = useChosen(order);
  const at = order.findIndex(({ id }) => id === chosen?.id);
  const move = (by: number) => {
    const to = order[(at + by + order.length) % order.length];
    if (to) choose(to.id);
  };
  // On the safe answer: when it is opened, and after each answer on that of the next question.
  const toSafe = useRef(true);
  const opened = useRef(false);
  const asking = chosen && askingOf(chosen);
  useEffect(() => {
    const box = pane.current;
    const at = document.activeElement;
    // Somebody who writes elsewhere is not taken away from it by a question that comes.
    const here = !opened.current || at === document.body || box?.contains(at);
    // Another answer has closed the one that had the focus: nothing may be pressed by a key that was meant for it.
    const place = !asking ? (box?.querySelector("[data-form]") ? "[data-form]" : "[data-close]") : toSafe.current ? "[data-deny], [data-here]" : "[data-question]";
    if (here && !box?.querySelector("[data-question]")?.contains(at)) box?.querySelector<HTMLElement>(place)?.focus();
    toSafe.current = false;
    opened.current = true;
  }, [asking]);

  const press = (event: KeyboardEvent) => {
    if (event.key === "Escape") onClose();
    if (!event.altKey || (event.key !== "ArrowDown" && event.key !== "ArrowUp")) return;
    event.preventDefault();
    move(event.key === "ArrowDown" ? 1 : -1);
  };
  return (
    <div ref={pane} className="flex min-h-0 flex-1 flex-col" onKeyDown={press}>
      <PaneHeader title={titleOf(at, order.length, forms.length)} level={2}>
        {order.length > 1 && (
          <>
            <DenyAll questions={order} onDone={() => (toSafe.current = true)} />
            <IconButton label={texts.waiting.previous} icon={ChevronLeft} onClick={() => move(-1)} />
            <IconButton label={texts.waiting.next} icon={ChevronRight} onClick={() => move(1)} />
          </>
        )}
        <IconButton data-close label={common.close} icon={X} onClick={onClose} />
      </PaneHeader>
      {order.length > 1 && <WaitingRows groups={groups} chosen={chosen?.id ?? ""} onChoose={choose} />}
      <div className="min-h-0 flex-1 overflow-y-auto">
        {chosen && (
          <div className="p-4">
            <Question key={askingOf(chosen)} question={chosen} onAnswered={() => (toSafe.current = true)} />
          </div>
        )}
        {forms.map((form) => (
          <div key={form.id} className="border-t border-line p-4 first:border-t-0">
            <FormQuestion form={form} />
          </div>
        ))}
        {!chosen && forms.length === 0 && (
          <Empty icon={CircleCheck} title={texts.waiting.none}>
            {texts.waiting.noneText}
          </Empty>
        )}
        <ClosedRows />
      </div>
    </div>
  );
}

/** A yes that a call needs comes before what a server wants to know: below a long form nobody would see it. */
function titleOf(at: number, calls: number, forms: number): string {
  const place = calls > 1 ? texts.waiting.at(at + 1, calls) : texts.waiting.title;
  return calls > 0 && forms > 0 ? texts.waiting.withForms(place, forms) : place;
}

/** The one that is looked at; when it is closed, the one that takes its place in the list. */
function useChosen(order: readonly QuestionView[]): [QuestionView | undefined, (id: string) => void] {
  const [last, setLast] = useState({ id: "", at: 0 });
  const at = order.findIndex(({ id }) => id === last.id);
  const chosen = order[at] ?? order[Math.min(last.at, order.length - 1)];
  const now = chosen ? order.indexOf(chosen) : 0;
  if (chosen && (chosen.id !== last.id || now !== last.at)) setLast({ id: chosen.id, at: now });
  return [chosen, (id) => setLast({ id, at: order.findIndex((known) => known.id === id) })];
}

function DenyAll({ questions, onDone }: { questions: readonly QuestionView[]; onDone: () => void }) {
  const backend = useBackend();
  const live = useLive();
  const deny = useMutation({
    mutationFn: () => Promise.all(questions.map(({ id }) => backend.answer(id, DENY))),
    onSuccess: onDone,
    onError: (error) => live.notify({ level: "error", text: texts.waiting.denyFailed(error.message) }),
  });
  return (
    <Button disabled={deny.isPending} onClick={() => deny.mutate()}>
      {texts.waiting.denyAll}
    </Button>
  );
}
