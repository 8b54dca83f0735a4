// What Go says by codes: why something asks or may not run, what it would do, what is asked. In an English page Go's own text is shown, so
// that other languages alone have sentences here; the German ones are Go's as well (tools/spoken), which writes them down for the page.

import type said from "./de/said.json";

/** A sentence: its parameters come in the order of their places. */
export type Saying = (...places: string[]) => string;

export type Texts = { readonly [Of in "clause" | "caller" | "decider"]: Readonly<Record<keyof (typeof said)[Of], Saying>> } & {
  /** What Go has said in English, such as a tool when it refused or failed, if that is known. */
  readonly refusal: (text: string) => string | undefined;
  /** An answer of Go's with the sentences that it holds. */
  readonly answer: (method: string, answer: unknown) => unknown;
  /** What our own tools are called, by name. */
  readonly tool: Readonly<Record<string, { title: string; text: string }>>;
};
