import { useMutation, useQuery } from "@tanstack/react-query";
import { Bot, CornerDownLeft, Footprints, FolderInput, MessageSquarePlus, Plug } from "lucide-react";
import { useState } from "react";
import type { SpaceView } from "../../backend/backend";
import { useBackend } from "../../backend/context";
import { keys } from "../../backend/keys";
import { useServers, useSettings } from "../../backend/queries";
import { Button } from "../../components/button";
import { Empty, Failure } from "../../components/feedback";
import { PaneHeader } from "../../components/pane";
import { Tick } from "../../components/tick";
import { useNewChat } from "./new-chat";
import { texts } from "../../words/chat";
import { texts as chats } from "../../words/chatlist";
import { texts as start } from "../../words/start";
import { texts as rehearsal } from "../../words/rehearsal";

/** What one may begin with stands in one column, with its edges in line. */
const COLUMN = "mx-auto w-[min(30rem,calc(100%-1.5rem))]";

interface ChatStartProps {
  space: SpaceView;
  onOpen: (session: string) => void;
  onModels: () => void;
  /** To bring servers over from other programs. */
  onServers: () => void;
}

/** A space without a chosen chat: its agents, each a way to begin. */
export function ChatStart({ space, onOpen, onModels, onServers }: ChatStartProps) {
  const settings = useSettings();
  const servers = useServers(space.path);
  const begin = useNewChat(space, onOpen);
  const tour = useTour(space, onOpen);
  const [picked, setRehearse] = useState<boolean | undefined>(undefined);
  const rehearse = picked ?? space.mode === "rehearse";
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
              <div className="flex flex-col items-center gap-4">
                <Button look="primary" disabled={begin.isPending} onClick={() => begin.mutate({ agent: "", rehearse })}>
                  {chats.list.newChat}
                </Button>
                <Rehearse on={rehearse} onTurn={setRehearse} />
              </div>
            )
          }
        >
          {texts.start.text}
        </Empty>
        {space.agents.length > 1 && (
          <div className={`${COLUMN} -mt-12 mb-3`}>
            <Rehearse on={rehearse} onTurn={setRehearse} />
          </div>
        )}
        {space.agents.length > 1 && (
          <ul className={`${COLUMN} flex flex-col divide-y divide-line rounded-lg border border-line`}>
            {space.agents.map((agent) => (
              <li key={agent.id}>
                <button
                  className="flex w-full items-center gap-3 px-3 py-2 text-left hover:bg-hover focus-visible:-outline-offset-2"
                  disabled={begin.isPending}
                  onClick={() => begin.mutate({ agent: agent.id, rehearse })}
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
        {!guided && settings.data && <Prompts space={space} rehearse={rehearse} onOpen={onOpen} />}
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

/** What one may ask in any folder: pressing it begins a chat with it. */
function Prompts({ space, rehearse, onOpen }: { space: SpaceView; rehearse: boolean; onOpen: (session: string) => void }) {
  const backend = useBackend();
  const begin = useMutation({
    mutationFn: async (text: string) => {
      const { id } = await (rehearse ? backend.rehearseSession(space.path, "") : backend.newSession(space.path, ""));
      await backend.send(id, text);
      return id;
    },
    onSuccess: onOpen,
  });
  const { label, ...prompts } = start.prompts;
  return (
    <div className={`${COLUMN} mt-4 flex flex-col gap-2`}>
      <p className="text-12 text-muted">{label}</p>
      <ul aria-label={label} className="flex flex-col gap-1.5">
        {Object.values(prompts).map((text) => (
          <li key={text}>
            <button disabled={begin.isPending} className="flex w-full items-center gap-2 rounded-md border border-edge px-3 py-1.5 text-left hover:bg-hover disabled:opacity-50" onClick={() => begin.mutate(text)}>
              <CornerDownLeft size={14} aria-hidden className="shrink-0 text-muted" />
              <span className="min-w-0">{text}</span>
            </button>
          </li>
        ))}
      </ul>
      {begin.error && <Failure what={texts.page.sendFailed} why={begin.error.message} />}
    </div>
  );
}

/** Whether the chat is only rehearsed; why it can't be, where this machine can't. */
function Rehearse({ on, onTurn }: { on: boolean; onTurn: (on: boolean) => void }) {
  const backend = useBackend();
  const cannot = useQuery({ queryKey: keys.cannotRehearse, queryFn: () => backend.cannotRehearse(), staleTime: Infinity }).data ?? "";
  return (
    <div className="text-left">
      <Tick
        checked={on}
        disabled={cannot !== "" && !on}
        onTick={onTurn}
        name={rehearsal.chat.option}
        text={cannot ? rehearsal.button.cannot(cannot.replace(/\.$/, "")) : rehearsal.chat.optionText}
      />
    </div>
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
