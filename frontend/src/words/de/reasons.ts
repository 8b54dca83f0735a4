import type { Saying, Texts } from "../reasons";
import said from "./said.json";

/** A sentence with its places filled as Go does (tools/clause.go): {0}; {0#}, a number as German writes it; {0…; }, all from there on. */
const filled =
  (sentence: string): Saying =>
  (...places) =>
    sentence.replace(/\{(\d)(?:(#)|…([^}]*))?\}/g, (_, at: string, number?: string, between?: string) => {
      if (between !== undefined) return places.slice(Number(at)).join(between);
      const place = places[Number(at)] ?? "";
      return number ? place.replace(/[.,]/g, (sign) => (sign === "," ? "." : ",")) : place;
    });

const sayings = <Name extends string>(sentences: Readonly<Record<Name, string>>) =>
  Object.fromEntries(Object.entries<string>(sentences).map(([name, sentence]) => [name, filled(sentence)])) as Record<Name, Saying>;

/** The English as it stands in the record, with a group for each place: those with the most text of their own come first. */
const refusals = Object.entries<string>(said.refusal)
  .sort(([one], [other]) => other.length - one.length)
  .map(([english, german]) => {
    const parts = english.split(/\{\d#?\}/).map((part) => part.replace(/[.*+?^$()|[\]\\]/g, "\\$&"));
    const groups = [...english.matchAll(/\{\d(#)?\}/g)].map(([, number]) => (number ? "(\\d+)" : "([^]*?)"));
    return { english: new RegExp(`^${parts.map((part, at) => part + (groups[at] ?? "")).join("")}$`), german: filled(german) };
  });

function refusal(text: string): string | undefined {
  for (const { english, german } of refusals) {
    const found = english.exec(text);
    if (found) return german(...found.slice(1).map((place) => (place.length < text.length && refusal(place)) || place));
  }
  return undefined;
}

export const texts: Texts = { clause: sayings(said.clause), caller: sayings(said.caller), decider: sayings(said.decider), refusal };
