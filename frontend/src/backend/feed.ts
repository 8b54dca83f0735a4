// What is loaded of a chat or a run, and how it takes what comes for it.

import { readEvent, type JournalEvent } from "./events";
import type { Transcript } from "./transcript";
import type { DeltaView, EventView } from "./wire";

export interface Feed {
  transcript: Transcript;
  /** Events that came while the past was still loading. */
  waiting: JournalEvent[] | undefined;
}

/** What has come for it: events, or only more of a reply. */
export type How = "changed" | "grown";

export function takeDelta({ transcript }: Feed, { run, text, thinking, again }: DeltaView): void {
  if (again) transcript.restart(run);
  else if (thinking) transcript.think(run, text);
  else transcript.grow(run, text);
}

export function takeEvent(feed: Feed, event: JournalEvent): void {
  if (feed.waiting) feed.waiting.push(event);
  else feed.transcript.apply(event);
}

export function applyView(transcript: Transcript, view: EventView): void {
  const event = readEvent(view);
  if (event) transcript.apply(event);
  else transcript.lastSeq = Math.max(transcript.lastSeq, view.seq);
}
