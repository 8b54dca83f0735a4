import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ChevronRight, ListChecks } from "lucide-react";
import { useState } from "react";
import type { ServerDetailView, ServerToolView, SpaceView } from "../../backend/backend";
import { useBackend } from "../../backend/context";
import { keys } from "../../backend/keys";
import { renew } from "../../backend/queries";
import type { Said } from "../../backend/words";
import { Button } from "../../components/button";
import { Code, Revealed } from "../../components/code";
import { Failure } from "../../components/feedback";
import { Dialog } from "../../components/overlay";
import { State } from "../../components/state";
import { texts as common } from "../../words/common";
import { texts } from "../../words/server";

const SAID: Record<"new" | "changed" | "gone", Said> = { new: { tone: "warning", word: texts.changes.new }, changed: { tone: "warning", word: texts.changes.changed }, gone: { tone: "quiet", word: texts.changes.gone } };

/** Up to so many are shown whole at once. */
const OPEN_MOST = 10;

/** Where more than one tool is not as the person has approved it: all of them, to be looked at and approved together. */
export function ApproveAll({ space, detail }: { space: SpaceView; detail: ServerDetailView }) {
  const [open, setOpen] = useState(false);
  const changed = detail.tools.filter(({ change, digest }) => change !== "" && digest !== "");
  if (changed.length < 2) return null;
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1.5 border-b border-line bg-asking-soft p-2">
      <p className="min-w-30 flex-1 pl-1 text-12">{texts.changes.count(changed.length)}</p>
      <Button icon={ListChecks} onClick={() => setOpen(true)}>
        {texts.changes.review}
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
      <Button onClick={onClose}>{texts.changes.later}</Button>
      <Button look="primary" disabled={approve.isPending} onClick={() => approve.mutate()}>
        {texts.changes.approve(shown.length)}
      </Button>
    </>
  );
  return (
    <Dialog title={texts.changes.title(server)} open onClose={onClose} actions={actions}>
      <div className="flex flex-col gap-3">
        {approve.error && <Failure what={texts.changes.failed} why={approve.error.message} action={<Button onClick={onClose}>{common.close}</Button>} />}
        <p>{texts.changes.note}</p>
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
          {difference === "" ? <p className="text-12 text-muted">{texts.changes.noDetails}</p> : <Code text={difference} label={texts.changes.title(name)} fold={30} />}
        </div>
      </details>
    </li>
  );
}
