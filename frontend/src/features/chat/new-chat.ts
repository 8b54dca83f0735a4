import { useMutation } from "@tanstack/react-query";
import type { SpaceView } from "../../backend/backend";
import { useBackend, useLive } from "../../backend/context";
import { sentence } from "../../words/format";
import { texts } from "../../words/chatlist";

/** Begins a chat: one that is rehearsed where that is said, or, where nothing is said, is the mode of its space. */
export function useNewChat(space: SpaceView, onOpen: (session: string) => void) {
  const backend = useBackend();
  const live = useLive();
  return useMutation({
    mutationFn: ({ agent, rehearse = space.mode === "rehearse" }: { agent: string; rehearse?: boolean }) => (rehearse ? backend.rehearseSession(space.path, agent) : backend.newSession(space.path, agent)),
    onSuccess: (session) => onOpen(session.id),
    onError: (error, { rehearse = space.mode === "rehearse" }) => live.notify({ level: "error", text: rehearse ? `${texts.list.rehearsalFailed} ${sentence(error.message)}` : error.message }),
  });
}
