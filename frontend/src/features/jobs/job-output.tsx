import { useState } from "react";
import type { JobView } from "../../backend/backend";
import { useTail, useWhole } from "../../backend/output";
import { Button } from "../../components/button";
import { Choice } from "../../components/choice";
import { Failure, Waiting } from "../../components/feedback";
import { OutputPane } from "../../components/output-pane";
import { texts } from "../../words/jobs";

const VIEWS = [
  { value: "end", label: texts.output.end },
  { value: "whole", label: texts.output.start },
];

/** What a job prints: its end as it grows, or all of it. */
export function JobOutput({ job }: { job: JobView }) {
  const [view, setView] = useState("end");
  return (
    <div className="flex min-h-40 flex-1 flex-col gap-2">
      <div className="flex items-center justify-between gap-2">
        <h3 className="text-12 font-semibold text-muted">{texts.output.title}</h3>
        <Choice label={texts.output.part} value={view} options={VIEWS} onChange={setView} />
      </div>
      {view === "end" ? <End id={job.id} /> : <Whole id={job.id} />}
    </div>
  );
}

function End({ id }: { id: string }) {
  const tail = useTail(id);
  if (tail.error) return <Failure what={texts.output.failed} why={tail.error} />;
  if (!tail.id) return <Waiting what={texts.output.reading} />;
  if (tail.text === "") return <p className="text-muted">{tail.open ? texts.output.noneYet : texts.output.none}</p>;
  return (
    <>
      <OutputPane follow text={tail.text} label={texts.output.title} className="min-h-0 flex-1" />
      {tail.cut && <p className="text-11 text-muted">{texts.output.more}</p>}
    </>
  );
}

function Whole({ id }: { id: string }) {
  const whole = useWhole(id, true);
  if (whole.error) return <Failure what={texts.output.failed} why={whole.error.message} />;
  if (!whole.data) return <Waiting what={texts.output.reading} />;
  return (
    <>
      <OutputPane text={whole.data.pages.map(({ text }) => text).join("")} label={texts.output.all} className="min-h-0 flex-1" />
      {whole.hasNextPage && (
        <div>
          <Button disabled={whole.isFetchingNextPage} onClick={() => void whole.fetchNextPage()}>
            {texts.output.showMore}
          </Button>
        </div>
      )}
    </>
  );
}
