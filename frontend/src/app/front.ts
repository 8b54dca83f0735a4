import { useEffect } from "react";
import { useBackend } from "../backend/context";

const TELL_MS = 400;

/** Tells Go, now and then, that the person types: no dialog takes the keyboard from them meanwhile. */
export function useTyping(): void {
  const backend = useBackend();
  useEffect(() => {
    let told = -TELL_MS;
    const tell = ({ timeStamp }: KeyboardEvent) => {
      if (timeStamp - told < TELL_MS) return;
      told = timeStamp;
      // Whoever is not told so asks a moment too early, at worst.
      backend.typing().catch(() => undefined);
    };
    window.addEventListener("keydown", tell, { capture: true });
    return () => window.removeEventListener("keydown", tell, { capture: true });
  }, [backend]);
}

/**
 * Tells Go whether the person can see the window and is in it: if not, a notification says that somebody waits, or that a run has ended.
 * Go is told again at each end: whoever says nothing then was elsewhere.
 */
export function useFront(): void {
  const backend = useBackend();
  useEffect(() => {
    let told: boolean | undefined;
    const tell = () => {
      const front = document.visibilityState === "visible" && document.hasFocus();
      if (front === told) return;
      told = front;
      // Whoever does not hear of it notifies once too often, at worst.
      backend.inFront(front).catch(() => undefined);
    };
    tell();
    const unhear = backend.listen((event) => {
      if (event.kind !== "journal" || event.session === "" || event.journal.kind !== "ended") return;
      told = undefined;
      tell();
    });
    window.addEventListener("focus", tell);
    window.addEventListener("blur", tell);
    document.addEventListener("visibilitychange", tell);
    return () => {
      unhear();
      window.removeEventListener("focus", tell);
      window.removeEventListener("blur", tell);
      document.removeEventListener("visibilitychange", tell);
    };
  }, [backend]);
}
