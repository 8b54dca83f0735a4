import { useMutation } from "@tanstack/react-query";
import { MessageSquare, RotateCw } from "lucide-react";
import { useCallback, useLayoutEffect, useRef, useState } from "react";
import type { SessionView, SpaceView } from "../../backend/backend";
import { useBackend, useFeed, useLive } from "../../backend/context";
import type { FeedKey } from "../../backend/live";
import { useChanged, useSessions } from "../../backend/queries";
import type { Call } from "../../backend/transcript";
import { Button } from "../../components/button";
import { Empty, Failure, Waiting } from "../../components/feedback";
import { PaneHeader } from "../../components/pane";
import { ofPlace } from "../../widgets/undo-choices";
import { UndoDialog } from "../../widgets/undo-dialog";
import { ChatFiles } from "./chat-files";
import { useNewChat } from "./chat-list";
import { ChatMenu } from "./chat-menu";
import { ChatStart } from "./chat-start";
import { Composer } from "./composer";
import { CutStrip } from "./cut-strip";
import { ModelChoice } from "./model-choice";
import { endedRuns } from "./ended";
import { RehearsalSign, RehearsedStrip } from "./rehearsed-strip";
import { TurnBlock, type OnBranch } from "./turn";
import { texts as common } from "../../words/common";
import { texts } from "../../words/chat";
import { texts as chats } from "../../words/chatlist";
import { texts as undo } from "../../words/undo";

interface ChatPageProps {
  space: SpaceView;
  session: string;
  /** The call whose details are open. */
  chosen: string;
  onInspect: (call: Call) => void;
  onOpen: (session: string) => void;
  onModels: () => void;
  /** To bring servers over from other programs. */
  onServers: () => void;
}

export function ChatPage({ space, session: id, chosen, onInspect, onOpen, onModels, onServers }: ChatPageProps) {
  const sessions = useSessions(space.path);
  const session = sessions.data?.find((known) => known.id === id);
  if (!id) return <ChatStart space={space} onOpen={onOpen} onModels={onModels} onServers={onServers} />;
  if (!session) {
    if (sessions.isPending) return <Waiting what={chats.list.reading} />;
    return (
      <Empty icon={MessageSquare} title={texts.page.gone} action={<Button onClick={() => onOpen("")}>{texts.page.seeChats(space.name)}</Button>}>
        {texts.page.goneText}
      </Empty>
    );
  }
  return <Chat key={id} space={space} session={session} chosen={chosen} onInspect={onInspect} onOpen={onOpen} onModels={onModels} onServers={onServers} />;
}

/** Where a chat is branched, and what the new one has as a draft. */
interface Place {
  run: string;
  turn: number;
  prompt: string;
}

type ChatProps = Omit<ChatPageProps, "session"> & { session: SessionView };

function Chat({ space, session, chosen, onInspect, onOpen, onModels }: ChatProps) {
  const backend = useBackend();
  const live = useLive();
  const agent = space.agents.find((known) => known.id === session.agent)?.name ?? session.agent;
  const send = useMutation({ mutationFn: (text: string) => backend.send(session.id, text) });
  const cancel = useMutation({
    mutationFn: () => backend.cancelRun(session.running),
    onError: (error) => live.notify({ level: "error", text: error.message }),
  });
  const [backTo, setBackTo] = useState<Place | undefined>(undefined);
  const opens = (begun: SessionView, { prompt }: Place) => {
    if (prompt) live.setDraft(begun.id, prompt);
    onOpen(begun.id);
  };
  const branch = useMutation({
    mutationFn: ({ run, turn }: Place) => backend.branch(run, turn),
    onSuccess: opens,
    onError: (error) => live.notify({ level: "error", text: error.message }),
  });
  const start = useNewChat(space, onOpen);
  const begin: OnBranch = ({ back, ...place }) => (back ? setBackTo(place) : branch.mutate(place));
  const ways = useRef({ onInspect, begin });
  useLayoutEffect(() => {
    ways.current = { onInspect, begin };
  });
  const onInspectCall = useCallback((call: Call) => ways.current.onInspect(call), []);
  const onBranch = useCallback<OnBranch>((place) => ways.current.begin(place), []);
  return (
    <>
      <PaneHeader title={<Title session={session} />} note={agent}>
        <ChatFiles space={space.path} session={session.id} />
        <ChatMenu chat={session} />
        {!session.over && <ModelChoice session={session} onModels={onModels} />}
      </PaneHeader>
      <Finished agent={agent} running={session.running} />
      <Turns space={space.path} session={session} agent={agent} chosen={chosen} onInspect={onInspectCall} onBranch={onBranch} />
      {session.cut && !session.running && !session.over && <CutStrip session={session} />}
      {send.error && (
        <div className="mx-auto w-full max-w-198 px-4">
          <Failure
            what={texts.page.sendFailed}
            why={send.error.message}
            action={
              <Button icon={RotateCw} onClick={() => send.mutate(send.variables)}>
                {texts.page.sendAgain}
              </Button>
            }
          />
        </div>
      )}
      {backTo && (
        <UndoDialog
          space={space.path}
          of={ofPlace(backTo.run, backTo.turn)}
          title={undo.branch.title}
          branch={{ onBranched: (begun) => opens(begun, backTo), onOnly: () => branch.mutate(backTo) }}
          onClose={() => setBackTo(undefined)}
        />
      )}
      {session.rehearsal && <RehearsedStrip session={session} onNew={() => start.mutate({ agent: session.agent })} />}
      {!session.over && (
        <Composer
          space={space.path}
          session={session.id}
          agent={agent}
          agentId={session.agent}
          running={session.running !== ""}
          sending={send.isPending}
          onSend={(text) => send.mutate(text)}
          onCancel={() => cancel.mutate()}
        />
      )}
    </>
  );
}

