import { flowOf } from "./flow";
import { classesOf, entitiesOf, sequenceOf, statesOf } from "./others";
import { type Plain, linesOf, NotUnderstood, unhide } from "./plain";

/** The layout takes longer than anybody waits for. */
const DRAWN_MOST = 300;

const KINDS: [header: RegExp, read: (lines: string[]) => Plain][] = [
  [/^(?:graph|flowchart)\b/, flowOf], [/^sequenceDiagram$/, sequenceOf], [/^stateDiagram(?:-v2)?$/, statesOf], [/^classDiagram$/, classesOf], [/^erDiagram$/, entitiesOf],
];

/** A diagram of Mermaid, as the library draws it rightly; undefined if something in it is not known, or there is too much of it. */
export function readMermaid(source: string): Plain | undefined {
  const lines = linesOf(source.endsWith("\n") ? source : `${source}\n`);
  const kind = KINDS.find(([header]) => header.test(lines[0] ?? ""));
  if (!kind) return undefined;
  try {
    const plain = kind[1](lines);
    const parts = Object.values(plain.drawn).reduce((sum, part) => sum + part, 0);
    return parts > 0 && parts <= DRAWN_MOST ? plain : undefined;
  } catch (problem) {
    if (problem instanceof NotUnderstood) return undefined;
    throw problem;
  }
}

/** The picture, if all is in it. What the library would load from elsewhere is taken out. */
export function whole(svg: string, { drawn }: Plain): string | undefined {
  for (const [kind, count] of Object.entries(drawn)) if ((svg.match(new RegExp(`class="${kind}[" ]`, "g")) ?? []).length !== count) return undefined;
  return unhide(svg.replace(/@import url\([^)]*\);/g, ""));
}
