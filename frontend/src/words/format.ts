// How numbers, times and clauses are written, in the language of the page.

import { dates, language, locale } from "./language";

const WORDS = {
  en: { instant: "under 1 ms", byte: ["byte", "bytes"] },
  de: { instant: "unter 1 ms", byte: ["Byte", "Byte"] },
} as const;

/** "1,234.5": with as many digits behind the point as are given at most, and at least as many as are given in exactly. */
export function number(value: number, most = 3, exactly = 0): string {
  return value.toLocaleString(locale(), { maximumFractionDigits: most, minimumFractionDigits: exactly });
}

/** "a, b, or c". */
export const oneOf = (words: readonly string[]) => new Intl.ListFormat(locale(), { type: "disjunction" }).format(words);

/** Makes a sentence of a clause: "it changes nothing" -> "It changes nothing." A name of a file stays as it is. */
export function sentence(clause: string): string {
  if (clause === "") return "";
  const end = /[.!?…]$/.test(clause) ? "" : ".";
  return clause.replace(/^[a-zäöüß]+(?=[\s,;'])/, (word) => word.charAt(0).toUpperCase() + word.slice(1)) + end;
}

/** The same of a clause that may begin with a name, which stays as it is: "log is new" -> "log is new." */
export function named(name: string, clause: string): string {
  if (name === "" || !clause.startsWith(`${name} `)) return sentence(clause);
  return /[.!?…]$/.test(clause) ? clause : `${clause}.`;
}

/** A sentence with its full stop: what ends with a German date, as in "20. Nov.", has one. */
export const ended = (text: string) => `${text}.`.replace(/\.\.$/, ".");

export function sayDuration(ms: number): string {
  if (ms < 1) return WORDS[language()].instant;
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 59_950) return `${number(ms / 1000, 1, 1)} s`;
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** "14:03" of today, "Tue 14:03" of this week, else "3 Nov" or "3. Nov." (with the year if it is another). */
export function sayTime(time: string, now: Date): string {
  const at = new Date(time);
  if (Number.isNaN(at.getTime())) return "";
  const clock = at.toLocaleTimeString(dates(), { hour: "2-digit", minute: "2-digit" });
  if (at.toDateString() === now.toDateString()) return clock;
  if (Math.abs(now.getTime() - at.getTime()) < 6 * 86_400_000) return `${at.toLocaleDateString(dates(), { weekday: "short" })} ${clock}`;
  const year = at.getFullYear() === now.getFullYear() ? {} : ({ year: "numeric" } as const);
  return at.toLocaleDateString(dates(), { day: "numeric", month: "short", ...year });
}

/** "588.9 kB", "588,9 kB" */
export function sayBytes(bytes: number): string {
  const [one, many] = WORDS[language()].byte;
  if (bytes < 1000) return plural(bytes, one, many);
  if (bytes < 1_000_000) return `${number(bytes / 1000, 1, 1)} kB`;
  return `${number(bytes / 1_000_000, 1, 1)} MB`;
}

/** "1 file", "1,234 files" */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${number(count)} ${count === 1 ? one : many}`;
}
