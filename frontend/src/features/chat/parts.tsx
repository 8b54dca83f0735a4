// The parts of a turn, the person's or a sub-agent's, as they are shown.

import { useDeferredValue } from "react";
import type { Part } from "../../backend/transcript";
import { Markdown } from "../../components/markdown";

/** Of a turn with very many steps, the last are shown first. */
export const PARTS_SHOWN = 60;

export type Group = Exclude<Part, { kind: "call" }> | { kind: "calls"; seq: number; calls: string[] };

/** Calls that follow one another stand in one box. */
export function grouped(parts: readonly Part[]): Group[] {
  const groups: Group[] = [];
  for (const part of parts) {
    const last = groups.at(-1);
    if (part.kind !== "call") groups.push(part);
    else if (last?.kind === "calls") last.calls.push(part.call);
    else groups.push({ kind: "calls", seq: part.seq, calls: [part.call] });
  }
  return groups;
}

/** A reply that is being written: drawn when there is time, so that typing stays quick. */
export function Growing({ text }: { text: string }) {
  const later = useDeferredValue(steady(text));
  return (
    <div className="px-3">
      <Markdown text={later} growing />
    </div>
  );
}

/** A paragraph of this length is read again and again in no time. */
const PARAGRAPH_CHARS = 4000;

/** The text, without its last characters while a paragraph grows long: it is read again with each step, so these become larger. */
function steady(text: string): string {
  const paragraph = text.length - Math.max(0, text.lastIndexOf("\n\n"));
  if (paragraph < PARAGRAPH_CHARS) return text;
  const step = 2 ** Math.floor(Math.log2(paragraph / 16));
  return text.slice(0, text.length - (text.length % step));
}
