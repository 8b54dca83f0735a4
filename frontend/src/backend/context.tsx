// Gives the backend and its live state to the components.

import { createContext, use, useEffect, type ReactNode } from "react";
import { useStore } from "zustand";
import type { Backend } from "./backend";
import type { FeedKey, FeedState, Live, LiveOutput, LiveState } from "./live";

interface Connection {
  backend: Backend;
  live: Live;
}

const Connected = createContext<Connection | undefined>(undefined);

export function BackendProvider({ backend, live, children }: Connection & { children: ReactNode }) {
  return <Connected value={{ backend, live }}>{children}</Connected>;
}

function useConnection(): Connection {
  const connection = use(Connected);
  if (!connection) throw new Error("There is no BackendProvider around this component.");
  return connection;
}

export function useBackend(): Backend {
  return useConnection().backend;
}

export function useLive(): Live {
  return useConnection().live;
}

export function useLiveState<T>(select: (state: LiveState) => T): T {
  return useStore(useConnection().live.store, select);
}

/** The transcript of a chat or a run, loaded when it is first looked at; undefined for key "". */
export function useFeed(key: FeedKey | ""): FeedState | undefined {
  const live = useLive();
  useEffect(() => {
    if (key) live.watch(key);
  }, [live, key]);
  return useLiveState((state) => (key ? state.feeds[key] : undefined));
}

export function useCallOutput(call: string): LiveOutput | undefined {
  return useLiveState((state) => state.outputs[call]);
}
