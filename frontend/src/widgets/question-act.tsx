import { useEffect, useRef, useState } from "react";
import type { QuestionView } from "../backend/backend";
import { sayCaller, sayDeeds } from "../backend/clauses";
import { sayBy, sayDecider } from "../backend/decider";
import { sayEffect, sayTime } from "../backend/words";
import { Code, Revealed } from "../components/code";
import { Facts, MonoList } from "../components/facts";
import { QuestionCame } from "./question-came";
import { sayLeft, unbroken } from "./question-words";
import { useWays } from "./ways";
import { texts as common } from "../words/common";
import { texts } from "../words/widgets";

interface QuestionActProps {
  question: QuestionView;
  /** Only the act: what is said about it has been read. */
  bare: boolean;
  /** The end of the act has been in sight. */
  onEnd?: (() => void) | undefined;
}

/** The act whole, and everything about it that the person needs to decide. */
export function QuestionAct({ question, bare, onEnd }: QuestionActProps) {
  const { detail, yes, marked } = question;
  const box = useRef<HTMLDivElement>(null);
  return (
    <>
      {/* A question with a button of its own is words, not an act: it is read, not executed. */}
      {yes ? (
        <p className="break-words whitespace-pre-wrap select-text">
          <Revealed text={unbroken(detail)} />
        </p>
      ) : (
        <div ref={box} className="flex flex-col gap-1">
          {marked[0] !== undefined && detail.includes("\n") && (
            <p className="text-12 text-muted">
              <button type="button" className="text-accent underline-offset-2 hover:underline" onClick={() => showLine(box.current, marked[0] ?? 1, detail)}>
                {texts.question.lines(marked)}
              </button>
            </p>
          )}
          <Code text={detail} label={common.wouldRun} large marked={marked} onEnd={onEnd} />
        </div>
      )}
      {!bare && <QuestionCame came={question.came} />}
      {!bare && <QuestionFacts question={question} />}
    </>
  );
}

/** Brings a line of the act into view, which may not be drawn yet. */
function showLine(box: HTMLElement | null, line: number, text: string): void {
  const act = box?.querySelector("pre");
  if (!act) return;
  const all = text.split("\n").length;
  act.scrollTop = Math.max(0, (act.scrollHeight * (line - 1)) / all - act.clientHeight / 2);
  requestAnimationFrame(() => act.querySelector("[data-marked]")?.scrollIntoView({ block: "nearest" }));
}

function QuestionFacts({ question: { effects, would, deeds, agent, caller, tool, chat, spaceName, folder, by, decider, file, yes, expires } }: { question: QuestionView }) {
  const ways = useWays();
  return (
    <Facts
      facts={[
        { name: yes ? texts.question.allows : texts.question.effects, value: (would.length > 0 || effects.length > 0) && <MonoList items={would.length > 0 ? sayDeeds(deeds, would) : effects.map(sayEffect)} /> },
        { name: texts.question.askedBy, value: <Revealed text={sayCaller(caller, agent)} /> },
        { name: texts.question.tool, value: <span className="font-mono break-all">{tool}</span> },
        { name: texts.question.chat, value: chat && <Revealed text={chat} /> },
        { name: texts.question.space, value: spaceName },
        { name: texts.question.folder, value: folder && <span className="font-mono break-all"><Revealed text={folder} /></span> },
        {
          name: texts.question.decidedBy,
          value: by && (
            <>
              {ways && sayDecider(decider) ? (
                <button type="button" title={sayDecider(decider)} className="text-left text-accent underline-offset-2 hover:underline" onClick={() => ways.rules(decider)}>
                  {sayBy({ by, decider })}
                </button>
              ) : (
                sayBy({ by, decider })
              )}
              {file && <span className="block font-mono break-all text-muted">{file}</span>}
            </>
          ),
        },
        { name: texts.question.answerBy, value: expires && <TimeLeft expires={expires} /> },
      ]}
    />
  );
}

const TICK_MS = 1000;
const SHORT_MS = 60_000;

/** The time, and how much of it is left. It is not read out each second. */
export function TimeLeft({ expires }: { expires: string }) {
  const now = useNow(Date.parse(expires));
  const short = Date.parse(expires) - now < SHORT_MS;
  return (
    <span className={short ? "font-semibold text-asking tabular-nums" : "tabular-nums"}>
      {sayTime(expires, new Date(now))}, {sayLeft(expires, now)}
    </span>
  );
}

/** The time now, looked at until a time has come. */
export function useNow(until: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (Number.isNaN(until)) return;
    const timer = setInterval(() => {
      setNow(Date.now());
      if (Date.now() > until) clearInterval(timer);
    }, TICK_MS);
    return () => clearInterval(timer);
  }, [until]);
  return now;
}
