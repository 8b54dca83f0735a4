import { useState } from "react";

const KEPT = "handrail.kept-changes";

/** Chats whose decisions are remembered; the oldest go first. */
const CHATS = 50;
const NAMES = 5000;

type Kept = Record<string, string>;

function read(): [string, Kept][] {
  try {
    const list: unknown = JSON.parse(window.localStorage.getItem(KEPT) ?? "[]");
    return Array.isArray(list) ? (list as [string, Kept][]).filter((one) => Array.isArray(one) && typeof one[1] === "object") : [];
  } catch {
    return []; // another version's, or the window keeps nothing
  }
}

/** Which changes of a chat the person has looked at and keeps, by the call that made them: a later change to the same
 *  file is to be looked at anew. It moves nothing on disk, and what is kept can still be undone. */
export function useKept(session: string) {
  const [kept, setKept] = useState<Kept>(() => read().find(([id]) => id === session)?.[1] ?? {});
  const set = (next: Kept) => {
    const bounded = Object.fromEntries(Object.entries(next).slice(-NAMES));
    setKept(bounded);
    try {
      window.localStorage.setItem(KEPT, JSON.stringify([...read().filter(([id]) => id !== session), [session, bounded]].slice(-CHATS)));
    } catch {
      // It is kept as long as the chat is open.
    }
  };
  return {
    isKept: ({ id, call }: { id: string; call: string }) => kept[id] === call,
    keep: (items: readonly { id: string; call: string }[]) => set({ ...kept, ...Object.fromEntries(items.map(({ id, call }) => [id, call])) }),
    letGo: ({ id }: { id: string }) => set(Object.fromEntries(Object.entries(kept).filter(([known]) => known !== id))),
  };
}
