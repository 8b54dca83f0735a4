import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { SpaceView } from "../../backend/backend";
import { useBackend } from "../../backend/context";
import { Button } from "../../components/button";
import { Failure } from "../../components/feedback";
import { Field, TextInput } from "../../components/field";
import { Dialog } from "../../components/overlay";

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
      <Button onClick={onClose}>Cancel</Button>
      <Button look="primary" disabled={!path.trim() || opening.isPending} onClick={() => opening.mutate()}>
        Open
      </Button>
    </>
  );
  return (
    <Dialog title="Open a folder" open onClose={onClose} actions={actions}>
      <form
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          if (path.trim()) opening.mutate();
        }}
      >
        {problem && <Failure what="The folder dialog did not open." why={problem} />}
        <Field id="space-path" label="Path of the folder" help="Any folder works. What it declares stays off until you trust it.">
          <TextInput id="space-path" aria-describedby="space-path-help" className="font-mono text-12" value={path} onChange={(event) => setPath(event.target.value)} />
        </Field>
        {opening.error && <Failure what="It was not opened." why={opening.error.message} />}
      </form>
    </Dialog>
  );
}
