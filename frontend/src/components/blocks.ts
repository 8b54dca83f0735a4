// Long text in pieces: what is folded away, and what is drawn at a time.

/** Characters that are drawn at once; a longer text is drawn where it is looked at. */
export const DRAWN_MOST = 20_000;
/** A folded text has no more characters than this: one line may be as long as a book. */
const FOLDED_MOST = 4000;

const BLOCK_LINES = 50;
const BLOCK_CHARS = 4000;

/** The beginning of a text: so many lines, and no more characters than can be drawn at once. */
export function beginning(text: string, lines: number): string {
  let end = 0;
  for (let line = 0; line < lines && end <= FOLDED_MOST; line++) {
    const next = text.indexOf("\n", end);
    if (next < 0) {
      end = text.length + 1;
      break;
    }
    end = next + 1;
  }
  return end > FOLDED_MOST ? whole(text, 0, FOLDED_MOST) : text.slice(0, Math.max(0, end - 1));
}

/** A text in blocks of some lines each. A line that is too long for one is cut where the block ends. */
export function blocksOf(text: string): string[] {
  const blocks: string[] = [];
  let at = 0;
  while (at < text.length) {
    const block = blockAt(text, at);
    blocks.push(block.text);
    at = block.next;
  }
  return blocks;
}

function blockAt(text: string, from: number): { text: string; next: number } {
  let end = from;
  for (let line = 0; line < BLOCK_LINES; line++) {
    const found = text.indexOf("\n", end);
    const next = found < 0 ? text.length : found + 1;
    if (next - from > BLOCK_CHARS) break;
    end = next;
    if (end === text.length) break;
  }
  if (end > from) return { text: text.slice(from, end).replace(/\n$/, ""), next: end };
  const cut = whole(text, from, from + BLOCK_CHARS);
  return { text: cut, next: from + cut.length };
}

/** A piece of a text that does not end within a character. */
function whole(text: string, from: number, to: number): string {
  const last = text.charCodeAt(to - 1);
  return text.slice(from, last >= 0xd800 && last < 0xdc00 ? to - 1 : to);
}
