import { useMutation, useQueryClient } from "@tanstack/react-query";
import { CircleStop, RotateCw, SquareTerminal } from "lucide-react";
import type { JobView, SpaceView } from "../../backend/backend";
import { useBackend, useLive } from "../../backend/context";
import { keys } from "../../backend/keys";
import { useJobs } from "../../backend/queries";
import { sayJob, sayTime, sentence } from "../../backend/words";
import { Button, IconButton } from "../../components/button";
import { Facts } from "../../components/facts";
import { Empty, Loaded } from "../../components/feedback";
import { PaneHeader } from "../../components/pane";
import { PickList } from "../../components/pick-list";
import { State } from "../../components/state";
import { JobOutput } from "./job-output";
import { texts as common } from "../../words/common";
import { texts } from "../../words/jobs";

interface JobsPageProps {
  space: SpaceView;
  /** "" = the newest. */
  job: string;
  onOpen: (job: string) => void;
}

/** What runs in the background of a space, and what has since the app was started. */
export function JobsPage({ space, job, onOpen }: JobsPageProps) {
  const jobs = useJobs(space.path);
  return (
    <>
      <PaneHeader title={texts.page.title} note={texts.page.note(space.name)}>
        <IconButton label={common.refresh} icon={RotateCw} onClick={() => void jobs.refetch()} />
      </PaneHeader>
      <Loaded query={jobs} waiting={texts.page.reading} failed={texts.page.failed}>
        {(list) =>
          list.length === 0 ? (
            <Empty icon={SquareTerminal} title={texts.page.empty}>
              {texts.page.emptyText}
            </Empty>
          ) : (
            <Jobs space={space} list={list.toReversed()} job={job} onOpen={onOpen} />
          )
        }
      </Loaded>
    </>
  );
}

function Jobs({ space, list, job, onOpen }: JobsPageProps & { list: JobView[] }) {
  const chosen = job ? list.find(({ id }) => id === job) : list[0];
  return (
    <div className="flex min-h-0 flex-1 max-[639px]:flex-col">
      <div className="flex w-72 shrink-0 flex-col border-r border-line max-[999px]:w-52 max-[639px]:h-32 max-[639px]:w-full max-[639px]:border-r-0 max-[639px]:border-b">
        <PickList
          label={texts.page.title}
          items={list}
          keyOf={({ id }) => id}
          rowHeight={44}
          chosen={chosen?.id ?? ""}
          onChoose={({ id }) => onOpen(id)}
          render={(item) => (
            <div className="min-w-0 flex-1">
              <p className="truncate font-mono text-12">{item.title}</p>
              <div className="flex items-center justify-between gap-2 text-11 text-muted">
                <State past {...sayJob(item.state)} />
                <span className="shrink-0">{sayTime(item.began, new Date())}</span>
              </div>
            </div>
          )}
        />
      </div>
      <div className="flex min-w-0 flex-1 flex-col">
        {chosen ? (
          <Job key={chosen.id} space={space} job={chosen} />
        ) : (
          <Empty icon={SquareTerminal} title={texts.page.gone}>
            {texts.page.goneText}
          </Empty>
        )}
      </div>
    </div>
  );
}

function Job({ space, job }: { space: SpaceView; job: JobView }) {
  const backend = useBackend();
  const live = useLive();
  const client = useQueryClient();
  const stop = useMutation({
    mutationFn: () => backend.stopJob(job.id),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.jobs(space.path) }),
    onError: (error) => live.notify({ level: "error", text: error.message }),
  });
  const left = job.state === "left";
  const running = left || job.state === "running";
  return (
    <section aria-label={texts.page.job(job.title)} className="flex min-h-0 flex-1 flex-col gap-3 p-4">
      <div className="flex items-start justify-between gap-3">
        <div className="flex min-w-0 flex-col gap-1">
          <h2 className="font-mono text-13 break-words select-text">{job.title}</h2>
          <State past {...sayJob(job.state)} />
          {job.why && <p className="break-words select-text">{sentence(job.why)}</p>}
        </div>
        {running && (
          <Button icon={CircleStop} disabled={stop.isPending} onClick={() => stop.mutate()}>
            {stop.isPending ? texts.page.stopping : left ? texts.page.end : texts.page.stop}
          </Button>
        )}
      </div>
      <Facts
        facts={[
          { name: texts.page.since, value: sayTime(job.began, new Date()) },
          { name: texts.page.startedBy, value: <span className="font-mono">{job.tool}</span> },
          { name: texts.page.folder, value: <span className="font-mono break-all">{job.folder}</span> },
          { name: texts.page.name, value: <span className="font-mono">{job.id}</span> },
        ]}
      />
      {left ? <p className="text-muted">{texts.page.left}</p> : <JobOutput job={job} />}
    </section>
  );
}
