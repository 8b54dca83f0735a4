import { screen, waitFor } from "@testing-library/react";
import { expect, it, onTestFinished, vi } from "vitest";
import type { Backend, QuestionView } from "../backend/backend";
import { quickBackend, renderPage } from "../testing/render";
import { ARM_MS } from "./armed";
import { Question } from "./question";

const question: QuestionView = {
  id: "q1", run: "r", call: "c", session: "s", space: "/s", spaceName: "Welcome", chat: "", agent: 'The agent "guide"', tool: "deploy", title: "Deploy to Staging", detail: "bash scripts/deploy.sh",
  folder: "", effects: [{ kind: "run", target: "bash" }], caller: { kind: "agent", name: "guide", token: "", calledBy: "" }, deeds: [], because: [], would: [], marked: [], yes: "", by: "confirm: true", decider: { kind: "confirm", name: "" }, file: "", input: "", rehearses: false, came: [],
  offers: [{ id: "act/session", label: "Always allow exactly this, in this session" }], why: "its author wants you to be asked", digest: "d", asked: "2026-11-20T09:00:00Z", expires: "", state: "waiting", ended: "", dialog: "",
};

function ask(as: Partial<QuestionView>, own: Partial<Backend> = {}) {
  const questionShown = vi.fn(() => Promise.resolve(question));
  const rendered = renderPage(<Question question={{ ...question, ...as }} onAnswered={() => undefined} />, { ...quickBackend(), questionShown, ...own });
  return { ...rendered, questionShown };
}

const button = (name: string) => screen.getByRole<HTMLButtonElement>("button", { name });
const armed = (name: string) => waitFor(() => expect(button(name).disabled).toBe(false));

it.each([["open", "Answer it there, or move it here."], ["coming", "A dialog asks this as soon as you pause typing."]] as const)("is asked in one place: of a dialog that is %s it says so, and takes the question over", async (dialog, text) => {
  const takeQuestion = vi.fn(() => Promise.resolve());
  const { user, questionShown } = ask({ dialog }, { takeQuestion });
  const status = screen.getByRole("status");
  expect(status.textContent).toContain(`Asked in a dialog${text}`);
  expect(screen.getByLabelText("Preview").textContent).toBe("bash scripts/deploy.sh");
  expect(screen.queryByRole("button", { name: "Deny" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Run once" })).toBeNull();
  // The dialog has a clock of its own, from when it is shown.
  expect(questionShown).not.toHaveBeenCalled();
  await user.click(button("Answer here"));
  expect(takeQuestion).toHaveBeenCalledExactlyOnceWith("q1");
});

it("marks the lines that make it ask, and says what it would do in words", () => {
  ask({ detail: "cd web\nrm -rf ./cache\nmake", marked: [2], would: ["delete the folder ./cache", "run make"], chat: "Tidy up" });
  expect(screen.getByLabelText("Preview").querySelector("[data-marked]")?.textContent).toBe("This line is why it asks: rm -rf ./cache");
  button("See line 2");
  expect(screen.getByText("Effects").nextSibling?.textContent).toBe("delete the folder ./cacherun make");
  expect(screen.getByText("Chat").nextSibling?.textContent).toBe("Tidy up");
});

/** Lays places out that scroll: so high, of which so much is in sight. */
function layOut(scrollHeight: number, clientHeight: number) {
  for (const [name, value] of Object.entries({ scrollHeight, clientHeight })) {
    const before = Object.getOwnPropertyDescriptor(Element.prototype, name);
    Object.defineProperty(Element.prototype, name, { configurable: true, get: () => value });
    onTestFinished(() => {
      if (before) Object.defineProperty(Element.prototype, name, before);
    });
  }
}

it("runs a long text only when its end has been in sight, and then always", async () => {
  layOut(2000, 400);
  const { user } = ask({ detail: Array.from({ length: 100 }, (_, i) => `echo ${String(i)}`).join("\n") });
  await screen.findByText("Scroll to the end of the text to run it.");
  // Whatever arms it, it is not to be pressed before.
  await new Promise((resolve) => setTimeout(resolve, ARM_MS + 100));
  expect(button("Run once").disabled).toBe(true);
  expect(button("Always…").disabled).toBe(true);
  expect(button("Deny").disabled).toBe(false);
  const act = screen.getByLabelText("Preview");
  act.scrollTop = 1598;
  act.dispatchEvent(new Event("scroll"));
  await armed("Run once");
  act.scrollTop = 0;
  act.dispatchEvent(new Event("scroll"));
  expect(button("Run once").disabled).toBe(false);
  await user.click(button("Always…"));
  screen.getByText("How long should this be allowed?");
});
