import { screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import type { Backend, QuestionView } from "../../backend/backend";
import { UNDECIDED } from "../../backend/decider";
import { quickBackend, renderPage } from "../../testing/render";
import { AskingTogether, ofOneAnswer } from "./asking-together";

function ask(call: string, as: Partial<QuestionView> = {}): QuestionView {
  return {
    id: call, run: "r", call, session: "s1", space: "/s", spaceName: "Welcome", chat: "", agent: 'The agent "guide"', tool: "bash", title: `Title ${call}`, detail: `command ${call}`, folder: "", effects: [], would: [], deeds: [], because: [], caller: { kind: "agent", name: "guide", token: "", calledBy: "" },
    marked: [], why: "a rule says to ask", by: "", decider: UNDECIDED, file: "", yes: "", digest: call, input: "", rehearses: false, came: [], offers: [], asked: "2026-11-20T12:00:00Z", expires: "", state: "waiting", ended: "", dialog: "", ...as,
  };
}

const SECOND = ask("r-1-2");
const THREE = [ask("r-1-1"), SECOND, ask("r-1-10")];

function open(questions: QuestionView[] = THREE) {
  const answer = vi.fn<Backend["answer"]>(() => Promise.resolve());
  const rendered = renderPage(<AskingTogether questions={questions} onAnswered={() => undefined} />, { ...quickBackend({ empty: true }), answer, questionShown: () => new Promise(() => undefined) });
  return { ...rendered, answer };
}

const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>("button", { name });

it("takes the questions of one answer together, in the order of their calls", () => {
  const onTheWay = ask("r-1-1/registry", { call: "r-1-1" });
  const others = [ask("r-2-1"), ask("q-1-1", { run: "q" }), onTheWay];
  expect(ofOneAnswer([...others, ...[...THREE].reverse()], SECOND).map(({ id }) => id)).toEqual(["r-1-1", "r-1-2", "r-1-10"]);
  expect(ofOneAnswer([...others, ...THREE], onTheWay)).toEqual([onTheWay]);
});

it("is one review with a row for each call, of which each is answered by itself", async () => {
  const { user, answer } = open();
  expect(screen.getByText("3 calls of this answer wait for you")).toBeTruthy();
  expect(within(screen.getByRole("list")).getAllByRole("button").map((row) => row.textContent)).toEqual(["Title r-1-1command r-1-1", "Title r-1-2command r-1-2", "Title r-1-10command r-1-10"]);
  await user.click(button(/^Title r-1-2/));
  expect(screen.getByLabelText("Preview").textContent).toBe("command r-1-2");
  await user.click(button("Deny"));
  expect(answer.mock.calls.map(([id, { run }]) => [id, run])).toEqual([["r-1-2", false]]);
});

it("runs all of them alike only when each has been looked at", async () => {
  const { user, answer } = open();
  expect(button("Run all 3 once").disabled).toBe(true);
  screen.getByText("Look at each call before you run them all.");
  await user.click(button(/^Title r-1-2/));
  await user.click(button(/^Title r-1-10/));
  await waitFor(() => expect(button("Run all 3 once").disabled).toBe(false));
  await user.click(button("Run all 3 once"));
  expect(answer.mock.calls.map(([id, { run }]) => [id, run])).toEqual(THREE.map(({ id }) => [id, true]));
});

it("denies all of them at once, also unseen, and runs none here that stands in a dialog", async () => {
  const { user, answer } = open([ask("r-1-1"), ask("r-1-2", { dialog: "open" })]);
  await user.click(button(/^Title r-1-2/));
  screen.getByText("Asked in a dialog");
  expect(button("Run all 2 once").disabled).toBe(true);
  await user.click(button("Deny all"));
  expect(answer.mock.calls.map(([id, { run }]) => [id, run])).toEqual([["r-1-1", false], ["r-1-2", false]]);
});
