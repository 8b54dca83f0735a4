import { useEffect, useRef, useState } from "react";
import { sayCaller, sayReason } from "../backend/clauses";
import { useLiveState } from "../backend/context";
import { COMMAND_KEY } from "./keys";
import { texts } from "../words/app";

/** Tells a screen reader at once that a call waits, and the window's title that something does. */
export function Announcer() {
  const questions = useLiveState((state) => state.questions);
  const forms = useLiveState((state) => state.forms);
  const known = useRef<ReadonlySet<string>>(new Set());
  const [said, setSaid] = useState("");

  useEffect(() => {
    const fresh = questions.filter(({ id }) => !known.current.has(id));
    const form = forms.findLast(({ id }) => !known.current.has(id));
    known.current = new Set([...questions, ...forms].map(({ id }) => id));
    const count = questions.length + forms.length;
    document.title = count > 0 ? texts.title.waiting(count) : texts.title.plain;
    const last = fresh.at(-1);
    if (last) setSaid(texts.announce.call(last.title, sayCaller(last.caller, last.agent), sayReason(last.because, last.why), COMMAND_KEY));
    else if (form) setSaid(texts.announce.form(form.server, COMMAND_KEY));
    else if (count === 0) setSaid("");
  }, [questions, forms]);

  return (
    <div aria-live="assertive" role="alert" className="sr-only">
      {said}
    </div>
  );
}
