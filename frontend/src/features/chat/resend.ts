import { useMutation, type UseMutationResult } from "@tanstack/react-query";
import type { SessionView } from "../../backend/backend";
import { useBackend, useLive } from "../../backend/context";
import { texts } from "../../words/chat";

/** A message of the person, and what they say in its place. */
export interface Resent {
  run: string;
  text: string;
}

/** Says a message anew, in a new chat that has said what stood before it: this chat and all files stay as they are. */
export function useResend(session: SessionView, onOpen: (session: string) => void): UseMutationResult<string, Error, Resent> {
  const backend = useBackend();
  const live = useLive();
  return useMutation({
    mutationFn: async ({ run, text }) => {
      const begun = await backend.branch(run, 0);
      try {
        if (begun.model !== session.model) await backend.setModel(begun.id, session.model);
        await backend.send(begun.id, text);
      } catch (error) {
        live.outgoing.setDraft(begun.id, text);
        live.notify({ level: "error", text: texts.composer.resendFailed(error instanceof Error ? error.message : String(error)) });
      }
      return begun.id;
    },
    onSuccess: onOpen,
    onError: (error) => live.notify({ level: "error", text: error.message }),
  });
}
