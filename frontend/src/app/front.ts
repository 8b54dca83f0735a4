import { useEffect } from "react";
import { useBackend } from "../backend/context";

/** Tells Go whether the person can see the window and is in it: if not, a notification says that somebody waits. */
export function useFront(): void {
  const backend = useBackend();
  useEffect(() => {
    let told: boolean | undefined;
    const tell = () => {
      const front = document.visibilityState === "visible" && document.hasFocus();
      if (front === told) return;
      told = front;
      // Whoever is not told so is notified once too often, at worst.
      backend.inFront(front).catch(() => undefined);
    };
    tell();
    window.addEventListener("focus", tell);
    window.addEventListener("blur", tell);
    document.addEventListener("visibilitychange", tell);
    return () => {
      window.removeEventListener("focus", tell);
      window.removeEventListener("blur", tell);
      document.removeEventListener("visibilitychange", tell);
    };
  }, [backend]);
}
