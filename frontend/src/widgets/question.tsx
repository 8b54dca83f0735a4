import { useMutation } from "@tanstack/react-query";
import { AppWindow, Ban, Check, CheckCheck, PencilLine, Play } from "lucide-react";
import { useEffect, useId, useRef, useState, type KeyboardEvent } from "react";
import { flushSync } from "react-dom";
import type { AnswerForm, QuestionView } from "../backend/backend";
import { sayReason } from "../backend/clauses";
import { useBackend } from "../backend/context";
import { Button } from "../components/button";
import { Revealed } from "../components/code";
import { Failure } from "../components/feedback";
import { TextInput } from "../components/field";
import { useArmed } from "./armed";
import { QuestionAct } from "./question-act";
import { QuestionAlways } from "./question-always";
import { QuestionEdit } from "./question-edit";
import { DENY, RUN_ONCE } from "./question-words";
import { Rehearsed, RehearseButton, useRehearsing, type Rehearsing } from "./rehearse";
import { texts as rehearsal } from "../words/rehearsal";
import { texts } from "../words/widgets";

interface QuestionProps {
  question: QuestionView;
  /** It stands in a card that has its title. */
  titled?: boolean;
  /** The end of what would run has been in sight. */
  onSeen?: (() => void) | undefined;
  /** After an answer: the buttons are gone, so the focus needs a place. */
  onAnswered: () => void;
}

/** deciding: the buttons. Else what has taken their place. */
type View = "deciding" | "always" | "editing";

/** The key, held with Alt, of the button that leads there. */
const KEYS: Record<View, string> = { deciding: "KeyD", always: "KeyA", editing: "KeyE" };

/** A question where it is asked: here, or in a dialog, which the person can close from here. */
export function Question(props: QuestionProps) {
  const { dialog } = props.question;
  const box = useRef<HTMLDivElement>(null);
  const [taken, setTaken] = useState(false);
  // The button that took it over is gone: the focus goes to what it has brought, and to no button of it.
  useEffect(() => {
    if (taken && dialog === "") box.current?.querySelector<HTMLElement>("[data-question]")?.focus();
  }, [taken, dialog]);
  return <div ref={box}>{dialog === "" ? <AskedHere {...props} /> : <AskedInDialog {...props} onTaken={() => setTaken(true)} />}</div>;
}

