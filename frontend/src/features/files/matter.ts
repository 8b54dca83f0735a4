// The front matter of a Markdown file, changed one field at a time: comments, order and unknown fields stay as they are.

import { isMap, isScalar, isSeq, parseDocument, Scalar, type Document } from "yaml";

const FENCE = "---";

export type Matter = { ok: true; doc: Document.Parsed } | { ok: false; why: string };

/** Where the front matter lies in a text, without its fences; undefined = it has none. */
function matterIn(text: string): { from: number; to: number } | undefined {
  const lines = text.replace(/^\uFEFF/, "").split("\n");
  const skipped = text.startsWith("\uFEFF") ? 1 : 0;
  if (lines[0]?.trimEnd() !== FENCE) return undefined;
  const end = lines.findIndex((line, i) => i > 0 && line.trimEnd() === FENCE);
  if (end < 0) return undefined;
  const lengths = (count: number) => lines.slice(0, count).reduce((sum, line) => sum + line.length + 1, skipped);
  return { from: lengths(1), to: lengths(end) };
}

/** Reads the front matter of a text. */
export function readMatter(text: string): Matter {
  const place = matterIn(text);
  if (!place) return { ok: false, why: "" };
  const doc = parseDocument(text.slice(place.from, place.to), { keepSourceTokens: false });
  const wrong = doc.errors[0];
  if (wrong) return { ok: false, why: (wrong.message.split("\n")[0] ?? "").replace(/ at line \d+.*$/, "") };
  if (doc.contents !== null && !isMap(doc.contents)) return { ok: false, why: "" };
  return { ok: true, doc };
}

type Path = readonly (string | number)[];

/** A field as a text; "" = it is not there, or is no text. */
export function textAt(doc: Document.Parsed, path: Path): string {
  const value: unknown = doc.getIn(path);
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? String(value) : "";
}

export function flagAt(doc: Document.Parsed, path: Path, usual = false): boolean {
  const value: unknown = doc.getIn(path);
  return typeof value === "boolean" ? value : usual;
}

/** How many entries a list has. */
export function countAt(doc: Document.Parsed, path: Path): number {
  const list: unknown = doc.getIn(path);
  return isSeq(list) ? list.items.length : 0;
}

/** The texts of a list. */
export function listAt(doc: Document.Parsed, path: Path): string[] {
  const list: unknown = doc.getIn(path);
  return isSeq(list) ? (list.toJSON()).map(String) : [textAt(doc, path)].filter(Boolean);
}

/** The text with a field set, or, for undefined, without it. A text without front matter stays as it is. */
export function setField(text: string, path: Path, value: unknown): string {
  return edit(text, (doc) => {
    if (value === undefined) {
      if (doc.hasIn(path)) doc.deleteIn(path);
      const list = path[0];
      if (typeof list === "string" && path.length > 1 && countAt(doc, [list]) === 0) doc.delete(list);
    } else if (typeof value === "string") setText(doc, path, value);
    else doc.setIn(path, value);
  });
}

/** The text with one entry more in a list, which it may not have yet. */
export function addEntry(text: string, list: string, entry: object): string {
  return edit(text, (doc) => {
    if (isSeq(doc.get(list))) doc.addIn([list], doc.createNode(entry));
    else doc.set(list, doc.createNode([entry]));
  });
}

/** Sets a text, which is quoted only where it must be; several lines stand below each other as they are. */
function setText(doc: Document.Parsed, path: Path, value: string): void {
  const known: unknown = doc.getIn(path, true);
  const scalar: Scalar = isScalar(known) ? known : new Scalar(value);
  scalar.value = value;
  scalar.type = value.includes("\n") ? "BLOCK_LITERAL" : "PLAIN";
  if (scalar !== known) doc.setIn(path, scalar);
}

function edit(text: string, change: (doc: Document.Parsed) => void): string {
  const place = matterIn(text);
  const read = readMatter(text);
  if (!place || !read.ok) return text;
  const before = print(read.doc);
  change(read.doc);
  return text.slice(0, place.from) + merged(text.slice(place.from, place.to), before, print(read.doc)) + text.slice(place.to);
}

const print = (doc: Document.Parsed) => (doc.contents === null ? "" : doc.toString({ lineWidth: 0 }));

/** What the author wrote, with only those lines replaced that the change is about: printing sets spaces in its own way. */
function merged(own: string, before: string, after: string): string {
  if (before === after) return own;
  const [written, old, now] = [own, before, after].map((part) => part.split("\n"));
  if (!written || !old || !now || written.length !== old.length) return after;
  let head = 0;
  while (head < Math.min(old.length, now.length) && old[head] === now[head]) head++;
  let tail = 0;
  while (tail < Math.min(old.length, now.length) - head && old.at(-1 - tail) === now.at(-1 - tail)) tail++;
  return [...written.slice(0, head), ...now.slice(head, now.length - tail), ...written.slice(written.length - tail)].join("\n");
}
