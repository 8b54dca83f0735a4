import { RotateCw, ScrollText } from "lucide-react";
import type { ServerDetailView } from "../../backend/backend";
import { Button } from "../../components/button";
import { CopyButton } from "../../components/code";
import { Empty } from "../../components/feedback";
import { OutputPane } from "../../components/output-pane";
import { texts as common } from "../../words/common";
import { texts } from "../../words/server";

interface ServerLogProps {
  detail: ServerDetailView;
  busy: boolean;
  onAgain: () => void;
}

/** What it has printed beside the protocol. */
export function ServerLog({ detail: { log, server }, busy, onAgain }: ServerLogProps) {
  const again = (
    <Button icon={RotateCw} disabled={busy} onClick={onAgain}>
      {common.refresh}
    </Button>
  );
  if (log.length === 0) {
    return (
      <Empty icon={ScrollText} title={texts.log.empty} action={again}>
        {server.kind === "remote" ? texts.log.remote : texts.log.program}
      </Empty>
    );
  }
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-2 p-4">
      <div className="flex items-center gap-2">
        <p className="flex-1 text-12 text-muted">{texts.log.lines(log.length)}</p>
        <CopyButton text={log.join("\n")} label={texts.log.copy} />
        {again}
      </div>
      <OutputPane text={log.join("\n")} label={texts.log.title} follow className="min-h-0 flex-1" />
    </div>
  );
}
