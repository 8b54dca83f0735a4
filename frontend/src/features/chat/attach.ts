import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useBackend, useLive, useLiveState } from "../../backend/context";
import type { AttachedView, SessionView } from "../../backend/backend";
import { sizeWords } from "../../components/text";
import { markdownOf } from "./load-chat";
import { texts } from "../../words/chat";

/** Bytes of a content that can be dropped or pasted. */
export const CONTENT_MOST = 20 * 1024 * 1024;
const ATTACHED_MOST = 20;
const NONE: readonly AttachedView[] = [];

/** A file that was dropped or pasted; content undefined: it is a folder. */
export interface Dropped {
  name: string;
  content: File | undefined;
}

export interface Attaching {
  attached: readonly AttachedView[];
  /** Something is being read. */
  busy: boolean;
  /** Why something could not be attached just now. */
  problems: readonly string[];
  /** They have been seen. */
  forget: () => void;
  /** Asks for files, or for a folder, with a native dialog. */
  choose: (folder: boolean) => void;
  /** Takes what was dropped or pasted; of none the page was told, and Go knows which. */
  take: (dropped: readonly Dropped[]) => void;
  /** Attaches another chat, as a text of what was said and done in it. */
  addChat: (chat: SessionView) => void;
  remove: (one: AttachedView) => void;
}

/** What is attached to the draft of a chat, and the ways to attach more. */
export function useAttaching(session: string): Attaching {
  const backend = useBackend();
  const live = useLive();
  const attached = useLiveState((state) => state.attached[session] ?? NONE);
  const [reading, setReading] = useState(0);
  const [problems, setProblems] = useState<readonly string[]>([]);
  const warn = (text: string) => setProblems((known) => [...known.filter((other) => other !== text), text]);
  const add = (more: readonly AttachedView[]) => {
    const room = ATTACHED_MOST - (live.store.getState().attached[session] ?? NONE).length;
    if (more.length > room) warn(texts.attach.many(ATTACHED_MOST));
    live.outgoing.attach(session, more.slice(0, room));
  };
  const choose = useMutation({
    mutationFn: (from: "files" | "folder" | "drop") => {
      setProblems([]);
      return from === "drop" ? backend.attachDropped(session) : backend.attachFiles(session, from === "folder");
    },
    onSuccess: ({ attached: picked, problems: refused }, from) => {
      add(picked);
      refused.forEach(warn);
      if (from === "drop" && picked.length + refused.length === 0) warn(texts.attach.noDrop);
    },
    onError: (error) => warn(error.message),
  });
  const takeOne = async ({ name, content }: Dropped) => {
    if (!content || content.size > CONTENT_MOST) {
      warn(content ? texts.attach.large(name, sizeWords(CONTENT_MOST)) : texts.attach.droppedFolder(name));
      return;
    }
    try {
      add([await backend.attachContent(session, name, await base64(content))]);
    } catch (error) {
      warn(texts.attach.unread(name, error instanceof Error ? error.message : String(error)));
    }
  };
  const take = async (dropped: readonly Dropped[]) => {
    setReading((now) => now + 1);
    setProblems([]);
    if (dropped.length > ATTACHED_MOST) warn(texts.attach.many(ATTACHED_MOST));
    for (const one of dropped.slice(0, ATTACHED_MOST)) await takeOne(one);
    setReading((now) => now - 1);
  };
  const addChat = async (chat: SessionView) => {
    const name = texts.export.file(chat.title);
    setReading((now) => now + 1);
    setProblems([]);
    try {
      await takeOne({ name, content: new File([await markdownOf(live, chat, chat.title)], name) });
    } catch (error) {
      warn(texts.attach.unread(chat.title, error instanceof Error ? error.message : String(error)));
    }
    setReading((now) => now - 1);
  };
  return {
    attached,
    busy: reading > 0 || choose.isPending,
    problems,
    forget: () => setProblems([]),
    choose: (folder) => choose.mutate(folder ? "folder" : "files"),
    take: (dropped) => {
      if (dropped.length > 0) void take(dropped);
      else choose.mutate("drop");
    },
    addChat: (chat) => void addChat(chat),
    remove: ({ id }) => {
      live.outgoing.detach(session, id);
      backend.detach(id).catch((error: unknown) => warn(error instanceof Error ? error.message : String(error)));
    },
  };
}

function base64(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve((reader.result as string).replace(/^[^,]*,/, ""));
    reader.onerror = () => reject(reader.error ?? new Error(file.name));
    reader.readAsDataURL(file);
  });
}

/** What a drop or a paste brings; of more than a message can have, one too many. */
export function droppedIn(data: DataTransfer): Dropped[] {
  const items = [...data.items].filter(({ kind }) => kind === "file").slice(0, ATTACHED_MOST + 1);
  if (items.length === 0) return [...data.files].slice(0, ATTACHED_MOST + 1).map((content) => ({ name: content.name, content }));
  return items.flatMap((item) => {
    const content = item.getAsFile();
    const folder = item.webkitGetAsEntry()?.isDirectory === true;
    return content ? [{ name: content.name, content: folder ? undefined : content }] : [];
  });
}

/** Whether what is pasted is meant as files: words with a picture of them are words. */
export function isPastedFiles(data: DataTransfer): boolean {
  return data.files.length > 0 && !(data.types.includes("text/html") && data.getData("text/plain").trim() !== "");
}
