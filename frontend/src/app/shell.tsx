import { Suspense, useMemo, useState, type ReactNode } from "react";
import { useMutation } from "@tanstack/react-query";
import { useBackend, useLive } from "../backend/context";
import { useSettings, useSpaces } from "../backend/queries";
import { useZoomChange } from "../backend/zoom";
import { Loaded, Waiting } from "../components/feedback";
import { WaysProvider, type Ways } from "../widgets/ways";
import type { SessionView, SpaceView } from "../backend/backend";
import { useClosing } from "./use-closing";
import { useLinks } from "./use-links";
import { Announcer } from "./announcer";
import { useCutNotice } from "./cut-notice";
import { useFront, useTyping } from "./front";
import { useCommandKeys } from "./keys";
import { useKeptPage, useOpened } from "./opened";
import { CallInspector, Closing, DeleteChat, LinkDialog, MissingSpace, Notices, Palette, SettingsPage, Shortcuts, Start, Tips, TrustBanner, WaitingList, Welcome } from "./pages";
import { go, inspect, showAside, spaceOf, useRoute, type Aside, type Page } from "./routes";
import { toggleSide } from "./side";
import { Sidebar } from "./sidebar";
import { SpacePage } from "./space-page";
import { useStopEverything } from "./stop";
import { useHideFrom, useTheme, useZoom } from "./theme";
import { texts } from "../words/app";

/** What is said while a page that is large is loaded. */
const OPENING: Partial<Record<Page["at"], string>> = { hands: texts.opening.hands, servers: texts.opening.servers, "add-servers": texts.opening.servers, programs: texts.opening.programs };

/** Three panes at most: where am I, what is happening, what exactly. */
export function Shell() {
  const route = useRoute();
  const [palette, setPalette] = useState(false);
  const [shortcuts, setShortcuts] = useState(false);
  const [deleting, setDeleting] = useState<SessionView | undefined>(undefined);
  const stop = useStopEverything();
  useFront();
  useTyping();
  useOpened();
  useCutNotice();
  useKeptPage();
  const { closing, stay } = useClosing();
  const { link, done } = useLinks();
  const settings = useSettings().data;
  useTheme(settings?.theme ?? "system");
  useHideFrom(settings?.hideFrom ?? false);
  useZoom(settings ?? { zoom: 100, zooms: true });
  const { larger, smaller, usual } = useZoomChange();
  const space = spaceOf(route.page);
  const newChat = useChatHere(space);
  useCommandKeys({
    palette: () => setPalette(true), newChat, waiting: () => showAside({ show: "waiting" }), stop, side: toggleSide,
    settings: () => go({ at: "settings", part: "models" }), shortcuts: () => setShortcuts(true), larger, smaller, usual,
  });
  return (
    <div className="flex h-full">
      <Sidebar route={route} onPalette={() => setPalette(true)} onStop={stop} />
      <WaysProvider ways={useWaysOf(space)}>
        <div className="relative flex min-w-0 flex-1">
          <main className="min-w-0 flex-1 overflow-y-auto">
            {/* A page in a window that is low, or shown large, has room for what it holds: then all of it scrolls. */}
            <div className="flex h-full min-h-100 flex-col max-[479px]:min-h-140">
              <Suspense fallback={<Waiting what={OPENING[route.page.at] ?? texts.opening.page} />}>
                <Center page={route.page} aside={route.aside} />
              </Suspense>
            </div>
          </main>
          <AsidePane page={route.page} aside={route.aside} />
        </div>
      </WaysProvider>
      <Suspense fallback={null}>
        {palette && <Palette space={space} chat={route.page.at === "chat" ? route.page.session : ""} onShortcuts={() => setShortcuts(true)} onDelete={setDeleting} onClose={() => setPalette(false)} />}
        {shortcuts && <Shortcuts onClose={() => setShortcuts(false)} />}
        {closing && <Closing onStay={stay} />}
        {link && <LinkDialog key={link.path} link={link} onDone={done} />}
        {deleting && <DeleteChat chat={deleting} onClose={() => setDeleting(undefined)} />}
      </Suspense>
      <Announcer />
      <Suspense fallback={null}>
        <Notices />
        <Tips />
      </Suspense>
    </div>
  );
}

