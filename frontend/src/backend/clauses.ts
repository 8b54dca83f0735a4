// What Go says by codes beside its English text, in the language of the page: an English page shows the text itself, and so
// does any page where a code is newer than it, or where the record is older than the codes.

import type { CallerView, ClauseCode, QuestionView } from "./wire";
import { translation } from "../words/language";
import type { Texts } from "../words/reasons";

/** As a view has it, or the data of an event: there empty lists are left out. */
export interface Clause {
  code: string;
  args?: readonly string[];
  parts?: readonly Clause[];
}

const wordsOf = () => translation("reasons") as Texts | undefined;

function say(words: Texts, { code, args = [], parts = [] }: Clause): string | undefined {
  if (!Object.hasOwn(words.clause, code)) return undefined;
  const within = parts.map((part) => say(words, part));
  return within.includes(undefined) ? undefined : words.clause[code as ClauseCode](...args, ...(within as string[]));
}

/** A clause; its text where it has no code that the page knows. */
export function sayClause(clause: Clause, text: string): string {
  const words = wordsOf();
  return (words && say(words, clause)) ?? text;
}

/** A title, a button or a text that Go has written beside its code. */
export function saySaid(text: string, clause: Clause | undefined): string {
  return clause ? sayClause(clause, text) : text;
}

/** A question with what Go has called it, its buttons and its words in the language of the page. */
export function spokenQuestion(question: QuestionView): QuestionView {
  if (!wordsOf()) return question;
  const { title, heading, detail, wording, yes, yesSays, offers } = question;
  return {
    ...question, title: saySaid(title, heading), detail: saySaid(detail, wording), yes: saySaid(yes, yesSays),
    offers: offers.map((offer) => ({ ...offer, label: saySaid(offer.label, offer.says) })),
  };
}

/** A reason: its clauses, or its text. */
export function sayReason(because: readonly Clause[] | undefined, text: string): string {
  const words = wordsOf();
  const said = words && because?.map((clause) => say(words, clause));
  return !said?.length || said.includes(undefined) ? text : said.join("; ");
}

/** What a tool has said when it refused or failed: it is read back from its text. */
export const sayRefusal = (text: string): string => wordsOf()?.refusal(text) ?? text;

/** What an act would do, one by one. */
export function sayDeeds(deeds: readonly Clause[], texts: readonly string[]): string[] {
  return texts.map((text, i) => (deeds[i] ? sayClause(deeds[i], text) : text));
}

/** Who makes a call. */
export function sayCaller({ kind, name, token, calledBy }: CallerView, text: string): string {
  const words = wordsOf()?.caller;
  if (!words) return text;
  return words[kind === "mcp" && token ? "tokenMcp" : kind === "agent" && calledBy ? "calledAgent" : kind](name, token || calledBy);
}

/** Who or what has decided, but for the person. */
export function sayDecided(kind: string, name: string, by: string): string {
  const words = wordsOf()?.decider;
  if (!words || !Object.hasOwn(words, kind)) return by;
  const place = `rule ${name} in `;
  if (by.startsWith(place)) return words.ruleIn(name, by.slice(place.length));
  return kind === "hook" && name ? name : words[kind as keyof typeof words](name);
}
