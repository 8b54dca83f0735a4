// A hand as it stands in the text of ctxnest.json, and the changes that the form makes there. Nothing is judged here: Go does.

import { insertAt, setAt } from "../../components/json/edit";
import { JSONTextError, lineAt, nodeAt, parseJSON, valueOf, type JSONNode, type JSONPath } from "../../components/json/tree";

export const FILE = "ctxnest.json";

/** A file without hands. */
export const EMPTY_FILE = '{\n  "version": "1",\n  "tools": {}\n}\n';

export type Read = { ok: true; root: JSONNode } | { ok: false; why: string; line: number };

/** Reads the text, or says where it is not JSON. */
export function readText(text: string): Read {
  try {
    return { ok: true, root: parseJSON(text) };
  } catch (error) {
    if (!(error instanceof JSONTextError)) throw error;
    return { ok: false, why: error.message, line: lineAt(text, error.at) };
  }
}

export function pathOf(hand: string, ...rest: JSONPath): JSONPath {
  return ["tools", hand, ...rest];
}

/** The names of the hands, in the file's order. */
export function namesIn(root: JSONNode): string[] {
  const tools = nodeAt(root, ["tools"]);
  return tools?.type === "object" ? tools.members.map(({ key }) => key) : [];
}

/** A field as the form shows it: a text as it is, another value as its JSON, "" where there is nothing. */
export function shownAt(root: JSONNode, path: JSONPath): string {
  const node = nodeAt(root, path);
  if (!node) return "";
  const value = valueOf(node);
  return typeof value === "string" ? value : JSON.stringify(value);
}

export function flagAt(root: JSONNode, path: JSONPath): boolean {
  const node = nodeAt(root, path);
  return node?.type === "value" && node.value === true;
}

/** The elements of a list as texts. */
export function listAt(root: JSONNode, path: JSONPath): string[] {
  const node = nodeAt(root, path);
  return node?.type === "array" ? node.items.map((item) => (item.type === "value" && typeof item.value === "string" ? item.value : JSON.stringify(valueOf(item)))) : [];
}

export function keysAt(root: JSONNode, path: JSONPath): string[] {
  const node = nodeAt(root, path);
  return node?.type === "object" ? node.members.map(({ key }) => key) : [];
}

/** Sets a text; an empty one takes the field away. */
export function setText(text: string, path: JSONPath, value: string): string {
  return setAt(text, path, value === "" ? undefined : value);
}

/** Sets a number if it is one; what is not a number yet stays as it was typed, and Go says so. */
export function setNumber(text: string, path: JSONPath, typed: string): string {
  const number = Number(typed);
  const plain = typed.trim() !== "" && Number.isFinite(number);
  return setAt(text, path, typed.trim() === "" ? undefined : plain ? number : typed);
}

/** Sets a switch; off is what a field that is not there means. */
export function setFlag(text: string, path: JSONPath, on: boolean): string {
  return setAt(text, path, on ? true : undefined);
}

/** A default is of the parameter's own type, where it can be. */
export function setDefault(text: string, path: JSONPath, type: string, typed: string): string {
  if (type === "number") return setNumber(text, path, typed);
  if (type === "boolean" && (typed === "true" || typed === "false")) return setAt(text, path, typed === "true");
  return setText(text, path, typed);
}

/** Puts a hand at the end of the file, making the file if there is none. */
export function addHand(text: string, name: string, hand: object): string {
  const whole = text.trim() === "" ? EMPTY_FILE : text;
  return setAt(whole, pathOf(name), hand);
}

export function addElement(text: string, hand: string, at: number, element: string): string {
  return insertAt(text, pathOf(hand, "command"), at, element);
}

/** A name that no hand has: "new-hand", "new-hand-2". */
export function freeName(names: readonly string[], wanted: string): string {
  if (!names.includes(wanted)) return wanted;
  for (let n = 2; ; n += 1) if (!names.includes(`${wanted}-${n}`)) return `${wanted}-${n}`;
}

export interface ElementPart {
  text: string;
  /** It is a placeholder: text is the parameter's name. */
  param: boolean;
}

/** "--only={{name}}" in its parts. */
export function partsOf(element: string): ElementPart[] {
  return element.split(/(\{\{[A-Za-z_][A-Za-z0-9_]*\}\})/).filter(Boolean).map((part) => {
    const name = /^\{\{([A-Za-z_][A-Za-z0-9_]*)\}\}$/.exec(part)?.[1];
    return name === undefined ? { text: part, param: false } : { text: name, param: true };
  });
}

/** The placeholders of a command that have no parameter. */
export function missingParams(command: readonly string[], params: readonly string[]): string[] {
  const used = command.flatMap(partsOf).flatMap(({ text, param }) => (param && !params.includes(text) ? [text] : []));
  return [...new Set(used)];
}
