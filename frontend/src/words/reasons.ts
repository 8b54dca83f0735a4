// What Go says by codes: why something asks or may not run, what it would do, what is asked. In an English page Go's own text is shown, so
// that other languages alone have sentences here; the German ones are Go's as well (tools/spoken), which writes them down for the page.

import type said from "./de/said.json";

/** A sentence: its parameters come in the order of their places. */
export type Saying = (...places: string[]) => string;

export type Texts = { readonly [Of in "clause" | "caller" | "decider"]: Readonly<Record<keyof (typeof said)[Of], Saying>> } & {
  /** What a tool has said in English when it refused or failed, if that is known. */
  readonly refusal: (text: string) => string | undefined;
};
