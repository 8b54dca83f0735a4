import { Fragment, type ReactNode } from "react";

/** A sentence of src/words in which elements stand: "Declare them in {file}." with {file: <code>…</code>}. */
export function Phrase({ of, with: parts }: { of: string; with: Record<string, ReactNode> }) {
  return of.split(/(\{\w+\})/).map((piece, i) => <Fragment key={i}>{/^\{\w+\}$/.test(piece) ? parts[piece.slice(1, -1)] : piece}</Fragment>);
}
