import type { Saying, Texts } from "../reasons";
import { answers } from "./answers";
import { filled, reader } from "./reading";
import said from "./said.json";

const sayings = <Name extends string>(sentences: Readonly<Record<Name, string>>) =>
  Object.fromEntries(Object.entries<string>(sentences).map(([name, sentence]) => [name, filled(sentence)])) as Record<Name, Saying>;

/** What tools say when they refuse or fail, and what Go says beside it; the page has no other way to know either. */
const refusal = reader({ ...said.told, ...said.refusal }, said.label);

/** What Go says by codes, where an answer has it as a text: an answer about many calls, such as a replay's. */
const clauses = said.clause as Readonly<Record<string, string>>;
const clause = reader(Object.fromEntries(Object.entries<string>(said.english).map(([code, english]) => [english, clauses[code] ?? ""])), said.label);

const decider = sayings(said.decider);

/** What a call connects to has a name of ours where it is no host. */
const reach: Saying = (to = "") => filled(said.clause.reach)(to === "package registries" ? said.label[to] : to);

export const texts: Texts = {
  clause: { ...sayings(said.clause), reach }, caller: sayings(said.caller), decider, refusal, tool: said.tool,
  answer: answers((text) => refusal(text) ?? clause(text), said.label, said.tool, said.input, decider),
};
