import type { CameView } from "../backend/backend";
import { sayClause } from "../backend/clauses";
import { sayTime } from "../backend/words";
import { Revealed } from "../components/code";
import { texts } from "../words/widgets";

/** What the agent has read from elsewhere, beside what it would send: what stands in both is marked. */
export function QuestionCame({ came }: { came: CameView[] }) {
  if (came.length === 0) return null;
  return (
    <div className="flex flex-col gap-2">
      {came.map(({ from, origin, when, parts, before, after }) => (
        <figure key={from} className="flex flex-col gap-1">
          <figcaption className="text-12 text-muted">
            <Revealed text={texts.question.came(sayClause(origin, from), sayTime(when, new Date()))} />
          </figcaption>
          <blockquote className="max-h-40 overflow-y-auto rounded-md border-l-2 border-edge bg-side px-3 py-2 text-13 break-words whitespace-pre-wrap select-text" tabIndex={0}>
            {before && "…"}
            {parts.map(({ text, same }, i) =>
              same ? (
                <mark key={i} className="rounded-sm bg-asking-fill text-on-asking">
                  <Revealed text={text} />
                </mark>
              ) : (
                <Revealed key={i} text={text} />
              ),
            )}
            {after && "…"}
          </blockquote>
        </figure>
      ))}
      {came.some(({ parts }) => parts.some(({ same }) => same)) && <p className="text-12 text-muted">{texts.question.same}</p>}
    </div>
  );
}
