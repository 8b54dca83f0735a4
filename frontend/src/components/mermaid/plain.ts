/** A diagram in the form that the library draws rightly. */
export interface Plain {
  text: string;
  /** How many of each class have to be in its picture: else something was lost, and nothing is shown. */
  drawn: Record<string, number>;
}

/** What a diagram throws that has something in it which is not read here. */
export class NotUnderstood extends Error {
  constructor() {
    super("not understood");
  }
}

/** Characters that mean something to the library, wherever they stand; each is drawn by one that nobody writes, and comes back in the picture. */
const MEANING = `()[]{}<>|"#;&*_~\`/\\:%`;
const PRIVATE = 0xe000;
const ENTITIES: Record<string, string> = { quot: '"', amp: "&", lt: "<", gt: ">", nbsp: "\u00a0" };

/** A text as it will be seen: "#quot;" and "#35;" are what Mermaid has in the place of characters. */
export function said(words: string): string {
  const text = words.replace(/[#&](quot|amp|lt|gt|nbsp);/g, (_, name: string) => ENTITIES[name] ?? "").replace(/#(\d{2,5});/g, (_, code: string) => String.fromCodePoint(Number(code)));
  if (/[\ue000-\uf8ff\n]/.test(text)) throw new NotUnderstood();
  return text.split(/<br\s*\/?>/i).map((line) => line.replace(/./gu, hide)).join("<br/>");
}

/** A text within quotes. */
export function quoted(words: string): string {
  return `"${said(words)}"`;
}

function hide(character: string): string {
  const at = MEANING.indexOf(character);
  return at < 0 ? character : String.fromCodePoint(PRIVATE + at);
}

/** Puts back into a picture what said has taken. */
export function unhide(svg: string): string {
  return svg.replace(/[\ue000-\ue0ff]/g, (character) => {
    const was = MEANING.charAt(character.charCodeAt(0) - PRIVATE);
    return was === "" ? character : `&#${was.charCodeAt(0)};`;
  });
}

/** The lines of a diagram that say something, without its settings and remarks. */
export function linesOf(source: string): string[] {
  const text = source.replace(/^\s*---\n[\s\S]*?\n---\n/, "").replace(/%%\{[\s\S]*?\}%%/g, "");
  return text.split(/\r?\n/).map((line) => line.replace(/^\s*%%.*$/, "").trim()).filter(Boolean);
}
