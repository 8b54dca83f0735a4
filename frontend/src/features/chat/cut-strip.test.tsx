import { screen, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import type { Backend } from "../../backend/backend";
import { fixtures } from "../../testing/fixtures";
import { quickBackend, renderPage } from "../../testing/render";
import { ChatPage } from "./chat-page";

function open(session: string, backend: Backend) {
  const [space] = fixtures.spaces;
  if (!space) throw new Error("There are no fixtures.");
  return renderPage(<ChatPage space={space} session={session} chosen="" onInspect={vi.fn()} onOpen={vi.fn()} onModels={vi.fn()} />, backend);
}

/** A backend in which the answer of chat-tests was cut. */
function cutBackend(change: Partial<Backend> = {}) {
  const backend = quickBackend();
  let cut = "run-01";
  return {
    ...backend,
    sessions: async (space: string) => (await backend.sessions(space)).map((chat) => (chat.id === "chat-tests" ? { ...chat, cut } : chat)),
    resume: vi.fn(() => {
      cut = "";
      return backend.run("run-01");
    }),
    ...change,
  };
}

it("offers to go on with an answer that was cut, once every lost call is decided", async () => {
  const backend = cutBackend();
  const { user } = open("chat-tests", backend);
  const strip = within(await screen.findByRole("region", { name: "This answer was cut when Handrail ended." }));
  const goOn = await strip.findByRole<HTMLButtonElement>("button", { name: "Go on" });
  expect(goOn.disabled).toBe(true);
  const lost = within(strip.getByRole("article", { name: "Deploy to Staging" }));
  expect(lost.getByLabelText("Output").textContent).toContain("copying 3 of 7");
  expect(lost.getAllByRole("radio").map(({ textContent }) => textContent)).toEqual(["It happened", "Run again", "Stop here"]);
  await user.click(lost.getByRole("radio", { name: "It happened" }));
  await user.click(goOn);
  expect(backend.resume).toHaveBeenCalledExactlyOnceWith("run-01", "ollama/qwen3", [{ call: "run-01-lost", fate: "happened" }]);
});

it("says why an answer cannot go on, and what is known of a call that cannot run again", async () => {
  const view = { run: "run-01", agent: "Guide", changed: true, model: "ollama/qwen3", problem: "There is no provider ollama.", lost: [] };
  open("chat-tests", cutBackend({ cut: () => Promise.resolve(view) }));
  expect(await screen.findByText("There is no provider ollama. Choose another model above to go on.")).toBeTruthy();
  expect(screen.getByText("Guide was changed since, and goes on in its new version.")).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Go on" }).disabled).toBe(true);
});

it("shows what a snapshot knows of a lost call", async () => {
  const lost = { call: "c1", agent: "Helper", tool: "bash", title: "Run: make", detail: "make", began: "", changed: 2, late: false, printed: "", repeatable: false, differs: "" };
  open("chat-tests", cutBackend({ cut: () => Promise.resolve({ run: "run-01", agent: "Guide", changed: false, model: "", problem: "", lost: [{ ...lost, late: true }, { ...lost, call: "c2", title: "Run: ls", changed: 0, repeatable: true, differs: "it would run in /b, and ran in /a" }] }) }));
  const first = within(await screen.findByRole("article", { name: "Run: make" }));
  expect(first.getByText("Its snapshot shows 2 changed files. It was taken later, so some of that may be your own doing.")).toBeTruthy();
  expect(first.getByText("by Helper")).toBeTruthy();
  expect(first.queryByRole("radio", { name: "Run again" })).toBeNull();
  expect(within(screen.getByRole("article", { name: "Run: ls" })).getByText("Its snapshot shows no changed file.")).toBeTruthy();
  screen.getByText("Run again, it would do something else than before, so Handrail asks you first: it would run in /b, and ran in /a.");
});
