import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { FileX, Save, SquareArrowOutUpRight, Trash2, Undo2 } from "lucide-react";
import { useState } from "react";
import type { DefinitionView, SpaceView } from "../../backend/backend";
import { useBackend, useLive } from "../../backend/context";
import { keys } from "../../backend/keys";
import { Button, IconButton } from "../../components/button";
import { Empty, Failure, Loaded } from "../../components/feedback";
import { Dialog } from "../../components/overlay";
import { PaneHeader } from "../../components/pane";
import { State } from "../../components/state";
import { Conflict } from "../../widgets/conflict";
import { DraftNotes } from "../../widgets/draft-notes";
import { useSaveKey } from "../../widgets/text-draft";
import { FileEditor } from "./file-editor";
import type { FileDetailProps } from "./file-props";
import { useFileDraft, type FileDraft } from "./file-draft";
import { texts as common } from "../../words/common";
import { texts } from "../../words/files";

/** One file: its text, what is wrong with it, and what it means. */
export function FileDetail(props: FileDetailProps) {
  const { space, file } = props;
  const backend = useBackend();
  const found = useQuery({ queryKey: keys.definition(space.path, file), queryFn: () => backend.definition(space.path, file) });
  return (
    <Loaded query={found} waiting={texts.file.reading} failed={texts.file.failed}>
      {(now) => <Opened {...props} found={now} />}
    </Loaded>
  );
}

function Opened({ found, ...props }: FileDetailProps & { found: DefinitionView }) {
  const { space, file, onOpen } = props;
  const draft = useFileDraft(space, file, found);
  useSaveKey(draft.save);
  return (
    <>
      <DetailHeader draft={draft} found={found} {...props} />
      <DraftNotes draft={draft} name={file} />
      {draft.exists ? (
        <FileEditor draft={draft} kind={found.kind} {...props} />
      ) : (
        <Empty icon={FileX} title={texts.file.gone} action={<Button onClick={() => onOpen("")}>{texts.page.back}</Button>}>
          {texts.file.goneText(file)}
        </Empty>
      )}
      <Conflict draft={draft} name={file} />
    </>
  );
}

function DetailHeader({ draft, found, space, file, onOpen }: FileDetailProps & { draft: FileDraft; found: DefinitionView }) {
  const backend = useBackend();
  const live = useLive();
  const [asked, setAsked] = useState(false);
  const open = useMutation({
    mutationFn: () => backend.openDefinition(space.path, file),
    onError: (error) => live.notify({ level: "error", text: texts.file.openFailed(error.message) }),
  });
  return (
    <>
      <PaneHeader level={2} back={{ label: texts.page.back, onBack: () => onOpen(""), className: "@min-[860px]/files:hidden" }} title={<span className="font-mono text-12">{file}</span>}>
        {draft.unsaved && (
          <span className="pr-2">
            <State tone="warning" word={found.exists ? texts.file.unsaved : texts.file.fresh} />
          </span>
        )}
        {found.exists && <IconButton label={texts.file.open} icon={SquareArrowOutUpRight} disabled={open.isPending} onClick={() => open.mutate()} />}
        {found.exists && <IconButton label={texts.file.remove} icon={Trash2} onClick={() => setAsked(true)} />}
        <IconButton label={texts.file.discard} icon={Undo2} disabled={!draft.unsaved} onClick={draft.discard} />
        <Button look="primary" icon={Save} disabled={!draft.unsaved || draft.saving} onClick={draft.save}>
          {texts.file.save}
        </Button>
      </PaneHeader>
      {asked && <Removing space={space} file={file} digest={found.digest} onClose={() => setAsked(false)} onGone={() => { draft.discard(); onOpen(""); }} />}
    </>
  );
}

interface RemovingProps {
  space: SpaceView;
  file: string;
  digest: string;
  onClose: () => void;
  onGone: () => void;
}

function Removing({ space, file, digest, onClose, onGone }: RemovingProps) {
  const backend = useBackend();
  const live = useLive();
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: () => backend.removeDefinition(space.path, file, digest),
    onSuccess: ({ saved, now, note }) => {
      client.setQueryData<DefinitionView>(keys.definition(space.path, file), now);
      void client.invalidateQueries({ queryKey: keys.definitions(space.path) });
      if (!saved) return;
      if (note) live.notify({ level: "warning", text: note });
      onClose();
      onGone();
    },
  });
  const changed = remove.data?.saved === false;
  const actions = (
    <>
      <Button onClick={onClose}>{common.cancel}</Button>
      <Button look="asking" disabled={remove.isPending || changed} onClick={() => remove.mutate()}>
        {texts.file.removeConfirm}
      </Button>
    </>
  );
  return (
    <Dialog title={texts.file.removing(file)} open onClose={onClose} actions={actions}>
      <div className="flex flex-col gap-3">
        <p>{texts.file.removingText}</p>
        {changed && <Failure what={texts.file.removeFailed} why={texts.file.removeChanged} />}
        {remove.error && <Failure what={texts.file.removeFailed} why={remove.error.message} />}
      </div>
    </Dialog>
  );
}