function Title({ session }: { session: SessionView }) {
  const title = session.title || chats.list.newChat;
  if (!session.rehearsal) return title;
  return (
    <span className="flex min-w-0 items-center gap-2">
      <RehearsalSign />
      <span className="truncate">{title}</span>
    </span>
  );
}

/** Tells a screen reader when the agent is done; the words that stream in would only interrupt. */
function Finished({ agent, running }: { agent: string; running: string }) {
  const [before, setBefore] = useState(running);
  const [said, setSaid] = useState("");
  if (before !== running) {
    setBefore(running);
    setSaid(running ? "" : texts.page.finished(agent));
  }
  return (
    <p role="status" className="sr-only">
      {said}
    </p>
  );
}

const NEAR_END_PX = 60;
const TURNS_SHOWN = 20;

interface TurnsProps {
  space: string;
  session: SessionView;
  agent: string;
  chosen: string;
  onInspect: (call: Call) => void;
  onBranch: OnBranch;
}

function Turns({ space, session, agent, chosen, onInspect, onBranch }: TurnsProps) {
  const key: FeedKey = `session:${session.id}`;
  const feed = useFeed(key);
  const live = useLive();
  const box = useRef<HTMLDivElement>(null);
  const atEnd = useRef(true);
  const [shown, setShown] = useState(TURNS_SHOWN);
  const runs = endedRuns(feed);
  const changed = useChanged(space, runs).data ?? [];

  // Follows the end, unless the person has scrolled away to read.
  useLayoutEffect(() => {
    const area = box.current;
    if (!area) return;
    const observer = new ResizeObserver(() => {
      if (atEnd.current) area.scrollTop = area.scrollHeight;
    });
    if (area.firstElementChild) observer.observe(area.firstElementChild);
    return () => observer.disconnect();
  }, [feed?.status]);

  if (!feed || feed.status === "loading") return <div className="flex-1"><Waiting what={texts.page.reading} /></div>;
  if (feed.status === "failed") {
    return (
      <div className="flex-1 p-4">
        <Failure what={texts.page.failed} why={feed.error} action={<Button icon={RotateCw} onClick={() => live.watch(key)}>{common.tryAgain}</Button>} />
      </div>
    );
  }
  // What sub-agents do is shown where their task was given.
  const all = feed.turns.filter((turn) => turn.parentCall === "");
  const turns = all.slice(-shown);
  return (
    <div
      ref={box}
      // The transcript can be read with the arrow keys.
      tabIndex={0}
      role="log"
      aria-label={texts.page.label}
      aria-live="off"
      className="min-h-0 flex-1 overflow-y-auto focus-visible:-outline-offset-2"
      onScroll={(event) => {
        const { scrollTop, scrollHeight, clientHeight } = event.currentTarget;
        atEnd.current = scrollHeight - scrollTop - clientHeight < NEAR_END_PX;
      }}
    >
      <div className="mx-auto flex max-w-198 flex-col gap-6 px-4 py-4">
        {all.length === 0 && (
          <Empty icon={MessageSquare} title={texts.page.talkTo(agent)}>
            {texts.page.empty(agent)}
          </Empty>
        )}
        {all.length > turns.length && (
          <Button className="self-center" onClick={() => setShown(shown + TURNS_SHOWN)}>
            {texts.page.earlier}
          </Button>
        )}
        {turns.map((turn) => (
          <TurnBlock key={turn.key} space={space} turn={turn} changed={turn.state === "running" ? undefined : changed.find(({ run }) => run === turn.run)} later={changed.slice(changed.findIndex(({ run }) => run === turn.run) + 1).map(({ run }) => run).join(" ")} feed={key} chosen={chosen} onInspect={onInspect} {...(!session.rehearsal && { onBranch })} />
        ))}
      </div>
    </div>
  );
}
