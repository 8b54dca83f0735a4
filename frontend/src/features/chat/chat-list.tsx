import { FlaskConical, Pin, Plus } from "lucide-react";
import { lazy, Suspense } from "react";
import type { SessionView, SpaceView } from "../../backend/backend";
import { useLiveState } from "../../backend/context";
import { useSessions } from "../../backend/queries";
import { IconButton } from "../../components/button";
import { Loaded } from "../../components/feedback";
import { State } from "../../components/state";
import { useNewChat } from "./new-chat";
import { texts } from "../../words/chatlist";

// What a chat's menu can do comes when the sidebar is there.
const ChatMenu = lazy(() => import("./chat-menu").then((module) => ({ default: module.ChatMenu })));

interface ChatListProps {
  space: SpaceView;
  current: string;
  onOpen: (session: string) => void;
  /** Shows all chats, and searches them. */
  onAll: () => void;
}

/** So many that the pages below stay in sight; the others are on the page of all chats. */
const SHOWN = 8;

/** The chats of a space, newest first. */
export function ChatList({ space, current, onOpen, onAll }: ChatListProps) {
  const sessions = useSessions(space.path);
  const start = useNewChat(space, onOpen);
  return (
    <>
      <div className="flex items-center justify-between pt-2 pr-0.5 pl-2">
        <h3 className="text-12 text-muted">{texts.list.title}</h3>
        <IconButton label={texts.list.newChat} icon={Plus} disabled={start.isPending} onClick={() => start.mutate({ agent: "" })} />
      </div>
      <Loaded query={sessions} waiting={texts.list.reading} failed={texts.list.failed}>
        {(list) => {
          const shown = list.filter(({ archived, id }) => !archived || id === current);
          return (
            <>
              {shown.length === 0 ? (
                <p className="py-1 pl-2 text-12 text-muted">{texts.list.none}</p>
              ) : (
                <ul>
                  {shown.filter(({ id }, at) => at < SHOWN || id === current).map((session) => (
                    <li key={session.id} className="group relative">
                      <ChatRow session={session} current={session.id === current} onOpen={onOpen} />
                      <Suspense fallback={null}>
                        <ChatMenu chat={session} className="absolute top-0 right-1 bg-side opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 data-[state=open]:opacity-100" />
                      </Suspense>
                    </li>
                  ))}
                </ul>
              )}
              {list.length > 0 && (
                <button className="row w-full rounded-md pr-2 pl-2 text-left text-12 text-muted hover:bg-hover" onClick={onAll}>
                  {texts.list.seeAll}
                </button>
              )}
            </>
          );
        }}
      </Loaded>
    </>
  );
}

function ChatRow({ session, current, onOpen }: { session: SessionView; current: boolean; onOpen: (session: string) => void }) {
  const waits = useLiveState((state) => state.questions.some((question) => question.session === session.id));
  return (
    <button
      aria-current={current ? "page" : undefined}
      className={`row w-full rounded-md pr-2 pl-2 text-left ${current ? "bg-chosen" : "hover:bg-hover"}`}
      title={session.title}
      onClick={() => onOpen(session.id)}
    >
      <span className={`min-w-0 flex-1 truncate ${session.missed ? "font-semibold" : ""}`}>{session.title || texts.list.newChat}</span>
      {session.pinned && (
        <span className="shrink-0 text-muted" title={texts.list.pinned}>
          <Pin size={14} aria-hidden />
          <span className="sr-only">{texts.list.pinned}</span>
        </span>
      )}
      {session.rehearsal && (
        <span className="shrink-0 text-muted" title={texts.list.rehearsal}>
          <FlaskConical size={14} aria-hidden />
          <span className="sr-only">{texts.list.rehearsal}</span>
        </span>
      )}
      {waits ? <State tone="asking" word={texts.list.waiting} bare /> : session.missed ? <State tone="warning" word={texts.list.missed} bare /> : session.running ? <State tone="running" word={texts.list.running} bare /> : session.cut && <State tone="warning" word={texts.list.cut} bare />}
    </button>
  );
}
