// The language of the page. It is set before any text is read: see app/main.tsx.

/** The languages that the page has. */
export type Language = "en" | "de";

/**
 * A translation of texts: the same names, a string for each string, and a function of the same parameters for each
 * function. What is missing, too much or of another shape is a type error.
 */
export type Same<T> = T extends string
  ? string
  : T extends (...args: infer Args) => string
    ? (...args: Args) => string
    : T extends object
      ? { readonly [Name in keyof T]: Same<T[Name]> }
      : T;

let spoken: Language = "en";
let translated: Readonly<Record<string, unknown>> = {};

/** Has the page speak a language: its texts, by area, stand in for the English ones of all files that are evaluated from now on. */
export function speak(language: Language, areas: Readonly<Record<string, unknown>> = {}): void {
  spoken = language;
  translated = areas;
}

/** The texts of an area in the language of the page. */
export function said<const Texts>(area: string, english: Texts): Texts {
  return (translated[area] as Texts | undefined) ?? english;
}

/** The texts of an area where the page speaks another language than English; there, those that Go has written are shown. */
export function translation(area: string): unknown {
  return translated[area];
}

export function language(): Language {
  return spoken;
}

/** How the language writes numbers. */
export function locale(): string {
  return spoken === "de" ? "de-DE" : "en";
}

/** How the language writes dates, with a clock of 24 hours. */
export function dates(): string {
  return spoken === "de" ? "de-DE" : "en-GB";
}
