import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import type { Backend, SpaceView } from "../../backend/backend";
import { fixtures } from "../../testing/fixtures";
import { quickBackend, renderPage } from "../../testing/render";
import { ChatPage } from "./chat-page";

afterEach(() => window.localStorage.clear());

function open(session: string, change: Partial<Backend> = {}, mode: SpaceView["mode"] = "ask") {
  const [space] = fixtures.spaces;
  if (!space) throw new Error("There are no fixtures.");
  const on = { onInspect: vi.fn(), onOpen: vi.fn(), onModels: vi.fn(), onServers: vi.fn() };
  return renderPage(<ChatPage space={{ ...space, mode }} session={session} chosen="" {...on} />, { ...quickBackend(), ...change });
}

const model = () => screen.findByRole("button", { name: /^Chat model/ });

it("chooses a model by a search, favourites first, which are kept", async () => {
  const setModel = vi.fn(quickBackend().setModel);
  const { user } = open("chat-tests", { setModel });
  await user.click(await model());
  const names = () => screen.getAllByRole("option").map(({ textContent }) => textContent);
  const [, second] = await screen.findAllByRole("option");
  const liked = second?.textContent ?? "";
  await user.click(screen.getByRole("button", { name: `Add ${liked} to favourites` }));
  expect(names()[0]).toBe(liked);
  await user.type(screen.getByRole("combobox", { name: "Search models" }), "no such model");
  await screen.findByText("No model has these words.");
  await user.clear(screen.getByRole("combobox", { name: "Search models" }));
  await user.keyboard("{Enter}");
  await waitFor(() => expect(setModel).toHaveBeenCalledExactlyOnceWith("chat-tests", liked));
  await user.click(await model());
  expect((await screen.findAllByRole("option"))[0]?.textContent).toBe(liked);
});

it("changes the agent between messages", async () => {
  const setAgent = vi.fn(quickBackend().setAgent);
  const { user } = open("chat-tests", { setAgent });
  await user.click(await screen.findByRole("button", { name: "Agent: Guide" }));
  await user.click(await screen.findByRole("menuitem", { name: "Reviewer" }));
  await waitFor(() => expect(setAgent).toHaveBeenCalledExactlyOnceWith("chat-tests", "reviewer"));
});

it("makes a mode stricter at once, and says first what a wider one lets through", async () => {
  const setMode = vi.fn<Backend["setMode"]>(quickBackend().setMode);
  const { user } = open("chat-tests", { setMode });
  await user.click(await screen.findByRole("button", { name: "Mode: Ask" }));
  await user.click(await screen.findByRole("menuitem", { name: "Workspace" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Change to Workspace" }));
  expect(dialog.getByText(/without asking you/)).toBeTruthy();
  expect(setMode).not.toHaveBeenCalled();
  await user.click(dialog.getByRole("button", { name: "Change to Workspace" }));
  await waitFor(() => expect(setMode).toHaveBeenCalledExactlyOnceWith("/home/ada/welcome", "workspace"));
  await user.click(await screen.findByRole("button", { name: "Mode: Ask" }));
  await user.click(await screen.findByRole("menuitem", { name: "Read-only" }));
  await waitFor(() => expect(setMode).toHaveBeenLastCalledWith("/home/ada/welcome", "read-only"));
});

it("tells how full the model's window is, and nothing before it was asked", async () => {
  const { user } = open("chat-tests", { contextWindow: () => Promise.resolve(4000) });
  await user.type(await screen.findByLabelText("Message"), "Run them{Enter}");
  await screen.findByText("All of it went well.");
  expect((await screen.findByRole("group", { name: "Used" })).textContent).toMatch(/^1\.2k of 4k tokens$/);
});

it("leads to the latest from where one reads, and comes back there", async () => {
  const { live, unmount } = open("chat-tests");
  await screen.findByText("The unit suite passes now.");
  const log = screen.getByRole("log");
  Object.defineProperties(log, { scrollHeight: { value: 2000 }, clientHeight: { value: 500 } });
  for (const top of [1500, 300]) {
    log.scrollTop = top;
    fireEvent.scroll(log);
  }
  expect(live.outgoing.places.get("chat-tests")).toEqual({ top: 300, shown: 20 });
  const button = await screen.findByRole("button", { name: "Jump to latest" });
  fireEvent.click(button);
  expect(log.scrollTop).toBe(2000);
  expect(screen.queryByRole("button", { name: "Jump to latest" })).toBeNull();
  expect(live.outgoing.places.size).toBe(0);
  unmount();
});
