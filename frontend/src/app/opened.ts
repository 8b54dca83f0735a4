import { useEffect } from "react";
import { useBackend } from "../backend/context";
import { go, onHash, parseRoute, printRoute } from "./routes";

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
