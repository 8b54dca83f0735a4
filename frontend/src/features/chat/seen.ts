import { useEffect } from "react";
import type { SessionView } from "../../backend/backend";
import { useBackend } from "../../backend/context";

/** Takes the mark of a missed question from a chat that the person looks at. */
export function useSeen(session: SessionView | undefined): void {
  const backend = useBackend();
  const missed = session?.missed ? session.id : "";
  useEffect(() => {
    if (!missed) return;
    const look = () => {
      if (document.visibilityState !== "visible" || !document.hasFocus()) return;
      // The mark stays, at worst.
      backend.seeChat(missed).catch(() => undefined);
    };
    look();
    window.addEventListener("focus", look);
    return () => window.removeEventListener("focus", look);
  }, [backend, missed]);
}
