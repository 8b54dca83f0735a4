// The fake's answers about questions, rules and grants.

import type { AppEvent } from "../backend";
import type { AnswerForm, Outcome, TrialForm, TrialView } from "../wire";
import type { FakeDoor } from "./door";
import type { FakeHouse } from "./house";
import { problemOf } from "./rules";
import type { FakeWorld } from "./world";

interface Asking {
  door: FakeDoor;
  world: FakeWorld;
  house: FakeHouse;
  tell: (event: AppEvent) => void;
}

const LIMIT_MS = 600_000;

export function asking({ door, world, house, tell }: Asking) {
  const { rules } = door;
  return {
    questions: () => door.questions,
    questionShown: (id: string) => {
      const question = door.questions.find((known) => known.id === id);
      if (!question) throw new Error("This question is closed.");
      if (!question.expires) question.expires = new Date(Date.now() + LIMIT_MS).toISOString();
      tell({ kind: "question", question });
      return question;
    },
    answer: (id: string, answer: AnswerForm) => door.answer(id, answer),
    previewAnswer: (id: string, input: string) => door.previewAnswer(id, input),
    inFront: () => undefined,

    rules: (path: string) => rules.of(world.space(path)),
    addRule: (path: string, outcome: Outcome, rule: string) => rules.add(world.space(path), outcome, rule),
    removeRule: (path: string, outcome: Outcome, rule: string) => rules.remove(world.space(path), outcome, rule),
    setBuiltin: (path: string, id: string, outcome: Outcome) => rules.setBuiltin(world.space(path), id, outcome),
    tryRules: (path: string, { tool, input, rule, outcome }: TrialForm): TrialView => {
      const problem = rule === "" ? "" : problemOf(rule);
      const { preview, steps } = door.trial(world.space(path), world.tool(path, tool), input, rule && !problem ? rules.ruleOf(outcome, rule) : undefined);
      return { preview, steps, problem };
    },
    grants: () => rules.list(),
    revoke: (id: string) => {
      const grant = rules.list().find((known) => known.id === id);
      if (grant?.kind === "network") house.revokeNetwork(grant.space);
      if (grant?.kind === "path") house.revokeGrant(grant.space, grant.label.replace("Tools may touch ", ""));
      return rules.revoke(id);
    },
  };
}
