// What running calls print, bounded.

import type { Stream } from "./wire";

export interface LiveOutput {
  /** The end of what was printed, at most OUTPUT_KEPT characters. */
  text: string;
  /** Characters before it that were dropped. */
  dropped: number;
  progress: string;
}

export const OUTPUT_KEPT = 100_000;

/** What a call has printed, with a piece more. */
export function printed(old: LiveOutput = { text: "", dropped: 0, progress: "" }, stream: Stream, text: string): LiveOutput {
  if (stream === "progress") return { ...old, progress: text };
  const whole = old.text + text;
  const cut = Math.max(0, whole.length - OUTPUT_KEPT);
  return { ...old, text: whole.slice(cut), dropped: old.dropped + cut };
}
