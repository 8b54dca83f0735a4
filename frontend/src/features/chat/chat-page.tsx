import { useMutation } from "@tanstack/react-query";
import { MessageSquare, RotateCw } from "lucide-react";
import { useCallback, useLayoutEffect, useRef, useState } from "react";
import type { SessionView, SpaceView } from "../../backend/backend";
import { useBackend, useLive } from "../../backend/context";
import { useSessions } from "../../backend/queries";
import type { Message } from "../../backend/outgoing";
import type { Call } from "../../backend/transcript";
import { Button } from "../../components/button";
import { Empty, Failure, Waiting } from "../../components/feedback";
import { PaneHeader } from "../../components/pane";
import { ofPlace } from "../../widgets/undo-choices";
import { UndoDialog } from "../../widgets/undo-dialog";
import { Answering } from "./answering";
import { useAttaching } from "./attach";
import { ChangesPanel } from "./changes-panel";
import { ChatFiles, useChatChanges } from "./chat-files";
import { useNewChat } from "./new-chat";
import { ChatMenu } from "./chat-menu";
import { Composer } from "./composer";
import { ContextMeter } from "./context-meter";
import { CutStrip } from "./cut-strip";
import { DropZone } from "./drop-zone";
import { ModelChoice } from "./model-choice";
import { NextSteps } from "./next-steps";
import { useResend } from "./resend";
import { RehearsalSign, RehearsedStrip } from "./rehearsed-strip";
import type { OnBranch, Place } from "./said";
import { useSeen } from "./seen";
import { Turns } from "./turns";
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
}

export function ChatPage({ space, session: id, chosen, onInspect, onOpen, onModels }: ChatPageProps) {
  const sessions = useSessions(space.path);
  const session = sessions.data?.find((known) => known.id === id);
  useSeen(session);
  if (!session) {
    if (sessions.isPending) return <Waiting what={chats.list.reading} />;
    return (
      <Empty icon={MessageSquare} title={texts.page.gone} action={<Button onClick={() => onOpen("")}>{texts.page.seeChats(space.name)}</Button>}>
        {texts.page.goneText}
      </Empty>
    );
  }
  return <Chat key={id} space={space} session={session} chosen={chosen} onInspect={onInspect} onOpen={onOpen} onModels={onModels} />;
}

type ChatProps = Omit<ChatPageProps, "session"> & { session: SessionView };

function Chat({ space, session, chosen, onInspect, onOpen, onModels }: ChatProps) {
  const backend = useBackend();
  const live = useLive();
  const agent = space.agents.find((known) => known.id === session.agent)?.name ?? session.agent;
  const send = useMutation({
    mutationFn: (message: Message) => live.outgoing.send(session.id, message),
    // What is attached may be what is wrong: it can be taken off.
    onError: (_, message) => message.attached.length > 0 && live.outgoing.restore(session.id, message),
  });
  const attaching = useAttaching(session.id);
  const [sent, setSent] = useState(0);
  const say = (message: Message) => {
    setSent(sent + 1);
    send.mutate(message);
  };
  const cancel = useMutation({
    mutationFn: () => backend.cancelRun(session.running),
    onError: (error) => live.notify({ level: "error", text: error.message }),
  });
  const changes = useChatChanges(space.path, session.id);
  const [listed, setListed] = useState(false);
  const [backTo, setBackTo] = useState<Place | undefined>(undefined);
  const opens = (begun: SessionView, { prompt, again }: Place & { again?: boolean }) => {
    if (prompt && !again) live.outgoing.setDraft(begun.id, prompt);
    onOpen(begun.id);
  };
  const branch = useMutation({
    mutationFn: async ({ run, turn, prompt, again }: Place & { again?: boolean }) => {
      const begun = await backend.branch(run, turn);
      if (again) await backend.send(begun.id, prompt);
      return begun;
    },
    onSuccess: opens,
    onError: (error) => live.notify({ level: "error", text: error.message }),
  });
  const resend = useResend(session, onOpen);
  const start = useNewChat(space, onOpen);
  const begin: OnBranch = ({ back, ...place }) => (back ? setBackTo(place) : branch.mutate(place));
  const ways = useRef({ onInspect, begin });
  useLayoutEffect(() => {
    ways.current = { onInspect, begin };
  });
  const onInspectCall = useCallback((call: Call) => ways.current.onInspect(call), []);
  const onBranch = useCallback<OnBranch>((place) => ways.current.begin(place), []);
  return (
    <div className="@container/chat relative flex min-h-0 flex-1">
      <DropZone off={session.over} onDrop={attaching.take}>
        <PaneHeader title={<Title session={session} />} note={agent}>
          <ChatFiles space={space.path} changes={changes} open={listed} onOpen={setListed} />
          <ChatMenu chat={session} />
        </PaneHeader>
        <Finished agent={agent} running={session.running} />
        <Turns space={space.path} session={session} agent={agent} chosen={chosen} sent={sent} onInspect={onInspectCall} onBranch={onBranch} />
        {session.cut && !session.running && !session.over && <CutStrip session={session} />}
        {send.error && (
          <div className="mx-auto w-full max-w-198 px-4">
            <Failure
              what={texts.page.sendFailed}
              why={send.error.message}
              action={
                send.variables.attached.length === 0 && (
                  <Button icon={RotateCw} onClick={() => send.mutate(send.variables)}>
                    {texts.page.sendAgain}
                  </Button>
                )
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
        <NextSteps space={space} session={session} sending={send.isPending} onSay={(text) => say({ text, attached: [] })} />
        {session.rehearsal && <RehearsedStrip session={session} onNew={() => start.mutate({ agent: session.agent })} />}
        {!session.over && (
          <Composer
            space={space.path}
            session={session.id}
            agent={agent}
            agentId={session.agent}
            running={session.running}
            sending={send.isPending || resend.isPending}
            attaching={attaching}
            onSend={say}
            {...(!session.rehearsal && { onResend: (resent) => resend.mutate(resent) })}
            onCancel={() => cancel.mutate()}
          >
            <Answering space={space} session={session} />
            <ModelChoice session={session} onModels={onModels} />
            <ContextMeter session={session} />
          </Composer>
        )}
      </DropZone>
      {listed && <ChangesPanel space={space.path} session={session.id} changes={changes} onClose={() => setListed(false)} />}
    </div>
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
