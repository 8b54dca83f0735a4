// The whole output of a call or a job, which stays on disk: its growing end, or all of it piece by piece.

import { useInfiniteQuery, type InfiniteData, type UseInfiniteQueryResult } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { Backend, PieceView } from "./backend";
import { useBackend } from "./context";
import { keys } from "./keys";
import { words } from "./live";

const TAIL = 64 * 1024;
const TAIL_KEPT = 200_000;
const LOOK_MS = 700;
const PIECE = 256 * 1024;

export interface Tail {
  /** "" while nothing has been read. */
  id: string;
  text: string;
  /** There is more before it. */
  cut: boolean;
  open: boolean;
  error: string;
}

const NOTHING: Tail = { id: "", text: "", cut: false, open: true, error: "" };

/** The end of an output, followed while it grows. */
export function useTail(id: string): Tail {
  const backend = useBackend();
  const [tail, setTail] = useState(NOTHING);
  useEffect(() => {
    let over = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const show = (next: Tail) => {
      if (!over) setTail(next);
    };
    follow(backend, id, show, () => new Promise<boolean>((resolve) => (timer = setTimeout(() => resolve(!over), LOOK_MS)))).catch((error: unknown) =>
      show({ ...NOTHING, id, open: false, error: words(error) }),
    );
    return () => {
      over = true;
      clearTimeout(timer);
    };
  }, [backend, id]);
  return tail.id === id ? tail : NOTHING;
}

async function follow(backend: Backend, id: string, show: (tail: Tail) => void, goOn: () => Promise<boolean>): Promise<void> {
  const { size } = await backend.output(id, 0, 1);
  let at = Math.max(0, size - TAIL);
  let cut = at > 0;
  let text = "";
  for (;;) {
    const piece = await backend.output(id, at, TAIL);
    at = piece.next;
    // The first line of a tail is half a line.
    text += cut && text === "" ? piece.text.slice(piece.text.indexOf("\n") + 1) : piece.text;
    if (text.length > TAIL_KEPT) {
      cut = true;
      text = text.slice(text.indexOf("\n", text.length - TAIL_KEPT) + 1);
    }
    const all = at >= piece.size;
    if (all || piece.text === "") show({ id, text, cut, open: piece.open, error: "" });
    if ((all || piece.text === "") && (!piece.open || !(await goOn()))) return;
  }
}

/** All of an output from its beginning, a piece at a time. */
export function useWhole(id: string, wanted: boolean): UseInfiniteQueryResult<InfiniteData<PieceView>> {
  const backend = useBackend();
  return useInfiniteQuery({
    queryKey: keys.output(id),
    queryFn: ({ pageParam }) => backend.output(id, pageParam, PIECE),
    initialPageParam: 0,
    getNextPageParam: ({ next, size }, _, asked) => (next < size && next > asked ? next : undefined),
    enabled: wanted,
    gcTime: 0,
  });
}
