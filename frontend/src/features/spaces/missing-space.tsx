// The page of a space whose folder can't be read: why, and what can be done about it.

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { FolderOpen, FolderX, ListX } from "lucide-react";
import type { SpaceView } from "../../backend/backend";
import { useBackend, useLive } from "../../backend/context";
import { keys } from "../../backend/keys";
import { Button } from "../../components/button";
import { Empty } from "../../components/feedback";
import { texts } from "../../words/spaces";

interface MissingSpaceProps {
  space: SpaceView;
  onOpened: (space: SpaceView) => void;
  onRemoved: () => void;
}

export function MissingSpace({ space, onOpened, onRemoved }: MissingSpaceProps) {
  const backend = useBackend();
  const live = useLive();
  const client = useQueryClient();
  const onError = (error: Error) => live.notify({ level: "error", text: error.message });
  const find = useMutation({ mutationFn: () => backend.pickSpace(), onSuccess: ([found]) => found && onOpened(found), onError });
  const remove = useMutation({
    mutationFn: () => backend.removeSpace(space.path),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: keys.spaces });
      onRemoved();
    },
    onError,
  });
  const actions = (
    <>
      <Button look="primary" icon={FolderOpen} disabled={find.isPending} onClick={() => find.mutate()}>
        {texts.missing.find}
      </Button>
      <Button icon={ListX} disabled={remove.isPending} onClick={() => remove.mutate()}>
        {texts.missing.remove}
      </Button>
    </>
  );
  return (
    <Empty icon={FolderX} title={texts.missing.title(space.name)} action={actions}>
      <p>{space.unavailable}</p>
      <p className="mt-2 font-mono text-12 break-all">{space.path}</p>
      <p className="mt-2">{texts.missing.chats}</p>
    </Empty>
  );
}
