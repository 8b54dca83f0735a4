import { useMutation, type UseMutationResult } from "@tanstack/react-query";
import type { SessionView } from "../../backend/backend";
import { useBackend, useLive } from "../../backend/context";
import type { Message } from "../../backend/outgoing";
import { texts } from "../../words/chat";

/** What the person says in the place of the message that began a run. */
export interface Resent extends Message {
  run: string;
}

/** Says a message anew, in a new chat that has said what stood before it: this chat and all files stay as they are. */
export function useResend(session: SessionView, onOpen: (session: string) => void): UseMutationResult<string, Error, Resent> {
  const backend = useBackend();
  const live = useLive();
  return useMutation({
    mutationFn: async ({ run, ...message }) => {
      const begun = await backend.branch(run, 0);
      try {
        if (begun.model !== session.model) await backend.setModel(begun.id, session.model);
        await live.outgoing.send(begun.id, message);
      } catch (error) {
        live.outgoing.restore(begun.id, message);
        live.notify({ level: "error", text: texts.composer.resendFailed(error instanceof Error ? error.message : String(error)) });
      }
      return begun.id;
    },
    onSuccess: onOpen,
    onError: (error) => live.notify({ level: "error", text: error.message }),
  });
}
