// Text that came from elsewhere, made fit to be looked at.

import { number, sayBytes } from "../words/format";

/** Characters that cannot be seen or that change the order of others. Tab and line feed are left alone. */
const HIDDEN =
  // eslint-disable-next-line no-control-regex, no-misleading-character-class -- these are what it looks for
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e01ef}]/gu;

export interface Span {
  text: string;
  /** It stands for a character that cannot be seen. */
  hidden: boolean;
}

/** Whether a joiner does its work: in an emoji, or in a script that needs it. */
function joins(text: string, at: number): boolean {
  return /[\u200c\u200d]/.test(text.charAt(at)) && text.charCodeAt(at - 1) > 0x2ff && text.charCodeAt(at + 1) > 0x2ff;
}

/**
 * Makes invisible and bidirectional characters visible as their code (docs/spec/11-guard.md#the-dialog). prose: it is no command or
 * name, and joiners may stand where they belong.
 */
export function reveal(text: string, prose = false): Span[] {
  const spans: Span[] = [];
  let from = 0;
  for (const match of text.matchAll(HIDDEN)) {
    if (prose && joins(text, match.index)) continue;
    if (match.index > from) spans.push({ text: text.slice(from, match.index), hidden: false });
    const code = (match[0].codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
    spans.push({ text: `U+${code}`, hidden: true });
    from = match.index + match[0].length;
  }
  if (from < text.length) spans.push({ text: text.slice(from), hidden: false });
  return spans;
}

// eslint-disable-next-line no-control-regex -- the sequences that terminals obey begin with one
const TERMINAL = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[@-Z\\-_])/g;

/** What a terminal would show: colours left out, a line that was written over shows its last state. */
export function plainOutput(text: string): string {
  const plain = text.replace(TERMINAL, "").replace(/\r\n/g, "\n");
  return plain.includes("\r") ? plain.split("\n").map(lastState).join("\n") : plain;
}

/** What stands behind the last carriage return that something follows. */
function lastState(line: string): string {
  return line.slice(line.lastIndexOf("\r", line.length - 2) + 1);
}

export function isDiff(text: string): boolean {
  return /^(--- [^\n]*\n\+\+\+ |diff --git )/m.test(text) && /^@@ /m.test(text);
}

/** "+3 −1": how many lines a difference adds and takes away. */
export function diffSize(text: string): string {
  const lines = text.split("\n").filter((line) => !/^(\+\+\+|---) /.test(line));
  const count = (sign: string) => lines.filter((line) => line.startsWith(sign)).length;
  return `+${count("+")} −${count("-")}`;
}

/** "812 bytes", "34 kB", "1.2 MB" */
export function sizeWords(bytes: number): string {
  if (bytes < 1000) return sayBytes(bytes);
  const [value, unit] = bytes < 1_000_000 ? [bytes / 1000, "kB"] : [bytes / 1_000_000, "MB"];
  return `${number(value, value < 10 ? 1 : 0)} ${unit}`;
}

export function countLines(text: string): number {
  if (text === "") return 0;
  return text.split("\n").length - (text.endsWith("\n") ? 1 : 0);
}

/** JSON as a person reads it; other text as it is. */
export function prettyJSON(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value ?? null, null, 2);
}
