import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Circle, CircleCheck, CornerDownLeft } from "lucide-react";
import type { SessionView, SpaceView } from "../../backend/backend";
import { useBackend, useFeed } from "../../backend/context";
import { keys } from "../../backend/keys";
import { useChanged } from "../../backend/queries";
import { endedRuns } from "./ended";
import { texts } from "../../words/start";

interface NextStepsProps {
  space: SpaceView;
  session: SessionView;
  sending: boolean;
  onSay: (text: string) => void;
}

/** In a tour: what the person has done of it, what they can do now, and what they may say next, to be pressed. */
export function NextSteps(props: NextStepsProps) {
  // Once it is over, the chat goes on with another model, and this goes away.
  return props.space.tour && props.session.model === props.space.tour ? <Steps {...props} /> : null;
}

function Steps({ space, session, sending, onSay }: NextStepsProps) {
  const backend = useBackend();
  const feed = useFeed(`session:${session.id}`);
  const runs = endedRuns(feed);
  const changed = useChanged(space.path, runs).data ?? [];
  const next = useQuery({
    queryKey: keys.suggested(space.path, session.id, runs.length),
    queryFn: () => backend.suggested(session.id),
    enabled: session.running === "" && runs.length > 0,
    // What was pressed stays while it is answered, so that nothing jumps.
    placeholderData: keepPreviousData,
  });
  const answered = [...(feed?.calls.values() ?? [])].some(({ own, verdict }) => !own && verdict?.decider.kind === "person");
  const undone = changed.some(({ back }) => back.length > 0);
  const steps = [
    { text: texts.tour.look, done: runs.length > 0 },
    { text: texts.tour.answer, done: answered },
    { text: texts.tour.undo, done: undone },
  ];
  const now = steps.findIndex(({ done }) => !done);
  const undoNow = !undone && changed.length > 0 && changed.at(-1)?.run === runs.at(-1);
  return (
    <section aria-label={texts.tour.label} className="mx-auto flex w-full max-w-198 shrink-0 flex-col gap-2 px-4 pt-2">
      <ol className="flex flex-wrap items-center gap-x-4 gap-y-1 text-12">
        {steps.map(({ text, done }, at) => (
          <li key={text} aria-current={at === now ? "step" : undefined} className={`flex items-center gap-1 ${at === now ? "font-semibold" : "text-muted"}`}>
            {done ? <CircleCheck size={13} aria-hidden className="text-done" /> : <Circle size={13} aria-hidden />}
            {text}
            {done && <span className="sr-only">{texts.tour.done}</span>}
          </li>
        ))}
      </ol>
      {undoNow && <p className="text-12">{texts.tour.undoNow}</p>}
      {next.data && next.data.length > 0 && (
        <div role="group" aria-label={texts.tour.say} className="flex flex-wrap gap-1.5">
          {next.data.map((text) => (
            <button
              key={text}
              disabled={sending || session.running !== ""}
              className="inline-flex max-w-full items-center gap-1.5 rounded-full border border-accent px-3 py-1 text-left text-13 text-accent hover:bg-hover disabled:opacity-50"
              onClick={(event) => {
                // The button goes away, and whoever types on writes a message.
                event.currentTarget.closest("section")?.parentElement?.querySelector("textarea")?.focus();
                onSay(text);
              }}
            >
              <CornerDownLeft size={13} aria-hidden className="shrink-0" />
              <span className="min-w-0 break-words">{text}</span>
            </button>
          ))}
        </div>
      )}
    </section>
  );
}
