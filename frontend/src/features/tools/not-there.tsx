import { useMutation, useQueryClient } from "@tanstack/react-query";
import { FileDiff } from "lucide-react";
import type { ToolForView } from "../../backend/backend";
import { useBackend } from "../../backend/context";
import { keys } from "../../backend/keys";
import { renew } from "../../backend/queries";
import { sayTool, sentence } from "../../backend/words";
import { Button } from "../../components/button";
import { Failure } from "../../components/feedback";
import { State } from "../../components/state";
import { Switch } from "../../components/switch";
import { useWays } from "../../widgets/ways";
import { texts } from "../../words/tools";

interface NotThereProps {
  space: string;
  found: ToolForView;
  /** Whose view it is; "" = everybody's. */
  agent: string;
}

/** Why a tool is not there, where that stands, and what can be done about it; and the person's own switch. */
export function NotThere({ space, found: { tool, available, why, where, next, off }, agent }: NotThereProps) {
  const backend = useBackend();
  const client = useQueryClient();
  const ways = useWays();
  const flip = useMutation({
    mutationFn: (next: boolean) => backend.setToolOff(space, tool.qualified, next),
    onSuccess: () => renew(client, keys.space(space)),
  });
  const switchable = off || tool.state === "ready" || tool.state === "blocked";
  if (available && !switchable) return null;
  return (
    <div className="flex shrink-0 flex-col gap-2 border-b border-line px-4 py-2">
      {!available && (
        <div role="note" className="flex flex-wrap items-start gap-x-3 gap-y-1">
          {tool.state === "ready" ? <State tone="denied" word={texts.access.notFor(agent)} /> : <State {...sayTool(tool.state)} />}
          <p className="min-w-60 flex-1 break-words select-text">
            {sentence(why)} {next && `${sentence(next)} `}
            {where && !why.includes(where) && <span className="font-mono text-12 break-all text-muted">{where}</span>}
          </p>
          {ways && tool.state === "held-back" && (
            <Button icon={FileDiff} onClick={ways.trust}>
              {texts.access.reviewChanges}
            </Button>
          )}
        </div>
      )}
      {switchable && (
        <div className="flex items-center gap-2 text-12">
          <Switch label={texts.access.allow(tool.name)} on={!off} disabled={flip.isPending} onChange={(on) => flip.mutate(!on)} />
          <span className="text-muted">{off ? texts.access.off : texts.access.on}</span>
        </div>
      )}
      {flip.error && <Failure what={texts.access.failed} why={flip.error.message} />}
    </div>
  );
}
