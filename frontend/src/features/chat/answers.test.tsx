import { screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import type { AppEvent, Backend } from "../../backend/backend";
import { fixtures } from "../../testing/fixtures";
import { quickBackend, renderPage } from "../../testing/render";
import { ChatPage } from "./chat-page";

function open(backend: Backend = quickBackend(), session = "chat-tests") {
  const [space] = fixtures.spaces;
  if (!space) throw new Error("There are no fixtures.");
  const onOpen = vi.fn();
  return { ...renderPage(<ChatPage space={space} session={session} chosen="" onInspect={vi.fn()} onOpen={onOpen} onModels={vi.fn()} />, backend), onOpen };
}

async function ask(words: string) {
  const page = open();
  await screen.findByText("The unit suite passes now.");
  await page.user.type(screen.getByLabelText("Message"), `${words}{Enter}`);
  return page;
}

it("folds what was thought to a line with its time", async () => {
  const { user } = await ask("Tell me everything you know");
  const line = await screen.findByRole("button", { name: "Thought for 4.2 s" });
  expect(screen.queryByText(/The guide has five pages/)).toBeNull();
  await user.click(line);
  screen.getByText(/The guide has five pages/);
});

it("shows a model think, with the time that it takes", async () => {
  let send: (event: AppEvent) => void = () => undefined;
  const backend = quickBackend();
  const { live } = open({ ...backend, listen: (hear) => (backend.listen(hear), (send = hear), () => undefined) }, "chat-states");
  await screen.findByText("Deploy to Staging");
  const delta = (text: string, thinking: boolean) => send({ kind: "delta", delta: { session: "chat-states", run: "run-05", text, thinking } });
  for (let i = 0; i < 1000; i += 1) delta(`hm ${"x".repeat(1000)}`, true);
  await screen.findByRole("button", { name: /^Thinking… \d+ s$/ });
  expect(live.store.getState().feeds["session:chat-states"]?.turns.at(-1)?.thinking?.text.length).toBeLessThanOrEqual(20_000);
  delta("Here ", false);
  await screen.findByRole("button", { name: /^Thought for/ });
  screen.getByText("Here");
});

it("makes one line of many calls that only read, which opens", async () => {
  const { user } = await ask("Tell me everything you know");
  const line = await screen.findByRole("button", { name: /^Read 5 files/ });
  expect(screen.queryByRole("article", { name: /^Read menu.ts/ })).toBeNull();
  screen.getByRole("article", { name: "Run: npm run check: Failed, exit 1" });
  await user.click(line);
  expect(within(screen.getByRole("region", { name: "Read 5 files" })).getAllByRole("article", { name: /^Read .*: Done$/ })).toHaveLength(5);
});

it("lists all calls of an answer at once, before they begin", async () => {
  let send: (event: AppEvent) => void = () => undefined;
  const backend = quickBackend();
  open({ ...backend, listen: (hear) => (backend.listen(hear), (send = hear), () => undefined) }, "chat-states");
  await screen.findByText("Deploy to Staging");
  let seq = 10_000;
  const tell = (kind: string, call: string, data: object) => {
    seq += 1;
    send({ kind: "journal", space: "", session: "chat-states", journal: { seq, run: "run-05", call, time: "2026-11-20T12:00:00Z", kind, data: JSON.stringify(data) } });
  };
  tell("replied", "", { text: "", turn: 7, calls: [{ id: "a", call: "q1", name: "sleep", input: {} }, { id: "b", call: "q2", name: "bash", input: { command: "make" } }] });
  await screen.findByRole("article", { name: "bash: Queued" });
  screen.getByRole("article", { name: "sleep: Queued" });
  tell("called", "q2", { tool: "bash", input: { command: "make" }, caller: "agent", turn: 7, ordinal: 2 });
  tell("started", "q2", { tool: "bash", title: "Run: make", detail: "make" });
  await screen.findByRole("article", { name: "Run: make: Running" });
  tell("ended", "", { state: "cancelled" });
  await screen.findByRole("article", { name: "sleep: Cancelled" });
});

it("copies and saves what was said, as it was written", async () => {
  const copy = vi.fn(() => Promise.resolve());
  const saveText = vi.fn(() => Promise.resolve(""));
  const { user } = open({ ...quickBackend(), copy, saveText });
  await screen.findByText("The unit suite passes now.");
  await user.click(screen.getByRole("button", { name: "Copy prompt" }));
  expect(copy).toHaveBeenCalledWith("Why does the unit suite fail? Please fix it.");
  const saves = screen.getAllByRole("button", { name: "Save as Markdown…" });
  const last = saves.at(-1);
  if (last) await user.click(last);
  await waitFor(() => expect(saveText).toHaveBeenCalledWith("answer.md", expect.stringContaining("**What was wrong:** `round`")));
});

it("tries a message again in a branch", async () => {
  const backend = quickBackend();
  const send = vi.fn(backend.send);
  const { user, onOpen } = open({ ...backend, send });
  await user.click(await screen.findByRole("button", { name: "Try again in a branch" }));
  await waitFor(() => expect(onOpen).toHaveBeenCalledOnce());
  expect(send).toHaveBeenCalledWith(onOpen.mock.calls[0]?.[0], "Why does the unit suite fail? Please fix it.");
});

it("exports a chat as Markdown, in which nothing of a result is markup", async () => {
  const saveText = vi.fn<Backend["saveText"]>(() => Promise.resolve("/home/ada/chat.md"));
  const { user } = open({ ...quickBackend(), saveText });
  await screen.findByText("The unit suite passes now.");
  await user.click(screen.getByRole("button", { name: "More for Why does the unit suite fail?" }));
  await user.click(await screen.findByRole("menuitem", { name: "Export as Markdown…" }));
  await waitFor(() => expect(saveText).toHaveBeenCalledOnce());
  const [name, text = ""] = saveText.mock.calls[0] ?? [];
  expect(name).toBe("Why does the unit suite fail?.md");
  expect(text).toMatch(/^# Why does the unit suite fail\?\n\n## You · /);
  expect(text).toContain("<details><summary>");
  expect(text).toContain("**What was wrong:**");
});

it("finds lines in what a program has printed, and saves all of it", async () => {
  const { user, backend } = await ask("Tell me everything you know");
  const saveText = vi.spyOn(backend, "saveText");
  await user.click(await screen.findByRole("button", { name: /^Run: npm run check/ }));
  await user.type(screen.getByRole("searchbox", { name: "Find in output" }), "page 5");
  await screen.findByText("11 of 60 lines");
  expect(screen.getByLabelText("Output").textContent).toMatch(/^5: page 5 of 60: ok\n50: page 50/);
  await user.click(screen.getByRole("button", { name: "Save output…" }));
  await waitFor(() => expect(saveText).toHaveBeenCalledWith("stdout.txt", expect.stringMatching(/^page 1 of 60: ok\n/)));
});
