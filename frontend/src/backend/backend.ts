// What the page may ask of Go, and what Go tells it: every method that Go's package window binds, and three things that
// are Wails' own. Each method's comment in Go says what it promises.
//
// A refusal of the call itself (no such space, disk full) rejects with an Error whose message says
// what, why and what to do. What became of a tool call is never a rejection: it comes as events.
//
// The page calls listen() before it asks for anything, and leaves out doubles by `seq`.

import type { AppEvent, Asked } from "./wire";

export type * from "./wire";

export interface Backend extends Asked {
  /** Starts to hear every AppEvent; the returned function stops it. Wails: EventsOn(EVENT_NAME). */
  listen(hear: (event: AppEvent) => void): () => void;
  /** Wails runtime: ClipboardSetText. No Go method. */
  copy(text: string): Promise<void>;
  /** Wails runtime: BrowserOpenURL, http and https only. No Go method. */
  openURL(url: string): Promise<void>;
}

/** The one event name. */
export const EVENT_NAME = "handrail";
