// Reads back what Go has said in English sentences: each format is in German in tools/spoken, and what stands in its places may be one itself.

import type { Saying } from "../reasons";

/** The German of a text; undefined = it is not known. */
export type Read = (text: string) => string | undefined;

/** Longer ones come from programs: nobody has a sentence for them. */
const LONGEST = 3000;

/** How often one text and its parts are looked up: authors of spaces have a say in what problems quote, and none in how long this takes. */
const MOST = 150;

/** A sentence with its places filled as Go does (tools/clause.go): {0}; {0#}, a number as German writes it; {0…; }, all from there on. */
export const filled =
  (sentence: string): Saying =>
  (...places) =>
    sentence.replace(/\{(\d)(?:(#)|…([^}]*))?\}/g, (_, at: string, number?: string, between?: string) => {
      if (between !== undefined) return places.slice(Number(at)).join(between);
      const place = places[Number(at)] ?? "";
      return number ? place.replace(/[.,]/g, (sign) => (sign === "," ? "." : ",")) : place;
    });

interface Format {
  /** What the text has by itself, in this order, between its places. */
  parts: readonly string[];
  /** The numbers of its places, as they come. */
  places: readonly number[];
  exact: () => RegExp;
  german: string;
}

const PLACE = /\{\d[#q]?\}/;

/** What stands in a place: a number, what Go has quoted, or anything. */
const GROUPS: Readonly<Record<string, string>> = { "#": "(\\d+)", q: '("(?:[^"\\\\]|\\\\.)*")', "": "([^]*?)" };

function formatOf(english: string, german: string): Format {
  const parts = english.split(PLACE);
  let made: RegExp | undefined;
  const exact = () => {
    const groups = [...english.matchAll(/\{\d([#q]?)\}/g)].map(([, kind = ""]) => GROUPS[kind]);
    return (made ??= new RegExp(`^${parts.map((part, at) => part.replace(/[.*+?^$()|[\]\\{}]/g, "\\$&") + (groups[at] ?? "")).join("")}$`));
  };
  return { parts, places: [...english.matchAll(/\{(\d)/g)].map(([, at]) => Number(at)), exact, german };
}

/** How much text a format has by itself: what is quoted or a number says more than what may be anything. */
const own = (english: string) => english.replace(/\{\d[#q]\}/g, "00").replace(/\{\d\}/g, "").length;

/** Whether a text has the parts of a format in order: what has not needs no regular expression. */
function mayBe(text: string, parts: readonly string[]): boolean {
  if (!text.startsWith(parts[0] ?? "") || !text.endsWith(parts.at(-1) ?? "")) return false;
  let at = 0;
  for (const part of parts) {
    const found = text.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return true;
}

const lower = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);
const upper = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** A reader of these sentences, by their English with places: those with the most text of their own are tried first. A place {0w} is one of the words, {0&} a list of them or of anything. */
export function reader(sentences: Readonly<Record<string, string>>, words: Readonly<Record<string, string>>): Read {
  const formats = Object.entries(sentences)
    .sort(([one], [other]) => own(other) - own(one))
    .filter(([english]) => PLACE.test(english))
    .map(([english, german]) => formatOf(english, german));

  const exactly = (text: string) => (Object.hasOwn(sentences, text) ? sentences[text] : undefined);

  let left = 0;
  function whole(all: string): string | undefined {
    if (--left < 0) return undefined;
    const known = exactly(all);
    if (known !== undefined) return known;
    for (const { parts, places: numbers, exact, german } of formats) {
      if (!mayBe(all, parts)) continue;
      left -= Math.ceil((all.length / 200) ** 2); // a regular expression may look at each pair of places
      if (left < 0) return undefined;
      const found = exact().exec(all);
      if (!found) continue;
      const places: string[] = [];
      for (const [at, number] of numbers.entries()) places[number] = found[at + 1] ?? "";
      const named = german.replace(/\{(\d)w\}/g, (_, at: string) => words[places[Number(at)] ?? ""] ?? `{${at}}`);
      const place = (text: string, at: number) => (named.includes(`{${at}&}`) ? list(text) : text.includes(" ") && text.length < all.length ? within(text) : text);
      return filled(named.replaceAll("&}", "}"))(...places.map(place));
    }
    return undefined;
  }

  /** A list as Go joins it: "a, b and c". */
  function list(text: string): string {
    const [, some, last] = /^([^]+) and ([^]+)$/.exec(text) ?? [];
    const items = (some === undefined ? [text] : [...some.split(", "), last ?? ""]).map((item) => words[item] ?? item);
    return items.length === 1 ? items.join() : `${items.slice(0, -1).join(", ")} und ${items.at(-1) ?? ""}`;
  }

  /** What stands in a place: a list may hold things that are not known. */
  const within = (place: string) => read(place) ?? place.split(", ").map((item) => (item.includes(" ") && read(item)) || item).join(", ");

  /** As it stands, or with what a sentence has around it: a place that ends a format is not to hold the full stop. */
  function sentence(text: string): string | undefined {
    const bare = /[^.]\.$/.test(text) && exactly(text) === undefined ? sentence(text.slice(0, -1)) : undefined;
    if (bare !== undefined) return `${bare}.`;
    const first = lower(text);
    const clause = exactly(first);
    if (clause !== undefined) return first === text ? clause : upper(clause);
    const said = whole(text);
    if (said !== undefined || first === text) return said;
    const lowered = whole(first);
    return lowered && upper(lowered);
  }

  function read(text: string): string | undefined {
    if (left < 0 || text === "" || text.length > LONGEST) return undefined;
    return exactly(text) ?? joined(text, "\n") ?? advised(text) ?? sentence(text) ?? joined(text, "; ") ?? named(text) ?? joined(text, ", ");
  }

  /** Several lines, clauses or counts: all of them are known. */
  function joined(text: string, between: string): string | undefined {
    const parts = text.split(between);
    const said = parts.length > 1 ? parts.map((part) => read(part)) : [undefined];
    return said.includes(undefined) ? undefined : said.join(between);
  }

  /** A text and what can be done about it, which is known: what is wrong may be in other words. A place that ends a format would hold it, too. */
  function advised(text: string): string | undefined {
    for (const { index } of text.matchAll(/(?<=[.?]) (?=\p{Lu})/gu)) {
      const advice = sentence(text.slice(index + 1));
      if (advice === undefined) continue;
      const what = text.slice(0, index);
      return `${read(what) ?? what} ${advice}`;
    }
    return undefined;
  }

  /** What is known, behind a name: "timeout: must be a number". */
  function named(text: string): string | undefined {
    const [, name = "", rest = ""] = /^(\S{1,200}: )([^]+)$/.exec(text) ?? [];
    const said = name && read(rest);
    return said ? name + said : undefined;
  }

  return (text) => {
    left = MOST;
    return read(text);
  };
}
