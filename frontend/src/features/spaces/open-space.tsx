import { useMutation } from "@tanstack/react-query";
import { FolderOpen, FolderPlus, Keyboard } from "lucide-react";
import { DropdownMenu } from "radix-ui";
import { useState } from "react";
import type { SpaceView } from "../../backend/backend";
import { useBackend } from "../../backend/context";
import { Button, IconButton } from "../../components/button";
import { Failure } from "../../components/feedback";
import { Field, TextInput } from "../../components/field";
import { MENU, MenuItem } from "../../components/menu";
import { Dialog } from "../../components/overlay";

interface OpenSpaceProps {
  onOpened: (space: SpaceView) => void;
  /** A plain button with a label, or an icon for a narrow place. */
  big?: boolean;
}

/** Opens a folder by the native dialog, or by its path where there is no dialog. */
export function OpenSpace({ onOpened, big = false }: OpenSpaceProps) {
  const backend = useBackend();
  const [typing, setTyping] = useState(false);
  const pick = useMutation({
    mutationFn: () => backend.pickSpace(),
    onSuccess: ([space]) => space && onOpened(space),
    // Without a native dialog, the path can still be typed; the dialog says why it is there.
    onError: () => setTyping(true),
  });
  return (
    <>
      <DropdownMenu.Root>
        <DropdownMenu.Trigger asChild>
          {big ? (
            <Button look="primary" icon={FolderOpen} disabled={pick.isPending}>
              Open a folder
            </Button>
          ) : (
            <IconButton label="Open a folder" icon={FolderPlus} disabled={pick.isPending} />
          )}
        </DropdownMenu.Trigger>
        <DropdownMenu.Portal>
          <DropdownMenu.Content className={MENU} align="start" sideOffset={4}>
            <MenuItem icon={FolderOpen} onSelect={() => pick.mutate()}>
              Choose a folder…
            </MenuItem>
            <MenuItem icon={Keyboard} onSelect={() => setTyping(true)}>
              Type a path…
            </MenuItem>
          </DropdownMenu.Content>
        </DropdownMenu.Portal>
      </DropdownMenu.Root>
      <TypePath open={typing} problem={pick.error?.message ?? ""} onClose={() => setTyping(false)} onOpened={onOpened} />
    </>
  );
}

interface TypePathProps {
  open: boolean;
  /** Why the path has to be typed. */
  problem: string;
  onClose: () => void;
  onOpened: (space: SpaceView) => void;
}

function TypePath({ open, problem, onClose, onOpened }: TypePathProps) {
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
    <Dialog title="Open a folder" open={open} onClose={onClose} actions={actions}>
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