/** Begins a chat in a space, as the person asks for one from anywhere; in none, nothing happens. */
function useChatHere(space: string): () => void {
  const backend = useBackend();
  const live = useLive();
  const found = useSpaces().data?.find(({ path }) => path === space);
  const begin = useMutation({
    mutationFn: () => (found?.mode === "rehearse" ? backend.rehearseSession(space, "") : backend.newSession(space, "")),
    onSuccess: (session) => go({ at: "chat", space, session: session.id }),
    onError: (error) => live.notify({ level: "error", text: error.message }),
  });
  return () => {
    if (found && !found.unavailable && !begin.isPending) begin.mutate();
  };
}

function useWaysOf(space: string): Ways | undefined {
  return useMemo(() => (space ? { walls: () => go({ at: "walls", space }), rules: (decider) => go({ at: "rules", space, decider }), job: (job) => go({ at: "jobs", space, job }), trust: () => go({ at: "trust", space }), hook: (hook) => go({ at: "hooks", space, hook }), file: (file, line) => go({ at: "files", space, file, line }), newFile: (start) => go({ at: "new-file", space, start }), inspect } : undefined), [space]);
}

function Center({ page, aside }: { page: Page; aside: Aside }) {
  if (page.at === "settings") return <SettingsPage part={page.part} onPart={(part) => go({ at: "settings", part })} />;
  if (page.at === "start") return <Start />;
  return <InSpace path={page.space} trusting={page.at === "trust"}>{(space) => <SpacePage space={space} page={page} aside={aside} />}</InSpace>;
}

/** A page of a space, once the space is known and can be read. */
function InSpace({ path, trusting, children }: { path: string; trusting: boolean; children: (space: SpaceView) => ReactNode }) {
  const spaces = useSpaces();
  return (
    <Loaded query={spaces} waiting={texts.welcome.reading} failed={texts.welcome.failed}>
      {(list) => {
        const space = list.find((known) => known.path === path);
        if (!space) return <Welcome />;
        if (space.unavailable) {
          return (
            <Suspense fallback={<Waiting what={texts.opening.page} />}>
              <MissingSpace space={space} onOpened={(found) => go({ at: "chat", space: found.path, session: "" })} onRemoved={() => go({ at: "start" })} />
            </Suspense>
          );
        }
        return (
          <>
            <Suspense fallback={null}>{!trusting && <TrustBanner space={space} onOpen={() => go({ at: "trust", space: space.path })} />}</Suspense>
            {children(space)}
          </>
        );
      }}
    </Loaded>
  );
}

function AsidePane({ page, aside }: { page: Page; aside: Aside }) {
  if (aside.show === "nothing") return null;
  const close = () => showAside({ show: "nothing" });
  const space = spaceOf(page);
  const inItsRun = page.at === "runs" && aside.show === "call" && page.run === aside.run;
  return (
    <aside aria-label={aside.show === "waiting" ? texts.waiting : texts.callDetails} className={`${aside.show === "waiting" ? "w-120" : "w-90"} flex max-w-full shrink-0 flex-col border-l border-line bg-ground max-[999px]:absolute max-[999px]:inset-y-0 max-[999px]:right-0 max-[999px]:z-20 max-[719px]:left-0 max-[719px]:w-auto max-[719px]:border-l-0`}>
      <Suspense fallback={<Waiting what={texts.opening.page} />}>
        {aside.show === "waiting" ? (
          <WaitingList onClose={close} />
        ) : (
          <CallInspector space={space} run={aside.run} call={aside.call} onClose={close} onRun={space && !inItsRun ? (run) => go({ at: "runs", space, run }, aside) : undefined} />
        )}
      </Suspense>
    </aside>
  );
}
