import { useMutation, useQuery } from "@tanstack/react-query";
import { CircleCheck, FolderInput, FolderOpen, FolderPlus, Footprints, Plug, type LucideIcon } from "lucide-react";
import { lazy, Suspense, useId, useState } from "react";
import type { SpaceView } from "../../backend/backend";
import { useBackend } from "../../backend/context";
import { keys } from "../../backend/keys";
import { useSettings } from "../../backend/queries";
import { texts } from "../../words/start";

const NewSpace = lazy(() => import("./new-space").then((module) => ({ default: module.NewSpace })));
const TryExample = lazy(() => import("./try-example").then((module) => ({ default: module.TryExample })));
const TypePath = lazy(() => import("./type-path").then((module) => ({ default: module.TypePath })));

interface StartPageProps {
  onOpened: (space: SpaceView) => void;
  /** The example's tour has begun in a chat. */
  onExample: (space: string, session: string) => void;
  /** A folder is open, in which servers are brought over. */
  onServers: (space: SpaceView) => void;
  onModel: () => void;
}

/** What a person sees first: what this is, and the ways to begin. */
export function StartPage({ onOpened, onExample, onServers, onModel }: StartPageProps) {
  const [trying, setTrying] = useState(false);
  const [making, setMaking] = useState(false);
  const folder = useFolder(onOpened);
  const servers = useFolder(onServers);
  const model = useSettings().data?.defaultModel ?? "";
  const connected = model !== "" && !model.startsWith("guide/");
  const backend = useBackend();
  const local = useQuery({ queryKey: keys.localServers, queryFn: () => backend.localServers() }).data?.[0];
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto flex min-h-full max-w-170 flex-col justify-center gap-6 px-6 py-10">
        <header className="flex flex-col gap-2">
          <h1 className="text-24 font-semibold">{texts.heading}</h1>
          <p className="text-15">{texts.what}</p>
          <p className="text-muted">{texts.how}</p>
        </header>
        <ul className="grid grid-cols-1 gap-3 min-[800px]:grid-cols-2">
          <Way icon={Footprints} title={texts.example.title} text={texts.example.text} first onPress={() => setTrying(true)} />
          <Way
            icon={connected ? CircleCheck : Plug}
            title={texts.model.title}
            text={connected ? texts.model.connected(model) : local ? `${texts.found(local.name)} ${texts.model.text}` : texts.model.text}
            onPress={onModel}
          />
          <Way icon={FolderInput} title={texts.servers.title} text={texts.servers.text} busy={servers.busy} onPress={servers.pick} />
          <Way icon={FolderOpen} title={texts.folder.title} text={texts.folder.text} busy={folder.busy} onPress={folder.pick} />
          <Way icon={FolderPlus} title={texts.create.title} text={texts.create.text} onPress={() => setMaking(true)} />
        </ul>
      </div>
      <Suspense fallback={null}>
        {trying && <TryExample onClose={() => setTrying(false)} onBegun={onExample} />}
        {making && <NewSpace onClose={() => setMaking(false)} onOpened={onOpened} />}
        {folder.typing}
        {servers.typing}
      </Suspense>
    </div>
  );
}

/** Opens a folder by the native dialog, or by its path where there is none. */
function useFolder(onOpened: (space: SpaceView) => void) {
  const backend = useBackend();
  const [typing, setTyping] = useState(false);
  const pick = useMutation({
    mutationFn: () => backend.pickSpace(),
    onSuccess: ([space]) => space && onOpened(space),
    onError: () => setTyping(true),
  });
  return {
    pick: () => pick.mutate(),
    busy: pick.isPending,
    typing: typing && <TypePath problem={pick.error?.message ?? ""} onClose={() => setTyping(false)} onOpened={onOpened} />,
  };
}

interface WayProps {
  icon: LucideIcon;
  title: string;
  text: string;
  /** The one for somebody who has never done this. */
  first?: boolean;
  busy?: boolean;
  onPress: () => void;
}

function Way({ icon: Icon, title, text, first = false, busy = false, onPress }: WayProps) {
  const id = useId();
  return (
    <li className={`${first ? "min-[800px]:col-span-2" : ""} relative flex items-start gap-3 rounded-lg border px-4 py-3 hover:bg-hover ${busy ? "opacity-50" : ""} ${first ? "border-accent" : "border-edge"}`}>
      <Icon size={20} strokeWidth={1.5} aria-hidden className={`mt-0.5 shrink-0 ${first ? "text-accent" : "text-muted"}`} />
      <div className="flex min-w-0 flex-col gap-1">
        {/* All of the card presses it. */}
        <button disabled={busy} aria-describedby={id} className="self-start text-left font-semibold after:absolute after:inset-0 after:rounded-lg focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-accent" onClick={onPress}>
          {title}
        </button>
        <p id={id} className="text-muted">
          {text}
        </p>
      </div>
    </li>
  );
}
