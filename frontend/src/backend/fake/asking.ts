// The fake's answers about questions, rules and grants.

import type { AppEvent } from "../backend";
import type { AnswerForm, Outcome, TrialForm } from "../wire";
import type { FakeDoor } from "./door";
import { outside } from "./elsewhere";
import type { FakeHouse } from "./house";
import type { RecordedSpaces } from "./recorded";
import type { FakeWorld } from "./world";

interface Asking {
  door: FakeDoor;
  world: FakeWorld;
  house: FakeHouse;
  rules: RecordedSpaces;
  tell: (event: AppEvent) => void;
}

const LIMIT_MS = 600_000;

export function asking({ door, world, house, rules, tell }: Asking) {
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
    takeQuestion: (id: string) => {
      const question = door.questions.find((known) => known.id === id);
      if (!question) throw new Error("This question is closed.");
      question.dialog = "";
      tell({ kind: "question", question });
    },
    inFront: () => undefined,
    typing: () => undefined,

    rules: (path: string) => rules.play("rules", path),
    addRule: (path: string, outcome: Outcome, rule: string) => rules.play("addRule", path, outcome, rule),
    removeRule: (path: string, outcome: Outcome, rule: string) => rules.play("removeRule", path, outcome, rule),
    setBuiltin: (path: string, id: string, outcome: Outcome) => rules.play("setBuiltin", path, id, outcome),
    setMode: (path: string, mode: string) => {
      const now = rules.play("setMode", path, mode);
      world.setSpace({ ...world.space(path), mode: now.mode });
      return now;
    },
    tryRules: (path: string, trial: TrialForm) => rules.play("tryRules", path, trial),
    grants: () => [...door.grants, ...rules.play("grants")],
    revoke: (id: string) => {
      const own = door.grants.filter((known) => known.id !== id);
      if (own.length < door.grants.length) {
        door.grants = own;
        return [...own, ...rules.play("grants")];
      }
      const grant = rules.play("grants").find((known) => known.id === id);
      if (grant?.kind === "path") house.revokeGrant(grant.space, grant.label.replace(/^Tools may read( and change)? /, ""));
      return [...own, ...rules.play("revoke", id)];
    },
    ...outside(world.empty),
    widen: (id: string) => [...door.grants, ...rules.play("widen", id)],
  };
}
