import { useEffect } from "react";
import { useBackend } from "../backend/context";
import { go } from "./routes";

/** Goes to the chat whose notification the person clicked on. */
export function useOpened(): void {
  const backend = useBackend();
  useEffect(
    () =>
      backend.listen((event) => {
        if (event.kind === "open") go({ at: "chat", space: event.space, session: event.session });
      }),
    [backend],
  );
}
