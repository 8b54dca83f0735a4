import { useMutation, useQuery } from "@tanstack/react-query";
import { Play } from "lucide-react";
import { useState } from "react";
import type { CutView, DecisionForm, LostCallView, SessionView } from "../../backend/backend";
import { saySaid } from "../../backend/clauses";
import { useBackend } from "../../backend/context";
import { keys } from "../../backend/keys";
import { Button } from "../../components/button";
import { Choice } from "../../components/choice";
import { Failure } from "../../components/feedback";
import { texts } from "../../words/chat";

type Fate = DecisionForm["fate"];

const FATES = ["happened", "again", "stop"] as const;

/** Offers to go on with an answer that was cut, once the person has decided about the calls of which nobody knows. */
export function CutStrip({ session }: { session: SessionView }) {
  const backend = useBackend();
  const cut = useQuery({ queryKey: keys.cut(session.space, session.cut), queryFn: () => backend.cut(session.cut) });
  return (
    <section aria-label={texts.cut.title} className="mx-auto flex max-h-80 w-full max-w-198 flex-col gap-2 overflow-y-auto border-t border-line px-4 py-3">
      {cut.data ? (
        <Review key={session.cut} cut={cut.data} model={session.model} />
      ) : cut.error ? (
        <Failure what={texts.cut.stuck} why={cut.error.message} />
      ) : (
        <p role="status">
          {texts.cut.title} {texts.cut.looking}
        </p>
      )}
    </section>
  );
}

function Review({ cut, model }: { cut: CutView; model: string }) {
  const backend = useBackend();
  const [fates, setFates] = useState<Record<string, Fate>>({});
  const resume = useMutation({
    mutationFn: () => backend.resume(cut.run, model, cut.lost.flatMap(({ call }) => (fates[call] ? [{ call, fate: fates[call] }] : []))),
  });
  const stopped = Object.values(fates).includes("stop");
  const decided = stopped || cut.lost.every(({ call }) => fates[call]);
  const gone = cut.problem !== "" && model === cut.model;
  return (
    <>
      <div className="flex items-center gap-3">
        <p className="min-w-0 flex-1 font-semibold">{texts.cut.title}</p>
        <Button icon={Play} disabled={!decided || gone || resume.isPending} onClick={() => resume.mutate()}>
          {texts.cut.goOn}
        </Button>
      </div>
      {gone && <p>{`${cut.problem} ${texts.cut.model}`}</p>}
      {cut.changed && <p>{texts.cut.changed(cut.agent)}</p>}
      {cut.lost.length > 0 && <p>{texts.cut.lost(cut.lost.length)}</p>}
      {cut.lost.map((lost) => (
        <Lost key={lost.call} lost={lost} fate={fates[lost.call]} onFate={(fate) => setFates({ ...fates, [lost.call]: fate })} />
      ))}
      {resume.error && <Failure what={texts.cut.failed} why={resume.error.message} />}
    </>
  );
}

function Lost({ lost, fate, onFate }: { lost: LostCallView; fate: Fate | undefined; onFate: (fate: Fate) => void }) {
  const title = saySaid(lost.title, lost.heading);
  return (
    <article aria-label={title} className="flex flex-col gap-1 rounded-lg border border-line px-3 py-2">
      <p>
        <span className="font-semibold">{title}</span> {lost.agent && <span className="text-muted">{texts.cut.by(lost.agent)}</span>}
      </p>
      {lost.detail && lost.detail !== lost.title && <pre className="font-mono text-12 break-words whitespace-pre-wrap select-text">{lost.detail}</pre>}
      <p className="text-muted">{knownOf(lost)}</p>
      {lost.printed && (
        <pre aria-label={texts.cut.printed} className="max-h-32 overflow-y-auto font-mono text-12 break-words whitespace-pre-wrap select-text">
          {lost.printed}
        </pre>
      )}
      {lost.repeatable && lost.differs && <p className="break-words text-asking">{texts.cut.differs(lost.differs)}</p>}
      {!lost.repeatable && <p className="text-muted">{texts.cut.gone}</p>}
      <Choice
        label={texts.cut.choose(title)}
        value={fate ?? ""}
        options={FATES.filter((one) => one !== "again" || lost.repeatable).map((one) => ({ value: one, label: texts.cut.fates[one] }))}
        onChange={(next) => onFate(next as Fate)}
      />
    </article>
  );
}

function knownOf({ changed, late, printed }: LostCallView): string {
  const said = printed ? texts.cut.began : texts.cut.silent;
  if (changed < 0) return said;
  return [texts.cut.snapshot(changed), late && changed > 0 && texts.cut.late, printed && said].filter(Boolean).join(" ");
}
