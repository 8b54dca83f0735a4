import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Play } from "lucide-react";
import type { ServerTestView, ServerView, SpaceView } from "../../backend/backend";
import { useBackend } from "../../backend/context";
import { keys } from "../../backend/keys";
import { sayDuration, sentence } from "../../backend/words";
import { Button } from "../../components/button";
import { Code, Revealed } from "../../components/code";
import { Failure, Waiting } from "../../components/feedback";
import { Section } from "../../components/pane";
import { State } from "../../components/state";
import { texts as common } from "../../words/common";
import { texts } from "../../words/server";
import { isBroken } from "./server-words";

/** Starts the server once, for the person to see how far it gets. Of one that does not start, what it printed last is there at once. */
export function ServerTest({ space, server, log }: { space: SpaceView; server: ServerView; log: readonly string[] }) {
  const backend = useBackend();
  const client = useQueryClient();
  const test = useMutation({
    mutationFn: () => backend.testServer(space.path, server.name),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: keys.mcpServers(space.path) });
      void client.invalidateQueries({ queryKey: keys.mcpServer(space.path, server.name) });
    },
  });
  return (
    <div className="flex max-w-180 flex-col gap-6 p-4">
      <div className="flex flex-wrap items-center gap-3">
        <Button look="primary" icon={Play} disabled={test.isPending} onClick={() => test.mutate()}>
          {test.data ? texts.test.again : texts.test.run}
        </Button>
        <p className="min-w-60 flex-1 text-12 text-muted">
          {server.kind === "remote" ? texts.test.aboutRemote : texts.test.aboutProgram}
        </p>
      </div>
      {test.isPending && <Waiting what={server.kind === "remote" ? texts.test.connecting : texts.test.starting} />}
      {test.error && <Failure what={texts.test.failed} why={test.error.message} />}
      {test.data && <Tested test={test.data} />}
      {!test.data && isBroken(server) && <Printed lines={log} title={texts.test.lastOutput} />}
    </div>
  );
}

function Tested({ test: { ok, steps, tools, prompts, resources, broken, said, tookMs } }: { test: ServerTestView }) {
  const has = [common.counts.tools(tools), prompts > 0 && texts.test.prompts(prompts), resources > 0 && texts.test.resources(resources)].filter((part) => part !== false).join(", ");
  return (
    <>
      <Section level={2} title={texts.test.result}>
        <p role="status" className="text-15 font-semibold">{ok ? texts.test.passed(has, sayDuration(tookMs)) : sayStop(steps)}</p>
        <ol className="border-t border-line">
          {steps.map((step) => (
            <li key={step.name} className="grid grid-cols-[124px_minmax(0,1fr)_80px] gap-x-3 border-b border-line py-2">
              <State tone={step.ok ? "done" : "failed"} word={step.ok ? texts.test.done : texts.test.stepFailed} />
              <div className="min-w-0">
                <p className="font-semibold">{step.name}</p>
                {step.text && (
                  <p className={`text-12 break-words select-text ${step.ok ? "text-muted" : ""}`}>
                    <Revealed text={step.ok ? step.text : sentence(step.text)} />
                  </p>
                )}
              </div>
              <span className="text-right text-12 text-muted tabular-nums">{sayDuration(step.tookMs)}</span>
            </li>
          ))}
        </ol>
      </Section>
      {broken.length > 0 && (
        <Section level={2} title={texts.test.leftOut}>
          <ul className="text-12">
            {broken.map((text) => (
              <li key={text} className="border-t border-line py-1 break-words last:border-b">
                <Revealed text={text} />
              </li>
            ))}
          </ul>
        </Section>
      )}
      <Printed lines={said} title={texts.test.output} />
    </>
  );
}

/** How far it got. */
function sayStop(steps: ServerTestView["steps"]): string {
  const last = steps.filter(({ ok }) => ok).at(-1);
  return last ? texts.test.stoppedAfter(last.name) : texts.test.stopped;
}

function Printed({ lines, title }: { lines: readonly string[]; title: string }) {
  if (lines.length === 0) return null;
  return (
    <Section level={2} title={title}>
      <Code text={lines.join("\n")} label={title} fold={24} />
    </Section>
  );
}
