// The fixture run-05 stands still where a person is needed: from here it goes on by the answer.

import { UNDECIDED } from "../decider";
import type { ClauseView, QuestionView } from "../wire";
import { PERSON, type FakeDoor } from "./door";
import type { FakeHouse } from "./house";
import type { FakeJournal } from "./journal";
import { WELCOME } from "./many";

interface Still {
  journal: FakeJournal;
  door: FakeDoor;
  house: FakeHouse;
}

export const STILL_RUN = "run-05";
export const STILL_CALL = "run-05-c3";

const DEPLOY = { space: WELCOME, tool: "deploy", input: '{"branch":"guide"}' };

/** The fixture run-05 stands still where a person is asked: from here it goes on by the answer. */
export function standStill({ journal, door }: Still): void {
  const run = journal.runs.find((known) => known.id === STILL_RUN);
  if (!run) return;
  const question = { ...door.questionOf(run, DEPLOY, STILL_CALL, "agent"), asked: "2026-11-20T12:00:01Z" };
  void door.open(question).then((answer) => door.goOn(run, DEPLOY, STILL_CALL, answer));
}

/** The call that still runs in the fixture run-05 wants packages. */
export function askRegistry({ journal, house, door }: Still): void {
  const run = journal.find(STILL_RUN);
  const call = "run-05-c4";
  const title = "May builds in welcome reach the package registries?";
  const [host, hosts] = ["packages.example.com", "  packages.example.com:443\n  modules.example.com:443"];
  const detail = `A program of this call wants to reach ${host}.\n\nIf you allow it, every program that agents run in this space can fetch packages from the registries of your package managers:\n${hosts}\n\nYou can revoke it in the space's settings.`;
  const says = (code: ClauseView["code"], ...args: string[]): ClauseView => ({ code, args, parts: [] });
  journal.record(run, call, "asked", { title, detail, reason: "it reaches package registries" });
  const question: QuestionView = {
    id: `${call}/registry`, run: run.id, call, session: run.session, space: WELCOME, spaceName: "Welcome", agent: 'The agent "guide"', tool: "bash", title, detail,
    heading: says("ask-registries", "welcome"), wording: says("text-registries", host, hosts), yesSays: says("yes-here"),
    folder: "", effects: [{ kind: "reach", target: "package registries" }], why: "it reaches package registries", by: "", decider: UNDECIDED, file: "", input: "", rehearses: false, chat: "", caller: { kind: "agent", name: "guide", token: "", calledBy: "" }, deeds: [], because: [says("registries")], would: [], marked: [], dialog: "", came: [], offers: [], yes: "Allow in this space", digest: "", asked: "2026-11-20T12:00:02Z",
    expires: "", state: "waiting", ended: "",
  };
  void door.open(question).then(({ run: yes, reason }) => {
    journal.record(run, call, yes ? "allowed" : "declined", { ...PERSON, reason: yes ? "run once" : `the call was declined: ${reason}` });
    house.answer(WELCOME, yes);
  });
}
