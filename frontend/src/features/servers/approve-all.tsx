import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ChevronRight, ListChecks } from "lucide-react";
import { useState } from "react";
import type { ServerDetailView, ServerToolView, SpaceView } from "../../backend/backend";
import { useBackend } from "../../backend/context";
import { keys } from "../../backend/keys";
import { renew } from "../../backend/queries";
import { plural, type Said } from "../../backend/words";
import { Button } from "../../components/button";
import { Code, Revealed } from "../../components/code";
import { Failure } from "../../components/feedback";
import { Dialog } from "../../components/overlay";
import { State } from "../../components/state";

const SAID: Record<"new" | "changed" | "gone", Said> = { new: { tone: "warning", word: "New" }, changed: { tone: "warning", word: "Changed" }, gone: { tone: "quiet", word: "Gone" } };

/** Up to so many are shown whole at once. */
const OPEN_MOST = 10;

/** Where more than one tool is not as the person has approved it: all of them, to be looked at and approved together. */
export function ApproveAll({ space, detail }: { space: SpaceView; detail: ServerDetailView }) {
  const [open, setOpen] = useState(false);
  const changed = detail.tools.filter(({ change, digest }) => change !== "" && digest !== "");
  if (changed.length < 2) return null;
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1.5 border-b border-line bg-asking-soft p-2">
      <p className="min-w-30 flex-1 pl-1 text-12">{plural(changed.length, "tool is", "tools are")} not as you approved {changed.length === 1 ? "it" : "them"}.</p>
      <Button icon={ListChecks} onClick={() => setOpen(true)}>
        Look at all…
      </Button>
      {open && <Changes space={space} server={detail.server.name} tools={changed} onClose={() => setOpen(false)} />}
    </div>
  );
}

function Changes({ space: { path }, server, tools, onClose }: { space: SpaceView; server: string; tools: readonly ServerToolView[]; onClose: () => void }) {
  const backend = useBackend();
  const client = useQueryClient();
  // What is approved is what is shown here: tools that change while the dialog is open are refused.
  const [shown] = useState(tools);
  const approve = useMutation({
    mutationFn: () => backend.approveServerTools(path, server, Object.fromEntries(shown.map(({ name, digest }) => [name, digest]))),
    onSuccess: async () => {
      await renew(client, keys.space(path));
      onClose();
    },
  });
  const actions = (
    <>
      <Button onClick={onClose}>Not now</Button>
      <Button look="primary" disabled={approve.isPending} onClick={() => approve.mutate()}>
        Approve {plural(shown.length, "tool")}
      </Button>
    </>
  );
  return (
    <Dialog title={`What changed of ${server}`} open onClose={onClose} actions={actions}>
      <div className="flex flex-col gap-3">
        {approve.error && <Failure what="None was approved." why={approve.error.message} action={<Button onClick={onClose}>Look again</Button>} />}
        <p>A description is read by a model as if it were an instruction. Approve what you would give it yourself. One alone is approved on its own page.</p>
        <ul className="border-t border-line">
          {shown.map((tool) => (
            <Change key={tool.name} tool={tool} open={shown.length <= OPEN_MOST} />
          ))}
        </ul>
      </div>
    </Dialog>
  );
}

function Change({ tool: { name, change, difference }, open }: { tool: ServerToolView; open: boolean }) {
  if (change === "") return null;
  return (
    <li className="border-b border-line">
      <details open={open} className="group/change">
        <summary className="flex h-9 cursor-default list-none items-center gap-2 hover:bg-hover [&::-webkit-details-marker]:hidden">
          <ChevronRight size={14} aria-hidden className="shrink-0 text-muted group-open/change:rotate-90" />
          <span className="min-w-0 flex-1 truncate font-mono text-12">
            <Revealed text={name} oneLine />
          </span>
          <State {...SAID[change]} />
        </summary>
        <div className="pb-3 pl-5.5">
          {difference === "" ? <p className="text-12 text-muted">Nothing is said of what changed.</p> : <Code text={difference} label={`What changed in ${name}`} fold={30} />}
        </div>
      </details>
    </li>
  );
}
