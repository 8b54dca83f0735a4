import { createEvent, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import type { Backend } from "../../backend/backend";
import { fixtures } from "../../testing/fixtures";
import { quickBackend, renderPage } from "../../testing/render";
import { ChatPage } from "./chat-page";

function open(session: string, change: Partial<Backend> = {}) {
  const [space] = fixtures.spaces;
  if (!space) throw new Error("There are no fixtures.");
  const backend = quickBackend();
  const sendWith = vi.fn(backend.sendWith);
  const onOpen = vi.fn();
  const page = renderPage(<ChatPage space={space} session={session} chosen="" onInspect={vi.fn()} onOpen={onOpen} onModels={vi.fn()} />, { ...backend, sendWith, ...change });
  return { ...page, sendWith, onOpen };
}

const box = () => screen.findByLabelText<HTMLTextAreaElement>("Message");
const chips = () => screen.findByRole("region", { name: "Attached" });

async function pick(user: ReturnType<typeof open>["user"], what = "Files…") {
  await user.click(await screen.findByRole("button", { name: "Attach" }));
  await user.click(await screen.findByRole("menuitem", { name: what }));
}

/** A drop or a paste of files, as the browser tells it. */
function bring(kind: "drop" | "paste", on: Element, files: File[], types: Record<string, string> = {}): boolean {
  const items = files.map((file) => ({ kind: "file", getAsFile: () => file, webkitGetAsEntry: () => ({ isDirectory: file.name === "folder" }) }));
  const data = { files, items, types: ["Files", ...Object.keys(types)], getData: (type: string) => types[type] ?? "" };
  const event = createEvent[kind](on);
  Object.defineProperty(event, kind === "drop" ? "dataTransfer" : "clipboardData", { value: data });
  fireEvent(on, event);
  return event.defaultPrevented;
}

it("attaches what is picked, says what sending it allows, and sends what is left of it", async () => {
  const { user, sendWith } = open("chat-tests");
  await pick(user);
  const list = within(await chips());
  const names = () => within(list.getAllByRole("list")[0] ?? document.body).getAllByRole("listitem").map(({ textContent }) => textContent);
  expect(names()).toEqual(["invoice march.pdf84 kB", "plan.png1.2 MB · 12000 × 9000"]);
  expect(list.getByText("Once you send it, agents can read this in this chat, but not change it. Revoke that under “Rules”.")).toBeTruthy();
  expect(within(list.getByRole("alert")).getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual(["plan.png is a very large picture: attach a smaller copy if the model can't see it.", "/dev/sda can't be attached: it is a device. Attach files and folders."]);
  await user.click(list.getByRole("button", { name: "Remove plan.png" }));
  await pick(user, "A folder…");
  await waitFor(() => expect(names()).toEqual(["invoice march.pdf84 kB", "papersfolder"]));
  expect(list.queryByRole("alert")).toBeNull();
  await user.type(await box(), "Sum them up{Enter}");
  await screen.findByText(/@"\/home\/ada\/Documents\/invoice march.pdf"/);
  expect(sendWith.mock.calls.map(([session, text, ids]) => [session, text, ids.length])).toEqual([["chat-tests", "Sum them up", 2]]);
  expect(screen.queryByRole("region", { name: "Attached" })).toBeNull();
});

it("takes a copy of what is dropped and pasted, without words", async () => {
  const attachContent = vi.fn(quickBackend().attachContent);
  const { sendWith, user } = open("chat-tests", { attachContent });
  await box();
  bring("drop", screen.getByRole("log"), [new File(["hello"], "note.txt"), new File([], "folder")]);
  await waitFor(() => expect(attachContent).toHaveBeenCalledExactlyOnceWith("chat-tests", "note.txt", "aGVsbG8="));
  expect((await screen.findByRole("alert")).textContent).toContain("A folder can't be dropped");
  expect(bring("paste", await box(), [new File(["x"], "image.png", { type: "image/png" })], { "text/html": "<img>" })).toBe(true);
  await waitFor(async () => expect(within(await chips()).getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual(["note.txt5 bytes · copy", "image.png1 byte · copy"]));
  // Words that come with a picture of them are words.
  expect(bring("paste", await box(), [new File(["x"], "cells.png")], { "text/html": "<table>", "text/plain": "1 2" })).toBe(false);
  await user.click(screen.getByRole("button", { name: "Send" }));
  await waitFor(() => expect(sendWith.mock.calls[0]?.[1]).toBe(""));
});

it("takes as much of what is dropped as a message can have, and reads no more", async () => {
  const attachContent = vi.fn(quickBackend().attachContent);
  open("chat-tests", { attachContent });
  await box();
  const item = vi.fn((file: File) => file);
  const files = Array.from({ length: 5_000 }, (_, i) => new File(["x"], `${i}.txt`));
  const data = { files, items: files.map((file) => ({ kind: "file", getAsFile: () => item(file), webkitGetAsEntry: () => null })), types: ["Files"], getData: () => "" };
  const event = createEvent.drop(screen.getByRole("log"));
  Object.defineProperty(event, "dataTransfer", { value: data });
  fireEvent(screen.getByRole("log"), event);
  expect((await screen.findByRole("alert")).textContent).toContain("Attach at most 20 files and folders");
  await waitFor(async () => expect(within(await chips()).getAllByRole("button")).toHaveLength(20));
  expect(attachContent).toHaveBeenCalledTimes(20);
  expect(item).toHaveBeenCalledTimes(21);
});

it("asks Go for what was dropped where the page is not told", async () => {
  const attachDropped = vi.fn(quickBackend().attachDropped);
  attachDropped.mockResolvedValueOnce({ attached: [], problems: [] });
  open("chat-tests", { attachDropped });
  await box();
  bring("drop", screen.getByRole("log"), []);
  await screen.findByText("Drop files or folders here.");
  bring("drop", screen.getByRole("log"), []);
  await waitFor(async () => expect(within(await chips()).getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual(["dropped.txt12 bytes"]));
  expect(attachDropped).toHaveBeenLastCalledWith("chat-tests");
});

it("loses nothing when what is attached cannot be sent", async () => {
  const { user } = open("chat-tests", { sendWith: () => Promise.reject(new Error("/home/ada/plan.png isn't there any more: remove it, or attach it again")) });
  await pick(user);
  await chips();
  await user.type(await box(), "Look{Enter}");
  expect((await screen.findByText(/isn't there any more/)).closest("[role=alert]")).toBeTruthy();
  expect((await box()).value).toBe("Look");
  expect(within(await chips()).getAllByRole("button", { name: /^Remove/ })).toHaveLength(2);
});

it("keeps what is attached to a message that is queued, or edited", async () => {
  const { user, sendWith, onOpen } = open("chat-states");
  await pick(user, "A folder…");
  await chips();
  await user.type(await box(), "Then this{Enter}");
  await user.type(await box(), "{ArrowUp}");
  expect((await box()).value).toBe("Then this");
  await chips();
  await user.type(await box(), "{Enter}");
  await user.click(await screen.findByRole("button", { name: "Stop and send now" }));
  await screen.findByText(/@\/home\/ada\/Documents\/papers/);
  await screen.findByRole("button", { name: "Send" });
  await user.type(await box(), "{ArrowUp}");
  expect((await box()).value).toBe("Then this");
  await user.type(await box(), "!{Enter}");
  await waitFor(() => expect(onOpen).toHaveBeenCalledOnce());
  expect(sendWith.mock.calls.map(([session, text, ids]) => [session === "chat-states", text, ids.length])).toEqual([[true, "Then this", 1], [false, "Then this!", 1]]);
});

it("attaches another chat as a text of it, which an @ names", async () => {
  const attachContent = vi.fn(quickBackend().attachContent);
  const { user } = open("chat-tests", { attachContent });
  await user.type(await box(), "Go on as in @branch");
  const option = await screen.findByRole("option", { name: /Put the branch on staging/ });
  expect(option.textContent).toContain("Chat");
  await user.keyboard("{Enter}");
  await waitFor(() => expect(attachContent).toHaveBeenCalledOnce());
  const [session, name, content = ""] = attachContent.mock.calls[0] ?? [];
  expect([session, name]).toEqual(["chat-tests", "Put the branch on staging.md"]);
  expect(atob(content)).toContain("# Put the branch on staging");
  expect((await box()).value).toBe("Go on as in ");
  expect(within(await chips()).getByText("Put the branch on staging.md")).toBeTruthy();
});

it("says which chat can't be attached, and why", async () => {
  const { user } = open("chat-tests", { attachContent: () => Promise.reject(new Error("the disk is full")) });
  await user.type(await box(), "@staging");
  await user.click(await screen.findByRole("option", { name: /Put the branch on staging/ }));
  expect((await screen.findByRole("alert")).textContent).toContain("Put the branch on staging.md: the disk is full");
});
