// Draws formulas. Loaded with the first one.

import katex from "katex";
import { memo, useMemo, type ReactNode } from "react";
import { reveal } from "./text";

/** A longer one is shown as it was written. */
const FORMULA_MOST = 2000;
/** Characters of what is drawn: a short formula may ask for much. */
const DRAWN_MOST = 100_000;

interface FormulaProps {
  tex: string;
  /** In a line of its own. */
  display: boolean;
  /** Shown if it is none that can be drawn. */
  source: ReactNode;
}

export const Formula = memo(function Formula({ tex, display, source }: FormulaProps) {
  const drawn = useMemo(() => draw(tex, display), [tex, display]);
  if (!drawn) return source;
  // What KaTeX makes of a formula is MathML and nothing else: it escapes all text, and follows no link ("trust").
  return <span className={display ? "my-2 block overflow-x-auto text-15" : ""} dangerouslySetInnerHTML={{ __html: drawn }} />;
});

function draw(tex: string, displayMode: boolean): string {
  if (tex.length > FORMULA_MOST || reveal(tex).some(({ hidden }) => hidden)) return "";
  try {
    const drawn = katex.renderToString(tex, { displayMode, output: "mathml", throwOnError: true, strict: "ignore", trust: false, maxExpand: 200, maxSize: 10 });
    return drawn.length <= DRAWN_MOST ? drawn : "";
  } catch {
    return "";
  }
}
