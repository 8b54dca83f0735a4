import { screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import type { Backend, SpaceView } from "../../backend/backend";
import { fixtures } from "../../testing/fixtures";
import { quickBackend, renderPage } from "../../testing/render";
import { ChatStart } from "./chat-start";

function open(backend: Backend = quickBackend(), change: Partial<SpaceView> = {}) {
  const [first] = fixtures.spaces;
  if (!first) throw new Error("There are no fixtures.");
  const on = { onOpen: vi.fn(), onModels: vi.fn(), onServers: vi.fn() };
  return { ...renderPage(<ChatStart space={{ ...first, ...change }} {...on} />, backend), ...on };
}

it("says what would be here in an empty chat, and how to begin one", async () => {
  const { user, onOpen } = open();
  await user.click(await screen.findByRole("button", { name: /Reviewer/ }));
  await waitFor(() => expect(onOpen).toHaveBeenCalledWith(expect.stringContaining("live-chat")));
});

it("offers to connect a model where none is connected", async () => {
  const backend = quickBackend();
  const settings: Backend["settings"] = async () => ({ ...(await backend.settings()), defaultModel: "guide/guide", providers: [] });
  const { user, onModels } = open({ ...backend, settings });
  await user.click(await screen.findByRole("button", { name: "Connect a model" }));
  expect(onModels).toHaveBeenCalled();
});

it("takes the tour: a chat that the space's script answers", async () => {
  const backend = quickBackend();
  const setModel = vi.fn(backend.setModel);
  const send = vi.fn(backend.send);
  const { user, onOpen } = open({ ...backend, setModel, send }, { tour: "tour/welcome" });
  await user.click(await screen.findByRole("button", { name: "Take the tour" }));
  await waitFor(() => expect(onOpen).toHaveBeenCalled());
  const [chat] = onOpen.mock.calls[0] as [string];
  expect(setModel).toHaveBeenCalledWith(chat, "tour/welcome");
  expect(send).toHaveBeenCalledWith(chat, expect.any(String));
});

it("offers no tour where there is none, and says why one did not begin", async () => {
  open(quickBackend(), { tour: "" });
  await screen.findByText("Start a chat");
  expect(screen.queryByRole("button", { name: "Take the tour" })).toBeNull();
  const { user } = open(quickBackend({ fail: ["send"] }), { tour: "tour/welcome" });
  await user.click(await screen.findByRole("button", { name: "Take the tour" }));
  expect((await screen.findByRole("alert")).textContent).toContain("Couldn't start the tour.");
});
