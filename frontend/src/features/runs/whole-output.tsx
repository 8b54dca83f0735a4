import { useState } from "react";
import { useWhole } from "../../backend/output";
import { sayBytes } from "../../backend/words";
import { Button } from "../../components/button";
import { Failure, Waiting } from "../../components/feedback";
import { OutputPane } from "../../components/output-pane";
import { Section } from "../../components/pane";
import { texts } from "../../words/runs";

/** Everything that a program printed, of which its result holds only the head and the tail. */
export function WholeOutput({ id }: { id: string }) {
  const [open, setOpen] = useState(false);
  const whole = useWhole(id, open);
  const last = whole.data?.pages.at(-1);
  return (
    <Section title={texts.output.title}>
      {!open && (
        <div>
          <Button onClick={() => setOpen(true)}>{texts.output.show}</Button>
        </div>
      )}
      {whole.error && <Failure what={texts.output.failed} why={whole.error.message} />}
      {open && whole.isPending && <Waiting what={texts.output.reading} />}
      {whole.data && last && (
        <>
          <OutputPane text={whole.data.pages.map(({ text }) => text).join("")} label={texts.output.title} className="max-h-[60vh]" />
          <div className="flex flex-wrap items-center gap-2 text-12 text-muted">
            {whole.hasNextPage && (
              <Button disabled={whole.isFetchingNextPage} onClick={() => void whole.fetchNextPage()}>
                {texts.output.more}
              </Button>
            )}
            <span>{whole.hasNextPage ? texts.output.part(sayBytes(last.next), sayBytes(last.size)) : texts.output.all(sayBytes(last.size))}</span>
          </div>
        </>
      )}
    </Section>
  );
}
