import { useMutation } from "@tanstack/react-query";
import { FolderOpen, FolderPlus, Keyboard } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import type { SpaceView } from "../../backend/backend";
import { useBackend } from "../../backend/context";
import { Button, IconButton } from "../../components/button";
import { Menu } from "../../components/menu";
import { texts } from "../../words/spacelist";

const NewSpace = lazy(() => import("./new-space").then((module) => ({ default: module.NewSpace })));
const TypePath = lazy(() => import("./type-path").then((module) => ({ default: module.TypePath })));

interface OpenSpaceProps {
  onOpened: (space: SpaceView) => void;
  /** A plain button with a label, or an icon for a narrow place. */
  big?: boolean;
}

/** Makes a space, or opens a folder by the native dialog, or by its path where there is no dialog. */
export function OpenSpace({ onOpened, big = false }: OpenSpaceProps) {
  const backend = useBackend();
  const [typing, setTyping] = useState(false);
  const [making, setMaking] = useState(false);
  const pick = useMutation({
    mutationFn: () => backend.pickSpace(),
    onSuccess: ([space]) => space && onOpened(space),
    // Without a native dialog, the path can still be typed; the dialog says why it is there.
    onError: () => setTyping(true),
  });
  return (
    <>
      <Menu
        button={(opens) =>
          big ? (
            <Button look="primary" icon={FolderOpen} disabled={pick.isPending} {...opens}>
              {texts.open.open}
            </Button>
          ) : (
            <IconButton label={texts.open.add} icon={FolderPlus} disabled={pick.isPending} {...opens} />
          )
        }
        entries={[
          { icon: FolderPlus, text: texts.open.create, onSelect: () => setMaking(true) },
          { icon: FolderOpen, text: texts.open.choose, onSelect: () => pick.mutate() },
          { icon: Keyboard, text: texts.open.type, onSelect: () => setTyping(true) },
        ]}
      />
      <Suspense fallback={null}>
        {making && <NewSpace onClose={() => setMaking(false)} onOpened={onOpened} />}
        {typing && <TypePath problem={pick.error?.message ?? ""} onClose={() => setTyping(false)} onOpened={onOpened} />}
      </Suspense>
    </>
  );
}
