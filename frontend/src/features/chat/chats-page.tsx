import { useQuery } from "@tanstack/react-query";
import { Archive, MessageSquare, Pin, SearchX } from "lucide-react";
import { useDeferredValue, useState } from "react";
import type { ChatHitView, SessionView, SpaceView } from "../../backend/backend";
import { useBackend } from "../../backend/context";
import { keys } from "../../backend/keys";
import { useSessions, useSpaces } from "../../backend/queries";
import { sayTime } from "../../backend/words";
import { Empty, Failure, Loaded, Waiting } from "../../components/feedback";
import { SearchField } from "../../components/field";
import { PaneHeader, Section } from "../../components/pane";
import { texts } from "../../words/chat";
import { texts as names } from "../../words/chatlist";
import { ChatMenu } from "./chat-menu";

interface ChatsPageProps {
  space: SpaceView;
  onOpen: (space: string, session: string) => void;
}

/** All chats of a space, and searching those of all spaces. */
export function ChatsPage({ space, onOpen }: ChatsPageProps) {
  const [words, setWords] = useState("");
  const asked = useDeferredValue(words.trim());
  return (
    <>
      <PaneHeader title={texts.all.title} note={space.name} />
      <div className="min-h-0 flex-1 overflow-y-auto">
        <div className="flex max-w-180 flex-col gap-6 p-4">
          <SearchField label={texts.all.search} value={words} onChange={setWords} />
          {asked ? <Found space={space.path} words={asked} onOpen={onOpen} /> : <Listed space={space} onOpen={onOpen} />}
        </div>
      </div>
    </>
  );
}

function Listed({ space, onOpen }: ChatsPageProps) {
  const sessions = useSessions(space.path);
  return (
    <Loaded query={sessions} waiting={texts.all.reading} failed={texts.all.failed}>
      {(list) => {
        if (list.length === 0) return <Empty icon={MessageSquare} title={texts.all.none}>{texts.all.noneText}</Empty>;
        const parts = [
          { title: texts.all.pinned, chats: list.filter(({ pinned, archived }) => pinned && !archived) },
          { title: texts.all.rest, chats: list.filter(({ pinned, archived }) => !pinned && !archived) },
          { title: texts.all.archived, chats: list.filter(({ archived }) => archived) },
        ];
        return parts.filter(({ chats }) => chats.length > 0).map(({ title, chats }) => (
          <Section key={title} level={2} title={title}>
            <ul className="divide-y divide-line">
              {chats.map((chat) => <li key={chat.id}><Row chat={chat} onOpen={onOpen} /></li>)}
            </ul>
          </Section>
        ));
      }}
    </Loaded>
  );
}

function Row({ chat, onOpen }: { chat: SessionView; onOpen: ChatsPageProps["onOpen"] }) {
  const Icon = chat.archived ? Archive : chat.pinned ? Pin : MessageSquare;
  return (
    <div className="flex items-center gap-2">
      <button className="row min-w-0 flex-1 rounded-md px-2 text-left hover:bg-hover" onClick={() => onOpen(chat.space, chat.id)}>
        <Icon size={15} aria-hidden className="shrink-0 text-muted" />
        <span className="min-w-0 flex-1 truncate">{chat.title || names.list.newChat}</span>
        <span className="shrink-0 text-12 text-muted tabular-nums">{sayTime(chat.updated, new Date())}</span>
      </button>
      <ChatMenu chat={chat} />
    </div>
  );
}

const MOST = 100;

function Found({ space, words, onOpen }: { space: string; words: string; onOpen: ChatsPageProps["onOpen"] }) {
  const backend = useBackend();
  const spaces = useSpaces();
  const found = useQuery({ queryKey: keys.foundChats(space, words), queryFn: () => backend.searchChats("", words, MOST), staleTime: 0, placeholderData: (before) => before });
  if (found.error) return <Failure what={texts.all.searchFailed} why={found.error.message} />;
  if (!found.data) return <Waiting what={texts.all.searching} />;
  if (found.data.length === 0) return <Empty icon={SearchX} title={texts.all.nothing}>{texts.all.nothingText}</Empty>;
  const nameOf = (path: string) => spaces.data?.find((known) => known.path === path)?.name ?? path;
  return (
    <div className="flex flex-col gap-2">
      <p role="status" className="text-12 text-muted">{texts.all.found(found.data.length)}</p>
      <ul className="divide-y divide-line">
        {found.data.map((hit) => (
          <li key={hit.seq}>
            <Hit hit={hit} space={nameOf(hit.space)} onOpen={onOpen} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Hit({ hit, space, onOpen }: { hit: ChatHitView; space: string; onOpen: ChatsPageProps["onOpen"] }) {
  return (
    <button className="flex w-full flex-col gap-0.5 rounded-md px-2 py-2 text-left hover:bg-hover" onClick={() => onOpen(hit.space, hit.session)}>
      <span className="flex w-full items-baseline gap-2">
        <span className="min-w-0 truncate font-semibold">{hit.title || names.list.newChat}</span>
        <span className="shrink-0 text-12 text-muted">{space}</span>
        <span className="ml-auto shrink-0 text-12 text-muted tabular-nums">{sayTime(hit.time, new Date())}</span>
      </span>
      <span className="line-clamp-2 text-12 break-words text-muted">
        {hit.byAgent ? hit.agent : texts.all.you}: {hit.before}
        {hit.match && <mark className="rounded-sm bg-chosen px-0.5 text-text">{hit.match}</mark>}
        {hit.after}
      </span>
    </button>
  );
}
