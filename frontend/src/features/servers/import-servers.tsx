import { useMutation, useQuery } from "@tanstack/react-query";
import { FolderInput, RotateCw, SearchX } from "lucide-react";
import { useState } from "react";
import type { AddedServerView, FoundServersView, ServerDraftView, SpaceView } from "../../backend/backend";
import { useBackend } from "../../backend/context";
import { keys, STILL } from "../../backend/keys";
import { plural, sentence } from "../../backend/words";
import { Button } from "../../components/button";
import { Empty, Failure, Loaded } from "../../components/feedback";
import { Section } from "../../components/pane";
import type { AddWay } from "./add-way";
import { DraftRows, Warning, type Chosen } from "./draft-rows";
import { canAdd } from "./server-words";
import { AddBar } from "./add-bar";

interface ImportServersProps {
  space: SpaceView;
  onAdded: (added: readonly AddedServerView[]) => void;
  onWay: (way: AddWay) => void;
}

/** The servers that other programs of this machine have, to be brought over in one go. */
export function ImportServers({ space, onAdded, onWay }: ImportServersProps) {
  const backend = useBackend();
  // Never from a cache: what is shown is what is brought over.
  const found = useQuery({ queryKey: keys.foundServers(space.path), queryFn: () => backend.foundServers(space.path), ...STILL });
  const again = (
    <Button icon={RotateCw} disabled={found.isFetching} onClick={() => void found.refetch()}>
      Look again
    </Button>
  );
  return (
    <Loaded query={found} waiting="Looking for the servers of other programs…" failed="Other programs could not be looked at.">
      {(files) =>
        files.some(({ drafts, problem }) => drafts.length > 0 || problem !== "") ? (
          <Found files={files} space={space} onAdded={onAdded} onAgain={again} />
        ) : (
          <Empty
            icon={SearchX}
            title="No servers were found"
            action={
              <>
                {again}
                <Button onClick={() => onWay("paste")}>Paste JSON</Button>
                <Button onClick={() => onWay("form")}>By hand</Button>
              </>
            }
          >
            Claude Desktop, Claude Code, Cursor, VS Code, Codex, Gemini CLI and LM Studio were looked for. None of them has a server on this machine.
          </Empty>
        )
      }
    </Loaded>
  );
}

function Found({ files, space, onAdded, onAgain }: { files: readonly FoundServersView[]; space: SpaceView; onAdded: ImportServersProps["onAdded"]; onAgain: React.ReactNode }) {
  const backend = useBackend();
  const [changed, setChanged] = useState<Readonly<Record<string, Chosen>>>({});
  const [internal, setInternal] = useState(false);
  const chosen = (draft: ServerDraftView): Chosen => changed[draft.id] ?? { on: true, answers: {} };
  const wanted = files.flatMap(({ drafts }) => drafts).filter((draft) => canAdd(draft) && chosen(draft).on);
  const bring = useMutation({
    mutationFn: () =>
      backend.importServers(
        space.path,
        wanted.map((draft) => ({ id: draft.id, digest: draft.digest, name: "", internal, answers: Object.entries(chosen(draft).answers).map(([secret, value]) => ({ secret, value })) })),
      ),
    onSuccess: onAdded,
  });
  return (
    <>
      <div className="min-h-0 flex-1 overflow-y-auto">
        <div className="flex max-w-200 flex-col gap-6 p-4">
          <p className="text-muted">What was found in other programs. Their files are only read, and stay as they are. What looks like a secret goes to the keyring.</p>
          {files.map((file) => (
            <File key={file.file + file.project} file={file} chosen={chosen} onChange={(draft, next) => setChanged({ ...changed, [draft.id]: next })} />
          ))}
        </div>
      </div>
      <AddBar internal={internal} onInternal={setInternal} error={bring.error} retry={onAgain}>
        <Button look="primary" icon={FolderInput} disabled={wanted.length === 0 || bring.isPending} onClick={() => bring.mutate()}>
          {bring.isPending ? "Bringing them over…" : `Bring over ${plural(wanted.length, "server")}`}
        </Button>
      </AddBar>
    </>
  );
}

function File({ file: { title, file, project, problem, notes, drafts }, chosen, onChange }: { file: FoundServersView; chosen: (draft: ServerDraftView) => Chosen; onChange: (draft: ServerDraftView, chosen: Chosen) => void }) {
  return (
    <Section level={2} title={`${title}${project ? `, in ${project}` : ""} · ${plural(drafts.length, "server")}`}>
      <p className="-mt-1 font-mono text-11 break-all text-muted">{file}</p>
      {problem && <Failure what="This file could not be read." why={sentence(problem)} />}
      {notes.map((note) => (
        <Warning key={note}>{sentence(note)}</Warning>
      ))}
      {drafts.length > 0 && <DraftRows drafts={drafts} chosen={chosen} onChange={onChange} />}
    </Section>
  );
}
