import { screen, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { fixtures } from "../../testing/fixtures";
import { quickBackend, renderPage } from "../../testing/render";
import { ChatPage } from "./chat-page";
import { ChatStart } from "./chat-start";

const TOUR = "scripted/agent/tour.jsonl";

it("shows what is done of the tour and what may be said, until another model answers", async () => {
  const [space] = fixtures.spaces;
  if (!space) throw new Error("There are no fixtures.");
  const backend = quickBackend();
  await backend.setModel("chat-tests", TOUR);
  const { user } = renderPage(<ChatPage space={{ ...space, tour: TOUR }} session="chat-tests" chosen="" onInspect={vi.fn()} onOpen={vi.fn()} onModels={vi.fn()} />, backend);
  const tour = within(await screen.findByRole("region", { name: "Tour" }));
  await tour.findByRole("button", { name: "Lend The Hobbit to Ada" });
  expect(tour.getByText("See what an agent does").closest("li")?.textContent).toContain("(done)");
  await user.click(await screen.findByRole("button", { name: "Undo this turn" }));
  await user.click(await screen.findByRole("button", { name: /^Put back 6 files/ }));
  expect((await tour.findByText("Undo a change")).closest("li")?.textContent).toBeTruthy();
  await screen.findByText("You put back 6 files and 1 folder.");
  expect(tour.getByText("Undo a change").closest("li")?.textContent).toContain("(done)");
  await backend.setModel("chat-tests", "ollama/qwen3");
  await vi.waitFor(() => expect(screen.queryByRole("region", { name: "Tour" })).toBeNull());
});

it("begins a chat with a question that is pressed", async () => {
  const [space] = fixtures.spaces;
  if (!space) throw new Error("There are no fixtures.");
  const backend = quickBackend();
  const send = vi.fn(backend.send);
  const onOpen = vi.fn();
  const { user } = renderPage(<ChatStart space={space} onOpen={onOpen} onModels={vi.fn()} onServers={vi.fn()} />, { ...backend, send });
  await user.click(await screen.findByRole("button", { name: /^What is in this folder/ }));
  await vi.waitFor(() => expect(onOpen).toHaveBeenCalledTimes(1));
  expect(send.mock.calls[0]?.[1]).toBe("What is in this folder? Say it in five sentences.");
});
