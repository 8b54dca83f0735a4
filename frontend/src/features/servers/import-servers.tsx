import { useMutation, useQuery } from "@tanstack/react-query";
import { FolderInput, RotateCw, SearchX } from "lucide-react";
import { useState } from "react";
import type { AddedServerView, FoundServersView, ServerDraftView, SpaceView } from "../../backend/backend";
import { useBackend } from "../../backend/context";
import { keys, STILL } from "../../backend/keys";
import { sentence } from "../../backend/words";
import { Button } from "../../components/button";
import { Empty, Failure, Loaded } from "../../components/feedback";
import { Section } from "../../components/pane";
import type { AddWay } from "./add-way";
import { ALL, choiceOf, DraftRows, Warning, type Chosen } from "./draft-rows";
import { canAdd } from "./server-words";
import { AddBar } from "./add-bar";
import { texts as common } from "../../words/common";
import { texts } from "../../words/serversadd";

interface ImportServersProps {
  space: SpaceView;
  onAdded: (added: readonly AddedServerView[]) => void;
  onWay: (way: AddWay) => void;
}

/** The servers that other programs of this machine have, to be imported in one go. */
export function ImportServers({ space, onAdded, onWay }: ImportServersProps) {
  const backend = useBackend();
  // Never from a cache: what is shown is what is imported.
  const found = useQuery({ queryKey: keys.foundServers(space.path), queryFn: () => backend.foundServers(space.path), ...STILL });
  const again = (
    <Button icon={RotateCw} disabled={found.isFetching} onClick={() => void found.refetch()}>
      {common.refresh}
    </Button>
  );
  return (
    <Loaded query={found} waiting={texts.import.reading} failed={texts.import.failed}>
      {(files) =>
        files.some(({ drafts, problem }) => drafts.length > 0 || problem !== "") ? (
          <Found files={files} space={space} onAdded={onAdded} onAgain={again} />
        ) : (
          <Empty
            icon={SearchX}
            title={texts.import.none}
            action={
              <>
                {again}
                <Button onClick={() => onWay("paste")}>{texts.page.paste}</Button>
                <Button onClick={() => onWay("form")}>{texts.page.form}</Button>
              </>
            }
          >
            {texts.import.noneText}
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
  const chosen = (draft: ServerDraftView): Chosen => changed[draft.id] ?? ALL;
  const wanted = files.flatMap(({ drafts }) => drafts).filter((draft) => canAdd(draft) && chosen(draft).on);
  const bring = useMutation({
    mutationFn: () =>
      backend.importServers(
        space.path,
        wanted.map((draft) => choiceOf(draft, chosen(draft), internal)),
      ),
    onSuccess: onAdded,
  });
  return (
    <>
      <div className="min-h-0 flex-1 overflow-y-auto">
        <div className="flex max-w-200 flex-col gap-6 p-4">
          <p className="text-muted">{texts.import.note}</p>
          {files.map((file) => (
            <File key={file.file + file.project} file={file} chosen={chosen} onChange={(draft, next) => setChanged({ ...changed, [draft.id]: next })} />
          ))}
        </div>
      </div>
      <AddBar internal={internal} onInternal={setInternal} error={bring.error} retry={onAgain}>
        <Button look="primary" icon={FolderInput} disabled={wanted.length === 0 || bring.isPending} onClick={() => bring.mutate()}>
          {bring.isPending ? texts.import.importing : texts.import.import(wanted.length)}
        </Button>
      </AddBar>
    </>
  );
}

function File({ file: { title, file, project, problem, notes, drafts }, chosen, onChange }: { file: FoundServersView; chosen: (draft: ServerDraftView) => Chosen; onChange: (draft: ServerDraftView, chosen: Chosen) => void }) {
  return (
    <Section level={2} title={texts.import.file(title, project, drafts.length)}>
      <p className="-mt-1 font-mono text-11 break-all text-muted">{file}</p>
      {problem && <Failure what={texts.import.fileFailed} why={sentence(problem)} />}
      {notes.map((note) => (
        <Warning key={note}>{sentence(note)}</Warning>
      ))}
      {drafts.length > 0 && <DraftRows drafts={drafts} chosen={chosen} onChange={onChange} />}
    </Section>
  );
}
