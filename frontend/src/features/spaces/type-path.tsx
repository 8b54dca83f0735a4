import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { SpaceView } from "../../backend/backend";
import { useBackend } from "../../backend/context";
import { Button } from "../../components/button";
import { Failure } from "../../components/feedback";
import { Field, TextInput } from "../../components/field";
import { Dialog } from "../../components/overlay";
import { texts as common } from "../../words/common";
import { texts } from "../../words/spacelist";

interface TypePathProps {
  /** Why the path has to be typed. */
  problem: string;
  onClose: () => void;
  onOpened: (space: SpaceView) => void;
}

/** Opens a folder by its path. */
export function TypePath({ problem, onClose, onOpened }: TypePathProps) {
  const backend = useBackend();
  const [path, setPath] = useState("");
  const opening = useMutation({
    mutationFn: () => backend.openSpace(path.trim()),
    onSuccess: (space) => {
      onClose();
      onOpened(space);
    },
  });
  const actions = (
    <>
      <Button onClick={onClose}>{common.cancel}</Button>
      <Button look="primary" disabled={!path.trim() || opening.isPending} onClick={() => opening.mutate()}>
        {texts.open.confirm}
      </Button>
    </>
  );
  return (
    <Dialog title={texts.open.open} open onClose={onClose} actions={actions}>
      <form
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          if (path.trim()) opening.mutate();
        }}
      >
        {problem && <Failure what={texts.open.dialogFailed} why={problem} />}
        <Field id="space-path" label={texts.open.path} help={texts.open.pathHelp}>
          <TextInput id="space-path" aria-describedby="space-path-help" className="font-mono text-12" value={path} onChange={(event) => setPath(event.target.value)} />
        </Field>
        {opening.error && <Failure what={texts.open.failed} why={opening.error.message} />}
      </form>
    </Dialog>
  );
}
