import { useEffect } from "react";
import { useBackend } from "../backend/context";
import type { Backend, SpaceView } from "../backend/backend";
import { firstPage, go, onHash, parseRoute, printRoute } from "./routes";
import { loadAhead } from "./pages";

/** Goes to the chat whose notification the person clicked on, and away from one that was deleted. */
export function useOpened(): void {
  const backend = useBackend();
  useEffect(
    () =>
      backend.listen((event) => {
        if (event.kind === "open") go({ at: "chat", space: event.space, session: event.session });
        if (event.kind !== "session" || !event.chat.gone) return;
        const { page } = parseRoute(window.location.hash);
        if (page.at === "chat" && page.session === event.chat.id) go({ at: "chat", space: page.space, session: "" });
      }),
    [backend],
  );
}

/** Tells Go what the window shows: the next one begins there. */
export function useKeptPage(): void {
  const backend = useBackend();
  useEffect(() => {
    const tell = () => {
      const { page } = parseRoute(window.location.hash);
      // Whoever is not told so begins elsewhere, at worst.
      if (page.at !== "start") backend.setLastPage(printRoute({ page, aside: { show: "nothing" } })).catch(() => undefined);
    };
    tell();
    return onHash(tell);
  }, [backend]);
}

/** How long the window waits for what its first picture shows, in ms: a space that is large is read for longer, and the window says so. */
const BEGINS_WITHIN_MS = 200;

/** Goes where the window begins, with what its first picture shows at hand, so that it is drawn once. What comes too late, the page asks for itself. */
export async function beginThere(backend: Backend, listed: () => Promise<readonly SpaceView[]>): Promise<void> {
  if (parseRoute(window.location.hash).page.at !== "start") return;
  let late = false;
  const ready = async () => {
    const last = await backend.lastPage();
    const page = firstPage(last, await listed());
    if (!page || late) return;
    go(page);
    await loadAhead(page);
  };
  await Promise.race([ready().catch(() => undefined), new Promise((resolve) => setTimeout(resolve, BEGINS_WITHIN_MS))]);
  late = true;
}
