// A Markdown text in blocks that mean the same each by itself, so that of a text that grows only the last is read again.

export interface Paragraph {
  /** Markdown; of code, what stands between the fences. */
  text: string;
  /** Of code: what its fence says of it, "ts"; undefined: it is no code. */
  language?: string;
  /** Its fence is not closed yet. */
  open?: boolean;
}

/** What other blocks may point at: such a text is one block. */
const POINTED = /^ {0,3}\[[^\]\n]{1,200}\]:/m;
/** A longer text is cut all the same: its footnotes lead nowhere. */
const WHOLE_MOST = 100_000;
/** A longer list is cut between its items. */
const LIST_MOST = 4000;

const FENCE = /^(`{3,}|~{3,})[ \t]*([^\n`]*)$/;
const ITEM = /^(?:[-*+]|\d{1,9}[.)])(?:\s|$)/;
const HEADING = /^#{1,6}(?:\s|$)/;

/** Cuts a text into blocks. growing: it may have more to come, and what it points at is looked for at its end. */
export function paragraphs(text: string, growing: boolean): Paragraph[] {
  if (!growing && text.length <= WHOLE_MOST && POINTED.test(text)) return [{ text }];
  const cutter = new Cutter();
  let at = 0;
  while (at < text.length) {
    const end = text.indexOf("\n", at);
    cutter.line(text.slice(at, end < 0 ? text.length : end), at);
    at = end < 0 ? text.length : end + 1;
  }
  return cutter.cut(text);
}

class Cutter {
  private readonly blocks: { from: number; language?: string; body?: number; to?: number; open?: boolean }[] = [];
  private fence: { mark: string; formula: boolean } | undefined;
  private blank = true;
  /** The last block is a list. */
  private inList = false;

  line(line: string, at: number): void {
    if (this.fence) {
      this.inside(line, at);
      return;
    }
    if (line.trim() === "") {
      this.blank = true;
      return;
    }
    const begins = this.begins(line, at);
    this.blank = false;
    if (begins) {
      this.blocks.push({ from: at });
      this.inList = ITEM.test(line);
    }
    const [, mark = "", language = ""] = FENCE.exec(line) ?? [];
    if (mark) {
      this.fence = { mark, formula: false };
      const block = this.blocks.at(-1);
      if (block) Object.assign(block, { language: language.trim(), body: at + line.length + 1, open: true });
    } else if (line.startsWith("$$") && !/\$\$\s*$/.test(line.slice(2))) {
      this.fence = { mark: "$$", formula: true };
    }
  }

  /** A line within a fence. */
  private inside(line: string, at: number): void {
    const { mark, formula } = this.fence ?? { mark: "", formula: false };
    const word = line.trim();
    const closes = formula ? word.endsWith("$$") : /^ {0,3}\S/.test(line) && word.startsWith(mark) && word === mark.charAt(0).repeat(word.length);
    if (!closes) return;
    this.fence = undefined;
    this.blank = true;
    const block = this.blocks.at(-1);
    if (!formula && block) Object.assign(block, { to: at, open: false });
  }

  /** Whether a block begins with a line outside of fences. */
  private begins(line: string, at: number): boolean {
    const block = this.blocks.at(-1);
    if (!block || block.body !== undefined) return true;
    if (/^\s/.test(line)) return false;
    if (FENCE.test(line) || HEADING.test(line)) return true;
    if (!this.blank) return false;
    return !ITEM.test(line) || at - block.from > LIST_MOST || !this.inList;
  }

  cut(text: string): Paragraph[] {
    return this.blocks.map(({ from, language, body, to, open = false }, i) => {
      if (body === undefined) return { text: text.slice(from, this.blocks[i + 1]?.from ?? text.length) };
      return { text: text.slice(body, to ?? text.length), language: language ?? "", open };
    });
  }
}
