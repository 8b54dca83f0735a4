// What was written and not sent outlives the window: Go keeps it.

import type { Backend } from "./backend";
import type { Live } from "./live";
import type { Queued } from "./outgoing";

/** How long nothing more is written when it is kept. */
const PAUSE_MS = 300;
const NONE: readonly Queued[] = [];

/** Takes back what was kept, and keeps what changes from then on, until the returned function is called. */
export function keepUnsent(backend: Backend, live: Live): () => void {
  const due = new Map<string, ReturnType<typeof setTimeout>>();
  const keep = (session: string) => {
    due.delete(session);
    const { drafts, queues } = live.store.getState();
    // What is too long to be kept, or of a chat that is gone, is in the window all the same.
    backend.keepUnsent(session, drafts[session] ?? "", (queues[session]?.items ?? NONE).map(({ text }) => text)).catch(() => undefined);
  };
  const now = () => {
    for (const [session, timer] of due) {
      clearTimeout(timer);
      keep(session);
    }
  };
  let stop: () => void = () => undefined;
  let ended = false;
  const begin = () => {
    if (ended) return;
    stop = live.store.subscribe((state, before) => {
      if (state.drafts === before.drafts && state.queues === before.queues) return;
      for (const session of new Set([...Object.keys(state.drafts), ...Object.keys(state.queues), ...Object.keys(before.queues)])) {
        if ((state.drafts[session] ?? "") === (before.drafts[session] ?? "") && (state.queues[session]?.items ?? NONE) === (before.queues[session]?.items ?? NONE)) continue;
        clearTimeout(due.get(session));
        due.set(session, setTimeout(() => keep(session), PAUSE_MS));
      }
    });
  };
  backend.unsent().then(
    (kept) => {
      kept.forEach(({ session, draft, queue }) => live.outgoing.takeBack(session, draft, queue));
      begin();
    },
    begin,
  );
  window.addEventListener("pagehide", now);
  return () => {
    ended = true;
    stop();
    now();
    window.removeEventListener("pagehide", now);
  };
}
