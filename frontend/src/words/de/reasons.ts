import type { Saying, Texts } from "../reasons";
import { answers } from "./answers";
import { filled, reader } from "./reading";
import said from "./said.json";

const sayings = <Name extends string>(sentences: Readonly<Record<Name, string>>) =>
  Object.fromEntries(Object.entries<string>(sentences).map(([name, sentence]) => [name, filled(sentence)])) as Record<Name, Saying>;

/** What tools say when they refuse or fail, and what Go says beside it; the page has no other way to know either. */
const refusal = reader({ ...said.told, ...said.refusal }, said.label);

const decider = sayings(said.decider);

export const texts: Texts = {
  clause: sayings(said.clause), caller: sayings(said.caller), decider, refusal, tool: said.tool,
  answer: answers(refusal, said.label, said.tool, said.input, decider),
};
