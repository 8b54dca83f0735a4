import { useMutation } from "@tanstack/react-query";
import { Bot, Footprints, FolderInput, MessageSquarePlus, Plug } from "lucide-react";
import type { SpaceView } from "../../backend/backend";
import { useBackend } from "../../backend/context";
import { useServers, useSettings } from "../../backend/queries";
import { Button } from "../../components/button";
import { Empty, Failure } from "../../components/feedback";
import { PaneHeader } from "../../components/pane";
import { useNewChat } from "./chat-list";
import { texts } from "../../words/chat";

interface ChatStartProps {
  space: SpaceView;
  onOpen: (session: string) => void;
  onModels: () => void;
  onServers: () => void;
}

/** A space without a chosen chat: its agents, each a way to begin. */
export function ChatStart({ space, onOpen, onModels, onServers }: ChatStartProps) {
  const settings = useSettings();
  const servers = useServers(space.path);
  const start = useNewChat(space.path, onOpen);
  const tour = useTour(space, onOpen);
  const guided = settings.data?.defaultModel.startsWith("guide/") ?? false;
  return (
    <>
      <PaneHeader title={space.name} note={space.description} />
      <div className="min-h-0 flex-1 overflow-y-auto">
        <Empty
          icon={MessageSquarePlus}
          title={texts.start.title}
          action={
            space.agents.length < 2 && (
              <Button look="primary" disabled={start.isPending} onClick={() => start.mutate("")}>
                {texts.list.newChat}
              </Button>
            )
          }
        >
          {texts.start.text}
        </Empty>
        {space.agents.length > 1 && (
          <ul className="mx-auto -mt-4 flex max-w-120 flex-col divide-y divide-line rounded-lg border border-line">
            {space.agents.map((agent) => (
              <li key={agent.id}>
                <button
                  className="flex w-full items-center gap-3 px-3 py-2 text-left hover:bg-hover focus-visible:-outline-offset-2"
                  disabled={start.isPending}
                  onClick={() => start.mutate(agent.id)}
                >
                  <Bot size={18} strokeWidth={1.5} aria-hidden className="shrink-0 text-muted" />
                  <span className="min-w-0 flex-1">
                    <span className="block font-semibold">{agent.name}</span>
                    <span className="block truncate text-12 text-muted">{agent.description}</span>
                  </span>
                  {agent.model && <span className="text-12 text-muted">{agent.model}</span>}
                </button>
              </li>
            ))}
          </ul>
        )}
        {space.tour && (
          <div className="mx-auto mt-4 flex max-w-120 items-center gap-3 border-t border-line px-7 py-4">
            <p className="flex-1 text-muted">{texts.start.tour}</p>
            <Button icon={Footprints} disabled={tour.isPending} onClick={() => tour.mutate()}>
              {texts.start.takeTour}
            </Button>
          </div>
        )}
        {tour.error && (
          <div className="mx-auto max-w-120 px-4">
            <Failure what={texts.start.tourFailed} why={tour.error.message} />
          </div>
        )}
        {guided && (
          <div className="mx-auto mt-4 flex max-w-120 items-center gap-3 border-t border-line px-7 py-4">
            <p className="flex-1 text-muted">
              {texts.start.noModel}
            </p>
            <Button icon={Plug} onClick={onModels}>
              {texts.start.connect}
            </Button>
          </div>
        )}
        {servers.data?.servers.length === 0 && (
          <div className="mx-auto mt-4 flex max-w-120 items-center gap-3 border-t border-line px-7 py-4">
            <p className="flex-1 text-muted">{texts.start.servers}</p>
            <Button icon={FolderInput} onClick={onServers}>
              {texts.start.import}
            </Button>
          </div>
        )}
      </div>
    </>
  );
}

/** Begins a chat that the space's script answers. */
function useTour(space: SpaceView, onOpen: (session: string) => void) {
  const backend = useBackend();
  return useMutation({
    mutationFn: async () => {
      const { id } = await backend.newSession(space.path, "");
      await backend.setModel(id, space.tour);
      await backend.send(id, texts.start.showMe);
      return id;
    },
    onSuccess: onOpen,
  });
}
