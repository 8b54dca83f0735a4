import { act, screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import type { Backend } from "../../backend/backend";
import { fixtures } from "../../testing/fixtures";
import { quickBackend, renderPage } from "../../testing/render";
import { ChatPage } from "./chat-page";

function open(session: string, backend: Backend = quickBackend()) {
  const [space] = fixtures.spaces;
  if (!space) throw new Error("There are no fixtures.");
  const onOpen = vi.fn();
  const page = renderPage(<ChatPage space={space} session={session} chosen="" onInspect={vi.fn()} onOpen={onOpen} onModels={vi.fn()} />, backend);
  return { ...page, onOpen };
}

const box = () => screen.findByLabelText<HTMLTextAreaElement>("Message");
const rows = () => within(screen.getByRole("region", { name: "Queue" })).getAllByRole("listitem").map(({ textContent }) => textContent.replace(/(Stop and s|S)end now$/, ""));

it("queues what is sent while the agent works, and lets it be edited, removed and sent at once", async () => {
  const backend = quickBackend();
  const send = vi.fn(backend.send);
  const { user } = open("chat-states", { ...backend, send });
  await user.type(await box(), "   {Enter}one{Enter}two{Enter}three{Enter}");
  expect(send).not.toHaveBeenCalled();
  expect((await box()).value).toBe("");
  expect(rows()).toEqual(["one", "two", "three"]);
  await user.click(screen.getByRole("button", { name: "Remove queued: two" }));
  await user.click(screen.getByRole("button", { name: "Edit queued: one" }));
  expect((await box()).value).toBe("one");
  await user.type(await box(), " again{Enter}");
  expect(rows()).toEqual(["three", "one again"]);
  // ↑ takes the last one back.
  await user.type(await box(), "{ArrowUp}");
  expect((await box()).value).toBe("one again");
  await user.keyboard("{Enter}");
  const [, last] = screen.getAllByRole("button", { name: "Stop and send now" });
  if (!last) throw new Error("There is no second row.");
  await user.click(last);
  await waitFor(() => expect(send.mock.calls.map(([, text]) => text)).toEqual(["one again", "three"]));
  await waitFor(() => expect(screen.queryByRole("region", { name: "Queue" })).toBeNull());
});

it("sends what waits when a run has ended well, also if nobody looks at the chat", async () => {
  const backend = quickBackend();
  const send = vi.fn(backend.send);
  const { live, unmount } = open("chat-tests", { ...backend, send });
  await box();
  const run = await backend.send("chat-tests", "first");
  act(() => live.outgoing.queue("chat-tests", run.id, { text: "second", attached: [] }));
  unmount();
  await waitFor(() => expect(send).toHaveBeenCalledExactlyOnceWith("chat-tests", "second"));
  expect(live.store.getState().queues).toEqual({});
});

it("holds what waits when a run was stopped, until the person sends it", async () => {
  const backend = quickBackend();
  const send = vi.fn(backend.send);
  const { user } = open("chat-states", { ...backend, send });
  await user.type(await box(), "later{Enter}");
  await user.click(await screen.findByRole("button", { name: "Cancel" }));
  await screen.findByText("Not sent, because the run before was stopped or failed");
  expect(send).not.toHaveBeenCalled();
  await user.click(screen.getByRole("button", { name: "Send now" }));
  await waitFor(() => expect(send).toHaveBeenCalledExactlyOnceWith("chat-states", "later"));
});

it("keeps a queued message that cannot be sent", async () => {
  const backend = quickBackend();
  const send = vi.fn<Backend["send"]>(() => Promise.reject(new Error("The disk is full.")));
  const { live, user } = open("chat-states", { ...backend, send });
  await user.type(await box(), "later{Enter}");
  await user.click(await screen.findByRole("button", { name: "Stop and send now" }));
  await waitFor(() => expect(live.store.getState().notices.map(({ text }) => text)).toEqual(["Couldn't send a queued message: The disk is full."]));
  expect(rows()).toEqual(["later"]);
});

it("stops with Escape when nothing else is open, and one writes on", async () => {
  const { user } = open("chat-states");
  await user.type(await box(), "/");
  await screen.findByRole("listbox", { name: "Suggestions" });
  await user.keyboard("{Escape}");
  expect(screen.getByRole("button", { name: "Cancel" })).toBeTruthy();
  await user.click(screen.getByRole("log"));
  await user.keyboard("{Escape}");
  await screen.findByText("You cancelled this run.");
  await screen.findByRole("button", { name: "Send" });
  expect(document.activeElement).toBe(await box());
});

it("leaves Escape to what is open in front of the chat", async () => {
  const cancelRun = vi.fn(quickBackend().cancelRun);
  const { user } = open("chat-states", { ...quickBackend(), cancelRun });
  await box();
  await user.click(screen.getByRole("button", { name: /^More for/ }));
  await screen.findByRole("menu");
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("menu")).toBeNull());
  expect(cancelRun).not.toHaveBeenCalled();
});

it("says the last message anew with ↑, in a new chat", async () => {
  const backend = quickBackend();
  const branch = vi.fn(backend.branch);
  const send = vi.fn(backend.send);
  const { user, onOpen } = open("chat-tests", { ...backend, branch, send });
  await screen.findByText("The unit suite passes now.");
  await user.type(await box(), "{ArrowUp}");
  expect((await box()).value).toBe("Why does the unit suite fail? Please fix it.");
  expect(screen.getByText(/begins a new chat from that place/)).toBeTruthy();
  await user.keyboard("{Escape}");
  expect((await box()).value).toBe("");
  await user.keyboard("{ArrowUp} Now.{Enter}");
  await waitFor(() => expect(onOpen).toHaveBeenCalledOnce());
  expect(branch).toHaveBeenCalledExactlyOnceWith("run-01", 0);
  expect(send).toHaveBeenCalledExactlyOnceWith(onOpen.mock.calls[0]?.[0], "Why does the unit suite fail? Please fix it. Now.");
});

it("loses nothing of an edited message that cannot be sent", async () => {
  const { user, onOpen, live } = open("chat-tests", quickBackend({ fail: ["send"] }));
  await screen.findByText("The unit suite passes now.");
  await user.type(await box(), "{ArrowUp}{Enter}");
  await waitFor(() => expect(onOpen).toHaveBeenCalledOnce());
  expect(live.store.getState().drafts[onOpen.mock.calls[0]?.[0] as string]).toBe("Why does the unit suite fail? Please fix it.");
  expect(live.store.getState().notices[0]?.text).toContain("which is now the draft of the new chat");
});
