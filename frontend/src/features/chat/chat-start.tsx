import { useMutation } from "@tanstack/react-query";
import { Bot, Footprints, FolderInput, MessageSquarePlus, Plug } from "lucide-react";
import type { SpaceView } from "../../backend/backend";
import { useBackend } from "../../backend/context";
import { useServers, useSettings } from "../../backend/queries";
import { Button } from "../../components/button";
import { Empty, Failure } from "../../components/feedback";
import { PaneHeader } from "../../components/pane";
import { useNewChat } from "./chat-list";

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
          title="Start a chat"
          action={
            space.agents.length < 2 && (
              <Button look="primary" disabled={start.isPending} onClick={() => start.mutate("")}>
                New chat
              </Button>
            )
          }
        >
          Choose who you want to work with. Everything an agent does here goes through the same door, and you can look at each step.
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
            <p className="flex-1 text-muted">New here? The tour shows what an agent does in this space. It is a script and no model, but every tool in it runs.</p>
            <Button icon={Footprints} disabled={tour.isPending} onClick={() => tour.mutate()}>
              Take the tour
            </Button>
          </div>
        )}
        {tour.error && (
          <div className="mx-auto max-w-120 px-4">
            <Failure what="The tour did not begin." why={tour.error.message} />
          </div>
        )}
        {guided && (
          <div className="mx-auto mt-4 flex max-w-120 items-center gap-3 border-t border-line px-7 py-4">
            <p className="flex-1 text-muted">
              No model is connected. The built-in guide answers without one: it runs lines that begin with / and explains what is here.
            </p>
            <Button icon={Plug} onClick={onModels}>
              Connect a model
            </Button>
          </div>
        )}
        {servers.data?.servers.length === 0 && (
          <div className="mx-auto mt-4 flex max-w-120 items-center gap-3 border-t border-line px-7 py-4">
            <p className="flex-1 text-muted">Have MCP servers in Claude Desktop, Cursor or another program? They can be used here as they are.</p>
            <Button icon={FolderInput} onClick={onServers}>
              Bring servers over
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
      await backend.send(id, "Show me around.");
      return id;
    },
    onSuccess: onOpen,
  });
}
