// Changes one value of a JSON text. What is not named is not touched: neither its order, nor its spaces, nor what this
// page does not know.

import { lineAt, memberAt, nodeAt, parseJSON, type JSONNode, type JSONPath } from "./tree";

/** Sets a value, making what leads to it; undefined takes it away. A text that is not JSON stays as it is. */
export function setAt(text: string, path: JSONPath, value: unknown): string {
  const root = read(text);
  if (!root) return text;
  const there = nodeAt(root, path);
  if (value === undefined) return there ? removeAt(text, path) : text;
  if (there) return splice(text, there.from, there.to, written(text, indentAt(text, there.from), value));
  const parent = nodeAt(root, path.slice(0, -1));
  const last = path.at(-1);
  if (last === undefined) return text;
  // Whatever is in the way of the value is not an object, so it can hold nothing.
  if (parent?.type !== "object" && typeof last === "string") return setAt(text, path.slice(0, -1), { [last]: value });
  if (!parent) return text;
  const put = written(text, indentAt(text, parent.from) + unitOf(text), value);
  return insertChild(text, parent, Infinity, typeof last === "string" ? `${JSON.stringify(last)}: ${put}` : put);
}

/** Puts an item into a list, before the one with this number. */
export function insertAt(text: string, path: JSONPath, at: number, value: unknown): string {
  const list = nodeAt(read(text), path);
  if (list?.type !== "array") return setAt(text, path, [value]);
  return insertChild(text, list, at, written(text, indentAt(text, list.from) + unitOf(text), value));
}

/** Moves an item of a list to another place. */
export function moveItem(text: string, path: JSONPath, from: number, to: number): string {
  const list = nodeAt(read(text), path);
  if (list?.type !== "array") return text;
  const { items } = list;
  const texts = items.map((item) => text.slice(item.from, item.to));
  const [moved] = texts.splice(from, 1);
  if (moved === undefined || to < 0 || to >= items.length) return text;
  texts.splice(to, 0, moved);
  // The items change places; what stands between them stays.
  return items.reduceRight((whole, item, i) => splice(whole, item.from, item.to, texts[i] ?? ""), text);
}

/** Gives a member another name, in its place. */
export function renameAt(text: string, path: JSONPath, name: string): string {
  const member = memberAt(read(text), path);
  return member ? splice(text, member.keyFrom, member.keyTo, JSON.stringify(name)) : text;
}

function read(text: string): JSONNode | undefined {
  try {
    return parseJSON(text);
  } catch {
    return undefined;
  }
}

function splice(text: string, from: number, to: number, put: string): string {
  return text.slice(0, from) + put + text.slice(to);
}

/** Where the children of a node stand: members from their name on. */
function childrenOf(node: JSONNode): { from: number; to: number }[] {
  if (node.type === "object") return node.members.map(({ keyFrom, value }) => ({ from: keyFrom, to: value.to }));
  return node.type === "array" ? node.items : [];
}

function removeAt(text: string, path: JSONPath): string {
  const parent = nodeAt(read(text), path.slice(0, -1));
  if (!parent) return text;
  const children = childrenOf(parent);
  const step = path.at(-1);
  const at = parent.type === "object" ? parent.members.findIndex(({ key }) => key === step) : Number(step);
  const child = children[at];
  if (!child) return text;
  const before = children[at - 1];
  const after = children[at + 1];
  if (before) return splice(text, before.to, child.to, "");
  if (after) return splice(text, child.from, after.from, "");
  return splice(text, parent.from + 1, parent.to - 1, "");
}

/** Puts a child among its siblings, parted from them as they are from each other. */
function insertChild(text: string, parent: JSONNode, at: number, put: string): string {
  const children = childrenOf(parent);
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  const indent = indentAt(text, parent.from);
  const [first, second] = children;
  if (!first) {
    const inside = parent.type === "array" && !put.includes("\n") ? put : `${eol}${indent}${unitOf(text)}${put}${eol}${indent}`;
    return splice(text, parent.from + 1, parent.to - 1, inside);
  }
  const lead = text.slice(parent.from + 1, first.from);
  const between = second ? text.slice(first.to, second.from).replace(/^[^,]*,/, "") : lead.includes("\n") ? lead : " ";
  const last = children[Math.min(at, children.length) - 1];
  return last ? splice(text, last.to, last.to, `,${between}${put}`) : splice(text, first.from, first.from, `${put},${between}`);
}

/** The spaces with which the line of an offset begins. */
function indentAt(text: string, offset: number): string {
  const start = text.lastIndexOf("\n", offset - 1) + 1;
  return /^[ \t]*/.exec(text.slice(start))?.[0] ?? "";
}

/** One step of indentation, as the text has it. */
function unitOf(text: string): string {
  return /\n([ \t]+)\S/.exec(text)?.[1] ?? "  ";
}

/** A value as it is written at a place of the text. */
function written(text: string, indent: string, value: unknown): string {
  const lines = print(value, indent, unitOf(text));
  return text.includes("\r\n") ? lines.replaceAll("\n", "\r\n") : lines;
}

/** A value as text: lists of plain values on one line, the rest a line each. */
function print(value: unknown, indent: string, unit: string): string {
  if (Array.isArray(value) && value.every((item) => typeof item !== "object" || item === null)) {
    return `[${value.map((item) => JSON.stringify(item)).join(", ")}]`;
  }
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const inner = indent + unit;
  const [open, close, parts] = Array.isArray(value)
    ? ["[", "]", value.map((item) => print(item, inner, unit))]
    : ["{", "}", Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${print(item, inner, unit)}`)];
  return parts.length === 0 ? open + close : `${open}\n${parts.map((part) => inner + part).join(",\n")}\n${indent}${close}`;
}

/** Lines that a path takes up, from 1; undefined if nothing stands there. */
export function linesOf(text: string, root: JSONNode, path: JSONPath): { first: number; last: number } | undefined {
  const node = nodeAt(root, path);
  if (!node) return undefined;
  return { first: lineAt(text, memberAt(root, path)?.keyFrom ?? node.from), last: lineAt(text, node.to - 1) };
}
