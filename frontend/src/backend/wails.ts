// The backend of the real window: Go, through the functions that Wails binds into the page.
// Nothing but this file knows Wails' runtime.

import { EVENT_NAME, type AppEvent, type Asked, type Backend } from "./backend";
import { texts } from "../words/states";

interface Runtime {
  EventsOn(name: string, hear: (payload: AppEvent) => void): () => void;
  ClipboardSetText(text: string): Promise<boolean>;
  BrowserOpenURL(url: string): void;
}

type Bound = (...args: unknown[]) => Promise<unknown>;

declare global {
  interface Window {
    /** The functions of Go's package window, with a capital; Wails binds them struct by struct. */
    go?: { window: Record<string, Record<string, Bound>> };
    runtime?: Runtime;
  }
}

/** Undefined in a plain browser. */
export function wailsBackend(): Backend | undefined {
  const structs = window.go?.window;
  const runtime = window.runtime;
  if (!structs || !runtime) return undefined;
  const functions = Object.values(structs).flatMap((bound) => Object.entries(bound));
  return {
    ...(Object.fromEntries(functions.map(([name, bound]) => [name.charAt(0).toLowerCase() + name.slice(1), call(bound)])) as unknown as Asked),
    listen: (hear) => runtime.EventsOn(EVENT_NAME, hear),
    copy: async (text) => {
      if (!(await runtime.ClipboardSetText(text))) throw new Error(texts.clipboard);
    },
    openURL: (url) => {
      runtime.BrowserOpenURL(url);
      return Promise.resolve();
    },
  };
}

/** Wails rejects with the bare text of a Go error; the page expects an Error. */
function call(bound: Bound): Bound {
  return (...args) => bound(...args).catch((reason: unknown) => {
    throw reason instanceof Error ? reason : new Error(String(reason));
  });
}
