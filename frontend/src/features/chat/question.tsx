import { useMutation } from "@tanstack/react-query";
import { Check, Play } from "lucide-react";
import { useEffect, useId, useState } from "react";
import type { QuestionView } from "../../backend/backend";
import { useBackend } from "../../backend/context";
import { sayEffect, sayTime, sentence } from "../../backend/words";
import { Button } from "../../components/button";
import { Code, Revealed } from "../../components/code";
import { Facts, MonoList } from "../../components/facts";
import { Failure } from "../../components/feedback";
import { TextInput } from "../../components/field";

/** A button that has just appeared under the pointer must not be the one that is pressed. */
const ARM_MS = 500;

interface QuestionProps {
  question: QuestionView;
  /** It stands in a card that has its title. */
  titled?: boolean;
  /** After an answer: the buttons are gone, so the focus needs a place. */
  onAnswered: () => void;
}

/** Everything that the person needs to decide on one call, and the two answers. */
export function Question({ question, titled = false, onAnswered }: QuestionProps) {
  const backend = useBackend();
  const [reason, setReason] = useState("");
  const [armed, setArmed] = useState(false);
  const reasonId = useId();
  const answer = useMutation({
    mutationFn: (run: boolean) => backend.answer(question.id, run, run ? "" : reason.trim()),
    onSuccess: onAnswered,
  });

  useEffect(() => {
    const timer = setTimeout(() => setArmed(true), ARM_MS);
    return () => clearTimeout(timer);
  }, [question.id]);

  const { id } = question;
  useEffect(() => {
    const tell = () => {
      if (document.visibilityState !== "visible") return;
      document.removeEventListener("visibilitychange", tell);
      // It may be closed by another answer at this very moment: then there is nothing to start.
      backend.questionShown(id).catch(() => undefined);
    };
    // The clock starts when it is seen, not while the window is out of sight.
    document.addEventListener("visibilitychange", tell);
    tell();
    return () => document.removeEventListener("visibilitychange", tell);
  }, [backend, id]);

  return (
    <div className="flex flex-col gap-3">
      <div>
        {!titled && <p className="font-semibold">{question.title}</p>}
        <p className="text-muted">{sentence(question.why)}</p>
      </div>
      {/* A question with a button of its own is words, not an act: it is read, not executed. */}
      {question.yes ? (
        <p className="break-words whitespace-pre-wrap select-text">
          <Revealed text={question.detail} />
        </p>
      ) : (
        <Code text={question.detail} label="What would run" large />
      )}
      <Facts
        facts={[
          { name: "Asked by", value: question.agent },
          { name: "Space", value: question.spaceName },
          { name: "Folder", value: question.folder && <span className="font-mono break-all">{question.folder}</span> },
          { name: question.yes ? "It would let it" : "It would", value: question.effects.length > 0 && <MonoList items={question.effects.map(sayEffect)} /> },
          { name: "Answer by", value: question.expires && sayTime(question.expires, new Date()) },
        ]}
      />
      {answer.error && <Failure what="The answer was not taken." why={answer.error.message} />}
      <form
        className="flex flex-wrap items-center gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          answer.mutate(false);
        }}
      >
        <Button look="asking" icon={question.yes ? Check : Play} disabled={!armed || answer.isPending} onClick={() => answer.mutate(true)}>
          {question.yes || "Run once"}
        </Button>
        <Button type="submit" data-deny disabled={answer.isPending}>
          Deny
        </Button>
        <label htmlFor={reasonId} className="sr-only">
          Why not? The agent is told.
        </label>
        <TextInput id={reasonId} className="min-w-48 flex-1" placeholder="Why not? The agent is told." value={reason} onChange={(event) => setReason(event.target.value)} />
      </form>
    </div>
  );
}
