// Reads flowcharts as Mermaid's documentation has them, and writes them in the one form that the library draws rightly: it loses
// arrows without spaces, names with hyphens, and shapes that it does not know. What is not understood here is not drawn.

import { type Plain, NotUnderstood, quoted, said } from "./plain";

const HEADER = /^(?:graph|flowchart)\s+(TB|TD|BT|RL|LR)$/;
/** What colours, links and describes: the drawing has colours of its own, and leads nowhere. */
const PASSED_OVER = /^(?:style|classDef|class|linkStyle|click|accTitle|accDescr)\b/;
const ID = /^[\p{L}\p{N}_]+(?:[-.][\p{L}\p{N}_]+)*/u;

/** How a node begins and ends, and the same for the library. */
const SHAPES: [open: string, close: string, as: [string, string]][] = [
  ["(((", ")))", ["(((", ")))"]], ["([", "])", ["([", "])"]], ["[[", "]]", ["[[", "]]"]], ["[(", ")]", ["[(", ")]"]], ["((", "))", ["((", "))"]], ["{{", "}}", ["{{", "}}"]],
  ["[", "]", ["[", "]"]], ["(", ")", ["(", ")"]], ["{", "}", ["{", "}"]], [">", "]", [">", "]"]],
];

/** Arrows, with as many strokes as one likes, and what the library takes for them. */
const LINKS: [pattern: RegExp, as: string][] = [
  [/^<-{2,}>/, "<-->"], [/^<={2,}>/, "<==>"], [/^<-\.+->/, "<-.->"],
  [/^-{2,}>/, "-->"], [/^={2,}>/, "==>"], [/^-\.+->/, "-.->"],
  [/^-{3,}(?![ox]\b)/, "---"], [/^={3,}(?![ox]\b)/, "==="], [/^-\.+-(?![ox]\b)/, "-.-"],
];
/** The same with words between: "-- yes -->". */
const SAYING: [pattern: RegExp, as: Record<string, string>][] = [
  [/^--\s*([^-\s>|][^\n]*?)\s*(-{2,}>|-{3,})/, { ">": "-->", "-": "---" }],
  [/^==\s*([^=\s>|][^\n]*?)\s*(={2,}>|={3,})/, { ">": "==>", "=": "===" }],
  [/^-\.\s*([^.\s|][^\n]*?)\s*(\.+->|\.+-)/, { ">": "-.->", "-": "-.-" }],
];

export function flowOf(lines: string[]): Plain {
  const direction = HEADER.exec(lines[0] ?? "")?.[1];
  if (!direction) throw new NotUnderstood();
  const flow = new Flow();
  for (const line of lines.slice(1)) for (const part of parts(line)) flow.read(part);
  if (flow.depth !== 0) throw new NotUnderstood();
  return { text: [`flowchart ${direction}`, ...flow.out].join("\n"), drawn: { edge: flow.edges, node: flow.nodes } };
}

/** What stands between semicolons that are in no quotes. */
function parts(line: string): string[] {
  const out = [""];
  line.split('"').forEach((text, i) => {
    const [first = "", ...more] = i % 2 === 0 ? text.split(";") : [text];
    out.push(`${out.pop() ?? ""}${i > 0 ? '"' : ""}${first}`, ...more);
  });
  return out.map((part) => part.trim()).filter(Boolean);
}

class Flow {
  out: string[] = [];
  edges = 0;
  depth = 0;
  private names = new Map<string, string>();
  private rest = "";

  get nodes(): number {
    return this.names.size;
  }

  read(line: string): void {
    if (PASSED_OVER.test(line)) return;
    const group = /^subgraph\s+(?:(\S+)\s*\[([^\]]+)\]|"([^"]+)"|([^"[\]]+))$/.exec(line);
    if (group) {
      this.depth++;
      this.out.push(`subgraph g${this.out.length} [${said(unquoted(group[2] ?? group[3] ?? group[4] ?? ""))}]`);
    } else if (line === "end") {
      if (--this.depth < 0) throw new NotUnderstood();
      this.out.push("end");
    } else if (/^direction (TB|TD|BT|RL|LR)$/.test(line) && this.depth > 0) {
      this.out.push(line);
    } else {
      this.statement(line);
    }
  }

  private statement(line: string): void {
    this.rest = line;
    let left = this.group();
    if (this.rest === "") this.out.push(...left);
    while (this.rest !== "") {
      const link = this.link();
      const right = this.group();
      // A node says what it is where it is first named.
      for (const from of left) for (const to of right) this.out.push(`${from} ${link} ${to}`);
      this.edges += left.length * right.length;
      left = right.map((node) => /^n\d+/.exec(node)?.[0] ?? node);
    }
  }

  /** "A & B[Text]" */
  private group(): string[] {
    const nodes = [this.node()];
    while (/^\s*&\s/.test(this.rest)) {
      this.rest = this.rest.replace(/^\s*&\s*/, "");
      nodes.push(this.node());
    }
    this.rest = this.rest.trimStart();
    return nodes;
  }

  private node(): string {
    this.rest = this.rest.trimStart();
    const id = ID.exec(this.rest)?.[0];
    if (!id || /^(?:end|subgraph|graph|flowchart)$/i.test(id)) throw new NotUnderstood();
    this.rest = this.rest.slice(id.length);
    const known = this.names.get(id);
    const name = known ?? `n${this.names.size}`;
    this.names.set(id, name);
    const shape = this.shape();
    this.rest = this.rest.replace(/^:::[\w-]+/, "");
    if (shape) return name + shape;
    return known ?? `${name}[${quoted(id)}]`;
  }

  private shape(): string {
    const found = SHAPES.find(([open]) => this.rest.startsWith(open));
    if (!found) return "";
    const [open, close, [begin, end]] = found;
    const inner = this.rest.slice(open.length);
    const text = /^\s*"([^"]*)"\s*/.exec(inner);
    const words = text?.[1] ?? inner.slice(0, Math.max(0, inner.indexOf(close)));
    const length = text ? text[0].length : words.length;
    if (words.trim() === "" || !inner.slice(length).startsWith(close) || (!text && /^[/\\]|[[\](){}"|]/.test(words))) throw new NotUnderstood();
    this.rest = inner.slice(length + close.length);
    return begin + quoted(words.trim()) + end;
  }

  private link(): string {
    for (const [pattern, as] of LINKS) {
      const found = pattern.exec(this.rest)?.[0];
      if (!found) continue;
      this.rest = this.rest.slice(found.length).trimStart();
      const words = /^\|([^|]*)\|/.exec(this.rest);
      if (!words) return as;
      this.rest = this.rest.slice(words[0].length);
      return as + label(words[1] ?? "");
    }
    for (const [pattern, as] of SAYING) {
      const found = pattern.exec(this.rest);
      if (!found) continue;
      this.rest = this.rest.slice(found[0].length);
      return (as[found[2]?.at(-1) ?? ""] ?? "") + label(found[1] ?? "");
    }
    throw new NotUnderstood();
  }
}

function label(words: string): string {
  const text = unquoted(words);
  return text === "" ? "" : `|${said(text)}|`;
}

function unquoted(words: string): string {
  return words.trim().replace(/^"(.*)"$/, "$1");
}