function AskedInDialog({ question, titled = false, onTaken }: QuestionProps & { onTaken: () => void }) {
  const backend = useBackend();
  const id = useId();
  const take = useMutation({ mutationFn: () => backend.takeQuestion(question.id), onSuccess: onTaken });
  return (
    <section aria-label={titled ? question.title : undefined} aria-labelledby={titled ? undefined : `${id}-title`} tabIndex={-1} data-question className="flex flex-col gap-3 focus-visible:outline-none">
      {!titled && (
        <p id={`${id}-title`} className="text-15 font-semibold break-words">
          <Revealed text={question.title} />
        </p>
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-md border border-edge bg-ground px-3 py-2" role="status">
        <div className="min-w-0">
          <p className="flex items-center gap-1.5 font-semibold">
            <AppWindow size={14} aria-hidden className="shrink-0 text-asking" />
            {texts.question.inDialog}
          </p>
          <p className="text-12 text-muted">{question.dialog === "coming" ? texts.question.dialogComing : texts.question.inDialogText}</p>
        </div>
        <Button data-here disabled={take.isPending} onClick={() => take.mutate()}>
          {texts.question.here}
        </Button>
      </div>
      {take.error && <Failure what={texts.question.hereFailed} why={take.error.message} />}
      <QuestionAct question={question} bare />
    </section>
  );
}

/** Everything that the person needs to decide on one call, and the answers. Neither Enter nor Escape ever runs it. */
function AskedHere({ question, titled = false, onSeen, onAnswered }: QuestionProps) {
  const backend = useBackend();
  const [seen, setSeen] = useState(question.yes !== "");
  const see = () => {
    setSeen(true);
    onSeen?.();
  };
  const [view, setView] = useState<View>("deciding");
  const box = useRef<HTMLElement>(null);
  const id = useId();
  const rehearsing = useRehearsing(question.space, question.id, (key) => backend.rehearseQuestion(question.id, key));
  const answer = useMutation({ mutationFn: (form: AnswerForm) => backend.answer(question.id, form), onSuccess: onAnswered });
  useShown(question.id);

  const back = () => {
    const key = KEYS[view];
    flushSync(() => setView("deciding"));
    box.current?.querySelector<HTMLElement>(`[data-key="${key}"]`)?.focus();
  };
  const press = (event: KeyboardEvent<HTMLElement>) => {
    // A key that is held down must not answer the next question, too.
    if (event.repeat && event.key === "Enter") event.preventDefault();
    if (event.key === "Escape" && view !== "deciding") {
      event.stopPropagation();
      back();
      return;
    }
    if (!event.altKey || event.ctrlKey || event.metaKey || event.repeat) return;
    const place = event.currentTarget.querySelector<HTMLElement>(`[data-key="${event.code}"]`);
    if (!place) return;
    event.preventDefault();
    if (place instanceof HTMLInputElement) place.focus();
    else place.click();
  };

  return (
    <section ref={box} role="alertdialog" aria-label={titled ? question.title : undefined} aria-labelledby={titled ? undefined : `${id}-title`} aria-describedby={`${id}-why`} tabIndex={-1} data-question className="flex flex-col gap-3 focus-visible:outline-none" onKeyDown={press}>
      <div>
        {!titled && (
          <p id={`${id}-title`} className="text-15 font-semibold break-words">
            <Revealed text={question.title} />
          </p>
        )}
        <p id={`${id}-why`} className="text-muted">
          {texts.question.why(sayReason(question.because, question.why).replace(/\.$/, ""))}
        </p>
      </div>
      <QuestionAct question={question} bare={view !== "deciding"} onEnd={see} />
      {answer.error && <Failure what={texts.question.failed} why={answer.error.message} />}
      {view === "always" && <QuestionAlways offers={question.offers} ofServer={question.yes !== ""} busy={answer.isPending} onBack={back} onTake={(offer) => answer.mutate({ ...RUN_ONCE, offer: offer.id })} />}
      {view === "editing" && <QuestionEdit question={question} busy={answer.isPending} onBack={back} onRun={(input, digest) => answer.mutate({ ...RUN_ONCE, input, digest })} />}
      {view === "deciding" && <Deciding question={question} seen={seen} busy={answer.isPending} rehearsing={rehearsing} onAnswer={answer.mutate} onView={setView} />}
    </section>
  );
}

/** The clock starts when it is seen, not while the window is out of sight. */
function useShown(id: string): void {
  const backend = useBackend();
  useEffect(() => {
    const tell = () => {
      if (document.visibilityState !== "visible") return;
      document.removeEventListener("visibilitychange", tell);
      // It may be closed by another answer at this very moment: then there is nothing to start.
      backend.questionShown(id).catch(() => undefined);
    };
    document.addEventListener("visibilitychange", tell);
    tell();
    return () => document.removeEventListener("visibilitychange", tell);
  }, [backend, id]);
}

interface DecidingProps {
  question: QuestionView;
  /** The end of the act has been in sight: before, nothing runs it. */
  seen: boolean;
  busy: boolean;
  rehearsing: Rehearsing;
  onAnswer: (answer: AnswerForm) => void;
  onView: (view: View) => void;
}

function Deciding({ question, seen, busy, rehearsing, onAnswer, onView }: DecidingProps) {
  const [reason, setReason] = useState("");
  const armed = useArmed(question.id);
  const id = useId();
  return (
    <form
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        onAnswer({ ...DENY, reason: reason.trim() });
      }}
    >
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" data-deny data-key="KeyD" aria-keyshortcuts="Alt+D" icon={Ban} disabled={busy}>
          {texts.question.deny}
        </Button>
        <Button look="asking" data-key="KeyR" aria-keyshortcuts="Alt+R" icon={question.yes ? Check : Play} disabled={!armed || !seen || busy} aria-describedby={seen ? undefined : `${id}-unseen`} onClick={() => onAnswer(RUN_ONCE)}>
          {question.yes || texts.question.runOnce}
        </Button>
        {question.rehearses && <RehearseButton of={rehearsing} disabled={busy} hotkey="KeyH" />}
        {question.offers.length > 0 && (
          <Button data-key="KeyA" aria-keyshortcuts="Alt+A" icon={CheckCheck} disabled={!seen || busy} onClick={() => onView("always")}>
            {texts.question.always}
          </Button>
        )}
        {question.input !== "" && (
          <Button data-key="KeyE" aria-keyshortcuts="Alt+E" icon={PencilLine} disabled={busy} onClick={() => onView("editing")}>
            {texts.question.edit}
          </Button>
        )}
      </div>
      {!seen && (
        <p id={`${id}-unseen`} className="text-12 text-asking">
          {texts.question.readOn}
        </p>
      )}
      {question.rehearses && <Rehearsed of={rehearsing} space={question.space} question={question} help={rehearsal.button.help} />}
      <label htmlFor={id} className="sr-only">
        {texts.question.reason}
      </label>
      <TextInput id={id} data-key="KeyW" aria-keyshortcuts="Alt+W" placeholder={texts.question.reasonHelp} value={reason} onChange={(event) => setReason(event.target.value)} />
      <p aria-hidden className="text-11 text-muted">
        {[texts.question.keys.deny, texts.question.keys.run(question.yes || texts.question.runOnce), question.rehearses && texts.question.keys.rehearse, question.offers.length > 0 && texts.question.keys.always, question.input !== "" && texts.question.keys.edit, texts.question.keys.reason].filter(Boolean).join(" · ")}
      </p>
    </form>
  );
}
