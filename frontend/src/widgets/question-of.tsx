import { useLiveState } from "../backend/context";
import { askingOf } from "../backend/waiting";
import { texts } from "../words/widgets";
import { FormQuestion } from "./form-question";
import { Question } from "./question";

/** What a call waits for: the person's answer to it, or to a form of its server. */
export function QuestionOf({ call }: { call: string }) {
  const question = useLiveState((state) => state.questions.find((waiting) => waiting.call === call));
  const form = useLiveState((state) => state.forms.find((waiting) => waiting.call === call));
  if (form) return <FormQuestion key={form.id} form={form} />;
  if (question) return <Question key={askingOf(question)} question={question} onAnswered={() => undefined} />;
  return <p className="text-muted">{texts.askedElsewhere}</p>;
}
