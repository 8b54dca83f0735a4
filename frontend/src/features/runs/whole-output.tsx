import { useState } from "react";
import { useWhole } from "../../backend/output";
import { sayBytes } from "../../backend/words";
import { Button } from "../../components/button";
import { Failure, Waiting } from "../../components/feedback";
import { OutputPane } from "../../components/output-pane";
import { Section } from "../../components/pane";

/** Everything that a program printed, of which its result holds only the head and the tail. */
export function WholeOutput({ id }: { id: string }) {
  const [open, setOpen] = useState(false);
  const whole = useWhole(id, open);
  const last = whole.data?.pages.at(-1);
  return (
    <Section title="The whole output">
      {!open && (
        <div>
          <Button onClick={() => setOpen(true)}>Show the whole output</Button>
        </div>
      )}
      {whole.error && <Failure what="It cannot be shown." why={whole.error.message} />}
      {open && whole.isPending && <Waiting what="Reading the output…" />}
      {whole.data && last && (
        <>
          <OutputPane text={whole.data.pages.map(({ text }) => text).join("")} label="The whole output" className="max-h-[60vh]" />
          <div className="flex flex-wrap items-center gap-2 text-12 text-muted">
            {whole.hasNextPage && (
              <Button disabled={whole.isFetchingNextPage} onClick={() => void whole.fetchNextPage()}>
                Show more
              </Button>
            )}
            <span>{whole.hasNextPage ? `${sayBytes(last.next)} of ${sayBytes(last.size)}` : `All of it: ${sayBytes(last.size)}`}</span>
          </div>
        </>
      )}
    </Section>
  );
}
