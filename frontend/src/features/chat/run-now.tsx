import { useMutation } from "@tanstack/react-query";
import { Play } from "lucide-react";
import { useBackend, useLiveState } from "../../backend/context";
import type { Call } from "../../backend/call";
import { Button } from "../../components/button";
import { Failure } from "../../components/feedback";
import { texts } from "../../words/chat";

/** A call that was asked about and not answered, made again as the person's own: it is checked as any other. */
export function RunNow({ call, session }: { call: Call; session: string }) {
  const backend = useBackend();
  const busy = useLiveState((state) => state.feeds[`session:${session}`]?.turns.some((turn) => turn.state === "running") ?? false);
  const run = useMutation({ mutationFn: () => backend.send(session, lineOf(call)) });
  return (
    <div className="flex flex-col gap-1">
      <div>
        <Button icon={Play} disabled={busy || run.isPending || run.isSuccess} onClick={() => run.mutate()}>
          {texts.call.runNow}
        </Button>
      </div>
      <p className="text-12 text-muted">{busy ? texts.call.runNowBusy : texts.call.runNowText}</p>
      {run.error && <Failure what={texts.call.runNowFailed} why={run.error.message} />}
    </div>
  );
}

/** The line that calls a tool with an input, as somebody would type it. */
function lineOf({ tool, input }: Call): string {
  return `/${tool} ${JSON.stringify(input)}`;
}
