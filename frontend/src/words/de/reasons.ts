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

export const texts: Texts = { clause: sayings(said.clause), caller: sayings(said.caller), decider: sayings(said.decider) };
