import { CircleCheck, X } from "lucide-react";
import { useEffect, useRef } from "react";
import { useLiveState } from "../../backend/context";
import { IconButton } from "../../components/button";
import { Empty } from "../../components/feedback";
import { PaneHeader } from "../../components/pane";
import { Question } from "./question";

/** All calls that wait for the person, of every space, in one list. */
export function WaitingList({ onClose }: { onClose: () => void }) {
  const questions = useLiveState((state) => state.questions);
  const list = useRef<HTMLDivElement>(null);
  const focusFirst = () => list.current?.querySelector<HTMLElement>("[data-deny]")?.focus();
  useEffect(focusFirst, []);
  return (
    <>
      <PaneHeader title="Waiting for you" level={2}>
        <IconButton label="Close" icon={X} onClick={onClose} />
      </PaneHeader>
      <div ref={list} className="min-h-0 flex-1 overflow-y-auto">
        {questions.length === 0 ? (
          <Empty icon={CircleCheck} title="Nothing waits">
            Calls that need your yes are listed here.
          </Empty>
        ) : (
          <ul>
            {questions.map((question) => (
              <li key={question.id} className="border-b border-line p-4">
                <Question question={question} onAnswered={focusFirst} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </>
  );
}
