import { Hand, OctagonX, PanelLeft, Plus, Search, Settings } from "lucide-react";
import { Suspense, useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from "react";
import { useLiveState } from "../backend/context";
import { useSpaces } from "../backend/queries";
import { sayWaiting } from "../backend/waiting";
import { IconButton } from "../components/button";
import { Kbd } from "../components/pane";
import { useNewChat } from "../features/chat/new-chat";
import { SpaceList } from "../features/spaces/space-list";
import type { SpaceView } from "../backend/backend";
import { sayKey } from "./keys";
import { go, showAside, spaceOf, type Route } from "./routes";
import { Row } from "./row";
import { fit, setOver, setSide, toggleSide, useNarrow, useOver, useSide, WIDTH } from "./side";
import { SpacePages } from "./pages";
import { texts } from "../words/app";

interface SidebarProps {
  route: Route;
  onPalette: () => void;
  onStop: () => void;
}

/** Where am I: spaces, the chats and the pages of the one that is open. Hidden, it leaves a strip of buttons. */
export function Sidebar(props: SidebarProps) {
  const { hidden, width } = useSide();
  const narrow = useNarrow();
  const over = useOver();
  const space = useLastSpace(spaceOf(props.route.page));
  const { page } = props.route;
  useEffect(() => setOver(false), [page]);
  if (narrow && over) {
    return (
      <>
        <Strip {...props} space={space} />
        <div className="fixed inset-0 z-30 bg-scrim" onClick={() => setOver(false)} />
        <div ref={focusFirst} className="fixed inset-y-0 left-0 z-30 flex" onKeyDown={(event) => event.key === "Escape" && setOver(false)}>
          <Whole {...props} space={space} width={WIDTH.usual} />
        </div>
      </>
    );
  }
  if (narrow || hidden) return <Strip {...props} space={space} />;
  return (
    <Whole {...props} space={space} width={width} moves />
  );
}

const focusFirst = (box: HTMLElement | null) => box?.querySelector("button")?.focus();

/** In the settings, the space that one comes from stays in sight. */
function useLastSpace(here: string): string {
  const [last, setLast] = useState(here);
  const spaces = useSpaces().data;
  if (here && here !== last) setLast(here);
  const gone = spaces !== undefined && !spaces.some(({ path }) => path === last);
  return here || (gone ? "" : last);
}

function Whole({ route, onPalette, onStop, space, width, moves = false }: SidebarProps & { space: string; width: number; moves?: boolean }) {
  const here = spaceOf(route.page);
  return (
    <nav aria-label={texts.sidebar.label} className="relative flex shrink-0 flex-col border-r border-line bg-side" style={{ width }}>
      <div className="flex max-h-[32%] shrink-0 flex-col border-b border-line">
        <SpaceList
          current={space}
          action={<IconButton label={texts.sidebar.hide} icon={PanelLeft} onClick={toggleSide} />}
          onOpen={(path) => go({ at: "chat", space: path, session: "" })}
          onRemoved={(path) => {
            if (path === space && here) go({ at: "start" });
          }}
        />
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto">
        <Suspense fallback={null}>
          <SpacePages page={route.page} space={space} />
        </Suspense>
      </div>
      <div className="flex shrink-0 flex-col border-t border-line p-2">
        <WaitingRow open={route.aside.show === "waiting"} />
        <Row icon={Search} onClick={onPalette} end={<Kbd>{sayKey("palette")}</Kbd>}>
          {texts.sidebar.goTo}
        </Row>
        <Row icon={OctagonX} onClick={onStop} end={<Kbd>{sayKey("stop")}</Kbd>}>
          {texts.sidebar.stop}
        </Row>
        <Row icon={Settings} current={route.page.at === "settings"} onClick={() => go({ at: "settings", part: "models" })}>
          {texts.sidebar.settings}
        </Row>
      </div>
      {moves && <Edge width={width} />}
    </nav>
  );
}

/** What is left of a sidebar that is hidden. */
function Strip({ route, onPalette, onStop, space }: SidebarProps & { space: string }) {
  const found = useSpaces().data?.find(({ path }) => path === space);
  return (
    <nav aria-label={texts.sidebar.label} className="flex w-11 shrink-0 flex-col items-center gap-1 border-r border-line bg-side py-2">
      <IconButton label={texts.sidebar.show} icon={PanelLeft} onClick={toggleSide} />
      {found && !found.unavailable && <NewChat space={found} />}
      <span className="flex-1" />
      <WaitingMark open={route.aside.show === "waiting"} />
      <IconButton label={texts.sidebar.goTo} icon={Search} onClick={onPalette} />
      <IconButton label={texts.sidebar.stop} icon={OctagonX} onClick={onStop} />
      <IconButton label={texts.sidebar.settings} icon={Settings} onClick={() => go({ at: "settings", part: "models" })} />
    </nav>
  );
}

function NewChat({ space }: { space: SpaceView }) {
  const start = useNewChat(space, (session) => go({ at: "chat", space: space.path, session }));
  return <IconButton label={texts.sidebar.newChat} icon={Plus} disabled={start.isPending} onClick={() => start.mutate({ agent: "" })} />;
}

const STEP_PX = 16;

/** The edge of the sidebar: drawn with the pointer, or moved by the arrow keys. */
function Edge({ width }: { width: number }) {
  const from = useRef<number>(undefined);
  const onKey = (event: KeyboardEvent) => {
    const to = { ArrowLeft: width - STEP_PX, ArrowRight: width + STEP_PX, Home: WIDTH.least, End: WIDTH.most }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    setSide({ width: fit(to) });
  };
  const move = (event: PointerEvent) => {
    if (from.current !== undefined) setSide({ width: fit(event.clientX - from.current) });
  };
  return (
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={texts.sidebar.width}
      aria-valuenow={width}
      aria-valuemin={WIDTH.least}
      aria-valuemax={WIDTH.most}
      tabIndex={0}
      className="absolute inset-y-0 -right-1 z-10 w-2 cursor-col-resize border-l-3 border-transparent bg-clip-content hover:bg-accent focus-visible:bg-accent"
      onKeyDown={onKey}
      onDoubleClick={() => setSide({ width: WIDTH.usual })}
      onPointerDown={(event) => {
        from.current = event.clientX - width;
        event.currentTarget.setPointerCapture(event.pointerId);
        event.preventDefault();
      }}
      onPointerMove={move}
      onPointerUp={() => {
        from.current = undefined;
      }}
    />
  );
}

/** The one thing that may shout. */
function WaitingRow({ open }: { open: boolean }) {
  const said = useLiveState(sayWaiting);
  if (said === "") return null;
  return (
    <button
      aria-expanded={open}
      className="row mb-1 rounded-md bg-asking-fill px-2 text-left text-12 font-semibold text-on-asking"
      onClick={() => showAside(open ? { show: "nothing" } : { show: "waiting" })}
    >
      <Hand size={15} aria-hidden />
      <span className="flex-1">{said}</span>
      <kbd className="font-sans text-11 font-normal">{sayKey("waiting")}</kbd>
    </button>
  );
}

/** The same, where there is room for a button alone. */
function WaitingMark({ open }: { open: boolean }) {
  const said = useLiveState(sayWaiting);
  if (said === "") return null;
  return (
    <button aria-label={said} data-tip="" aria-expanded={open} className="inline-flex size-7 items-center justify-center rounded-md bg-asking-fill text-on-asking" onClick={() => showAside(open ? { show: "nothing" } : { show: "waiting" })}>
      <Hand size={15} aria-hidden />
    </button>
  );
}
