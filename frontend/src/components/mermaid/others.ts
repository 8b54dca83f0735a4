// Sequences, states, classes and entities: line by line, only in the forms that the library draws rightly.

import { type Plain, NotUnderstood, said } from "./plain";

const NAME = String.raw`[\p{L}\p{N}_]+`;
const re = (source: string) => new RegExp(`^${source.replaceAll("NAME", NAME)}$`, "u");

const MESSAGE = re(String.raw`(NAME)\s*(->>|-->>|->|-->|-\)|--\))\s*([+-]?)\s*(NAME)\s*:\s*(.*)`);
const BLOCK = /^(?:alt|opt|loop|par|critical|break)\b/;
const BETWEEN = /^(?:else|and|option)\b/;
const WORDS_OF_SEQUENCES = [
  re(String.raw`(?:participant|actor)\s+NAME(?:\s+as\s+.+)?`), re(String.raw`(?:activate|deactivate)\s+NAME`), re(String.raw`[Nn]ote\s+(?:(?:left|right) of|over)\s+NAME(?:\s*,\s*NAME)?\s*:\s*.+`),
];

export function sequenceOf(lines: string[]): Plain {
  const out = ["sequenceDiagram"];
  const blocks: boolean[] = []; // whether it is drawn
  let numbered = false;
  let messages = 0;
  let notes = 0;
  for (const line of lines.slice(1)) {
    const [, from, arrow, , to, words = ""] = MESSAGE.exec(line) ?? [];
    if (line === "autonumber") numbered = true;
    else if (/^rect\b/.test(line)) blocks.push(false);
    else if (line === "end") {
      const drawn = blocks.pop();
      if (drawn === undefined) throw new NotUnderstood();
      if (drawn) out.push("end");
    } else if (from !== undefined) {
      messages++;
      out.push(`${from}${arrow}${to}: ${numbered ? `${messages}. ` : ""}${said(words)}`);
    } else if (BLOCK.test(line) || (BETWEEN.test(line) && blocks.at(-1))) {
      if (BLOCK.test(line)) blocks.push(true);
      out.push(line);
    } else if (/^(?:title|accTitle|accDescr)\b/.test(line)) continue;
    else if (WORDS_OF_SEQUENCES.some((known) => known.test(line))) {
      if (/^note/i.test(line)) notes++;
      // Who is active is not drawn by the library, and said by no word.
      if (!/^(?:de)?activate/.test(line)) out.push(line);
    } else throw new NotUnderstood();
  }
  if (blocks.length > 0) throw new NotUnderstood();
  return { text: out.join("\n"), drawn: { message: messages, note: notes } };
}

const STEP = re(String.raw`(NAME|\[\*\])\s*-->\s*(NAME|\[\*\])(?:\s*:\s*.+)?`);
const WORDS_OF_STATES = [re(String.raw`state\s+"[^"]+"\s+as\s+NAME`), re("NAME"), re(String.raw`NAME\s*:\s*.+`), re("direction (?:TB|BT|RL|LR)")];

export function statesOf(lines: string[]): Plain {
  let edges = 0;
  let depth = 0;
  for (const line of lines.slice(1)) {
    if (STEP.test(line)) edges++;
    else if (re(String.raw`state\s+NAME\s*\{`).test(line)) depth++;
    else if (line === "}") depth--;
    else if (!WORDS_OF_STATES.some((known) => known.test(line))) throw new NotUnderstood();
    if (depth < 0) throw new NotUnderstood();
  }
  if (depth !== 0) throw new NotUnderstood();
  return { text: ["stateDiagram-v2", ...lines.slice(1)].join("\n"), drawn: { edge: edges } };
}

const RELATION = re(String.raw`NAME\s*(?:"[^"]+"\s*)?(?:<\|--|--\|>|\*--|--\*|o--|--o|-->|<--|\.\.>|<\.\.|\.\.\|>|<\|\.\.)\s*(?:"[^"]+"\s*)?NAME(?:\s*:\s*.+)?`);

export function classesOf(lines: string[]): Plain {
  const names = new Set<string>();
  let relations = 0;
  let inside = false;
  for (const line of lines.slice(1)) {
    const opens = re(String.raw`class\s+(NAME)(?:\s*\{)?`).exec(line);
    if (inside) {
      if (line === "}") inside = false;
      else if (/[{}]/.test(line)) throw new NotUnderstood();
    } else if (opens) {
      names.add(opens[1] ?? "");
      inside = line.endsWith("{");
    } else if (RELATION.test(line)) {
      relations++;
      for (const name of line.replace(/"[^"]*"/g, " ").replace(/:.*$/, "").match(new RegExp(NAME, "gu")) ?? []) if (name !== "o") names.add(name);
    } else if (re(String.raw`NAME\s*:\s*.+`).test(line)) names.add(new RegExp(NAME, "u").exec(line)?.[0] ?? "");
    else if (!re("direction (?:TB|BT|RL|LR)").test(line)) throw new NotUnderstood();
  }
  if (inside) throw new NotUnderstood();
  return { text: ["classDiagram", ...lines.slice(1)].join("\n"), drawn: { "class-relationship": relations, "class-node": names.size } };
}

const BOUND = re(String.raw`([\w-]+)\s+(?:\|o|\|\||\}o|\}\|)(?:--|\.\.)(?:o\||\|\||o\{|\|\{)\s+([\w-]+)\s*:\s*(?:"[^"]+"|[\w-]+)`);

export function entitiesOf(lines: string[]): Plain {
  const names = new Set<string>();
  let relations = 0;
  let inside = false;
  for (const line of lines.slice(1)) {
    const bound = BOUND.exec(line);
    const opens = /^([\w-]+)\s*\{$/.exec(line);
    if (inside) {
      if (line === "}") inside = false;
      else if (!/^[\w[\]()]+\s+[\w]+(?:\s+(?:PK|FK|UK)(?:\s*,\s*(?:PK|FK|UK))*)?(?:\s+"[^"]*")?$/.test(line)) throw new NotUnderstood();
    } else if (bound) {
      relations++;
      names.add(bound[1] ?? "").add(bound[2] ?? "");
    } else if (opens) {
      names.add(opens[1] ?? "");
      inside = true;
    } else throw new NotUnderstood();
  }
  if (inside) throw new NotUnderstood();
  return { text: ["erDiagram", ...lines.slice(1)].join("\n"), drawn: { "er-relationship": relations, entity: names.size } };
}
