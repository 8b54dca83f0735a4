import { RotateCw, ScrollText } from "lucide-react";
import type { ServerDetailView } from "../../backend/backend";
import { plural } from "../../backend/words";
import { Button } from "../../components/button";
import { CopyButton } from "../../components/code";
import { Empty } from "../../components/feedback";
import { OutputPane } from "../../components/output-pane";

interface ServerLogProps {
  detail: ServerDetailView;
  busy: boolean;
  onAgain: () => void;
}

/** What it has printed beside the protocol. */
export function ServerLog({ detail: { log, server }, busy, onAgain }: ServerLogProps) {
  const again = (
    <Button icon={RotateCw} disabled={busy} onClick={onAgain}>
      Look again
    </Button>
  );
  if (log.length === 0) {
    return (
      <Empty icon={ScrollText} title="It has printed nothing" action={again}>
        {server.kind === "remote" ? "A remote server keeps its log where it runs. What it sends here is listed." : "What it writes to its standard error is kept here while it runs, the last 200 lines."}
      </Empty>
    );
  }
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-2 p-4">
      <div className="flex items-center gap-2">
        <p className="flex-1 text-12 text-muted">The last {plural(log.length, "line")} that it printed.</p>
        <CopyButton text={log.join("\n")} label="Copy the log" />
        {again}
      </div>
      <OutputPane text={log.join("\n")} label="Log" follow className="min-h-0 flex-1" />
    </div>
  );
}
