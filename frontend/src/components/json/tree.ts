import { texts } from "../../words/components";

// Reads JSON and remembers where everything stands, so that a form can change one value of a text and leave the rest as
// its author wrote it.

export interface JSONMember {
  key: string;
  keyFrom: number;
  keyTo: number;
  value: JSONNode;
}

interface Span {
  /** Offset of the first character. */
  from: number;
  /** Offset behind the last one. */
  to: number;
}

export type JSONNode = Span & (
  | { type: "object"; members: JSONMember[] }
  | { type: "array"; items: JSONNode[] }
  | { type: "value"; value: string | number | boolean | null }
);

export type JSONPath = readonly (string | number)[];

/** A text that is not JSON: what was expected, and at which offset. */
export class JSONTextError extends Error {
  constructor(
    message: string,
    readonly at: number,
  ) {
    super(message);
  }
}

/** Deeper than anybody writes, and far from the depth at which the page itself would break. */
const DEEPEST = 100;

const SPACE = /[ \t\r\n]*/y;
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y; // eslint-disable-line no-control-regex -- JSON forbids these
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORD = /true|false|null/y;

/** Reads a text that is one JSON value. */
export function parseJSON(text: string): JSONNode {
  const reader = new Reader(text);
  const node = reader.value(0);
  reader.space();
  if (reader.at < text.length) throw new JSONTextError(texts.json.end, reader.at);
  return node;
}

class Reader {
  at = 0;

  constructor(private readonly text: string) {
    if (text.startsWith("\ufeff")) this.at = 1;
  }

  space(): void {
    this.take(SPACE);
  }

  value(depth: number): JSONNode {
    this.space();
    if (depth > DEEPEST) throw new JSONTextError(texts.json.deep, this.at);
    const from = this.at;
    const first = this.text[from];
    if (first === "{") return this.object(from, depth);
    if (first === "[") return this.array(from, depth);
    const written = first === '"' ? this.string() : (this.take(NUMBER) ?? this.take(WORD));
    if (written === undefined) throw this.missing(texts.json.value);
    return { type: "value", value: JSON.parse(written) as string, from, to: this.at };
  }

  private object(from: number, depth: number): JSONNode {
    const members: JSONMember[] = [];
    this.list("}", () => {
      const keyFrom = this.at;
      if (this.text[keyFrom] !== '"') throw this.missing(texts.json.name);
      const key = JSON.parse(this.string()) as string;
      const keyTo = this.at;
      this.space();
      this.expect(":");
      members.push({ key, keyFrom, keyTo, value: this.value(depth + 1) });
    });
    return { type: "object", members, from, to: this.at };
  }

  private array(from: number, depth: number): JSONNode {
    const items: JSONNode[] = [];
    this.list("]", () => items.push(this.value(depth + 1)));
    return { type: "array", items, from, to: this.at };
  }

  /** What stands between brackets, with commas between. */
  private list(close: string, one: () => void): void {
    this.at += 1;
    this.space();
    if (this.text[this.at] === close) {
      this.at += 1;
      return;
    }
    for (;;) {
      this.space();
      one();
      this.space();
      if (this.text[this.at] === close) break;
      if (this.text[this.at] !== ",") throw this.missing(texts.json.comma(close));
      this.at += 1;
    }
    this.at += 1;
  }

  private string(): string {
    const written = this.take(STRING);
    if (written === undefined) throw new JSONTextError(texts.json.quote, this.at);
    return written;
  }

  private take(form: RegExp): string | undefined {
    form.lastIndex = this.at;
    const written = form.exec(this.text)?.[0];
    if (written !== undefined) this.at += written.length;
    return written;
  }

  private expect(char: string): void {
    if (this.text[this.at] !== char) throw this.missing(char);
    this.at += 1;
  }

  private missing(what: string): JSONTextError {
    return new JSONTextError(this.at < this.text.length ? texts.json.expected(what) : texts.json.early(what), this.at);
  }
}

/** What stands at a path; undefined if nothing does. Of a name that is given twice, the first. */
export function nodeAt(node: JSONNode | undefined, path: JSONPath): JSONNode | undefined {
  return path.reduce<JSONNode | undefined>((at, step) => {
    if (at?.type === "object") return at.members.find(({ key }) => key === step)?.value;
    if (at?.type === "array" && typeof step === "number") return at.items[step];
    return undefined;
  }, node);
}

export function memberAt(node: JSONNode | undefined, path: JSONPath): JSONMember | undefined {
  const parent = nodeAt(node, path.slice(0, -1));
  return parent?.type === "object" ? parent.members.find(({ key }) => key === path.at(-1)) : undefined;
}

/** The value as JSON.parse would give it. */
export function valueOf(node: JSONNode): unknown {
  switch (node.type) {
    case "object":
      return Object.fromEntries(node.members.map(({ key, value }) => [key, valueOf(value)]));
    case "array":
      return node.items.map(valueOf);
    case "value":
      return node.value;
  }
}

/** The line of an offset, from 1. */
export function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf("\n"); at >= 0 && at < offset; at = text.indexOf("\n", at + 1)) line += 1;
  return line;
}
