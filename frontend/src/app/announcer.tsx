import { useEffect, useRef, useState } from "react";
import { useLiveState } from "../backend/context";
import { sentence } from "../backend/words";
import { COMMAND_KEY } from "./keys";

/** Tells a screen reader at once that a call waits, and the window's title that something does. */
export function Announcer() {
  const questions = useLiveState((state) => state.questions);
  const known = useRef<ReadonlySet<string>>(new Set());
  const [said, setSaid] = useState("");

  useEffect(() => {
    const fresh = questions.filter(({ id }) => !known.current.has(id));
    known.current = new Set(questions.map(({ id }) => id));
    document.title = questions.length > 0 ? `(${questions.length}) Handrail` : "Handrail";
    const last = fresh.at(-1);
    if (last) setSaid(`Waiting for you: ${sentence(last.title)} Asked by: ${sentence(last.agent)} ${sentence(last.why)} Press ${COMMAND_KEY} J to answer.`);
    else if (questions.length === 0) setSaid("");
  }, [questions]);

  return (
    <div aria-live="assertive" role="alert" className="sr-only">
      {said}
    </div>
  );
}
