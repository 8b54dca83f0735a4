import { screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import type { QuestionView } from "../../backend/backend";
import { quickBackend, renderPage } from "../../testing/render";
import { Question } from "./question";

const question: QuestionView = {
  id: "q1", run: "r", call: "c", session: "s", space: "/s", spaceName: "Welcome", agent: 'The agent "guide"', tool: "deploy", title: "Deploy to Staging",
  detail: "bash scripts/deploy.sh \u202Eniam", folder: "/home/ada/welcome", effects: [{ kind: "run", target: "bash" }, { kind: "reach", target: "staging.example.com" }],
  yes: "", why: "its author wants you to be asked", digest: "d", asked: "2026-11-20T09:00:00Z", expires: "", state: "waiting",
};

function ask(answer = vi.fn(() => Promise.resolve()), yes = "") {
  const questionShown = vi.fn(() => Promise.resolve(question));
  const onAnswered = vi.fn();
  const rendered = renderPage(<Question question={{ ...question, yes }} onAnswered={onAnswered} />, { ...quickBackend({ empty: true }), answer, questionShown });
  return { ...rendered, answer, questionShown, onAnswered };
}

const runButton = () => screen.getByRole<HTMLButtonElement>("button", { name: "Run once" });

it("shows who asks for what, where and why, whole, with what cannot be seen made visible", () => {
  const { questionShown, container } = ask();
  expect(container.textContent).toContain("Deploy to Staging");
  expect(container.textContent).toContain("Its author wants you to be asked.");
  expect(screen.getByText("Asked by").nextSibling?.textContent).toBe('The agent "guide"');
  expect(screen.getByText("Space").nextSibling?.textContent).toBe("Welcome");
  expect(screen.getByLabelText("What would run").textContent).toBe("bash scripts/deploy.sh U+202Eniam");
  expect(container.textContent).toContain("reach staging.example.com");
  expect(questionShown).toHaveBeenCalledWith("q1");
});

it("does not start the clock while the window is out of sight", () => {
  const sight = vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
  const { questionShown } = ask();
  expect(questionShown).not.toHaveBeenCalled();
  sight.mockReturnValue("visible");
  document.dispatchEvent(new Event("visibilitychange"));
  document.dispatchEvent(new Event("visibilitychange"));
  expect(questionShown).toHaveBeenCalledExactlyOnceWith("q1");
});

it("cannot be allowed by a press that was meant for something else", async () => {
  const { user, answer, onAnswered } = ask();
  expect(runButton().disabled).toBe(true);
  await user.click(runButton());
  expect(answer).not.toHaveBeenCalled();
  await waitFor(() => expect(runButton().disabled).toBe(false));
  await user.click(runButton());
  await waitFor(() => expect(onAnswered).toHaveBeenCalled());
  expect(answer).toHaveBeenCalledExactlyOnceWith("q1", true, "");
});

it("says on the button what a yes means, where that is not to run it once", () => {
  ask(undefined, "Allow these hosts");
  expect(screen.getByRole("button", { name: "Allow these hosts" })).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Run once" })).toBeNull();
});

it("is denied with a reason that the agent is told", async () => {
  const { user, answer } = ask();
  await user.type(screen.getByLabelText("Why not? The agent is told."), " Not today {Enter}");
  await waitFor(() => expect(answer).toHaveBeenCalledExactlyOnceWith("q1", false, "Not today"));
});

it("tells no reason with a yes", async () => {
  const { user, answer } = ask();
  await user.type(screen.getByLabelText("Why not? The agent is told."), "hm");
  await waitFor(() => expect(runButton().disabled).toBe(false));
  await user.click(runButton());
  await waitFor(() => expect(answer).toHaveBeenCalledWith("q1", true, ""));
});

it("says when the answer was not taken, and can be answered again", async () => {
  const { user, onAnswered } = ask(vi.fn(() => Promise.reject(new Error("The journal is locked."))));
  await user.click(screen.getByRole("button", { name: "Deny" }));
  expect((await screen.findByRole("alert")).textContent).toContain("The journal is locked.");
  expect(onAnswered).not.toHaveBeenCalled();
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Deny" }).disabled).toBe(false);
});
