import { useMutation } from "@tanstack/react-query";
import { useBackend, useLive } from "../backend/context";
import { texts } from "../words/app";

/** Ends all that goes on, in every window and terminal, at once, and says what it was. */
export function useStopEverything(): () => void {
  const backend = useBackend();
  const live = useLive();
  const stop = useMutation({
    mutationFn: () => backend.stopEverything(),
    onSuccess: async ({ runs, calls, jobs, questions, messages, sending, ended, stuck }) => {
      const { texts: stopped } = await import("../words/stopped");
      const said = [
        stopped.what(runs, calls, jobs, questions),
        messages > 0 && stopped.messages(messages),
        sending > 0 && stopped.sending(sending),
        ended.length > 0 && stopped.ended(ended.length),
      ].filter(Boolean).join(" ");
      live.notify({ level: "info", text: said });
      if (stuck.length > 0) live.notify({ level: "error", text: stopped.stuck(stuck) });
    },
    onError: (error) => live.notify({ level: "error", text: texts.notStopped(error.message) }),
  });
  return () => stop.mutate();
}
