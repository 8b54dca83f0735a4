import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Check } from "lucide-react";
import type { ServerDetailView, SpaceView } from "../../backend/backend";
import { useBackend } from "../../backend/context";
import { keys } from "../../backend/keys";
import { renew } from "../../backend/queries";
import { Button } from "../../components/button";
import { Revealed } from "../../components/code";
import { Failure } from "../../components/feedback";
import { texts } from "../../words/server";

/** So many files are named. */
const NAMED_MOST = 12;

interface ProgramChangedProps {
  space: SpaceView;
  server: string;
  program: ServerDetailView["program"];
}

/** What of a server's program an agent could have changed, where every tab shows it: the server starts once that is approved. */
export function ProgramChanged({ space: { path }, server, program: { files, digest } }: ProgramChangedProps) {
  const backend = useBackend();
  const client = useQueryClient();
  const approve = useMutation({ mutationFn: () => backend.approveServerProgram(path, server, digest), onSettled: () => renew(client, keys.space(path)) });
  const inside = `${path}/`;
  const named = files.slice(0, NAMED_MOST).map((file) => (file.startsWith(inside) ? file.slice(inside.length) : file));
  return (
    <section aria-label={texts.program.title} className="flex flex-col gap-2 border-b border-line bg-asking-soft px-4 py-3">
      <p>
        <b className="font-semibold">{texts.program.title}</b> {texts.program.text}
      </p>
      <ul aria-label={texts.program.files} className="max-h-40 overflow-y-auto font-mono text-12 break-all select-text">
        {named.map((file) => (
          <li key={file}>
            <Revealed text={file} oneLine />
          </li>
        ))}
        {files.length > NAMED_MOST && <li className="font-sans text-muted">{texts.program.more(files.length - NAMED_MOST)}</li>}
      </ul>
      {approve.error && <Failure what={texts.program.failed} why={approve.error.message} />}
      <div>
        <Button look="primary" icon={Check} disabled={approve.isPending} onClick={() => approve.mutate()}>
          {texts.program.approve}
        </Button>
      </div>
    </section>
  );
}
