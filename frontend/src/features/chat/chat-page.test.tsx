import { screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import type { Backend, SpaceView } from "../../backend/backend";
import { fixtures } from "../../testing/fixtures";
import { quickBackend, renderPage } from "../../testing/render";
import { ChatPage } from "./chat-page";

function open(session: string, backend: Backend = quickBackend(), change: Partial<SpaceView> = {}) {
  const [first] = fixtures.spaces;
  if (!first) throw new Error("There are no fixtures.");
  const space = { ...first, ...change };
  const on = { onInspect: vi.fn(), onOpen: vi.fn(), onModels: vi.fn() };
  const page = renderPage(<ChatPage space={space} session={session} chosen="" {...on} />, backend);
  return { ...page, ...on, ...page.ways };
}

const box = () => screen.findByLabelText<HTMLTextAreaElement>("Message");
const card = (name: RegExp) => screen.findByRole("article", { name });

it("shows what was said and done, each call as one line that opens", async () => {
  const { user, onInspect } = open("chat-tests");
  const edit = await card(/^Edit src\/totals.sh: Done/);
  expect(within(edit).getByText("+1 −1")).toBeTruthy();
  await user.click(within(edit).getByRole("button", { expanded: false }));
  expect(within(edit).getByLabelText("Command").textContent).toContain("+++ src/totals.sh");
  expect(edit.textContent).toContain("Changed 1 file.");
  await user.click(within(edit).getByRole("button", { name: /Why was this allowed/ }));
  expect(onInspect.mock.calls[0]?.[0]).toMatchObject({ id: "run-01-c4" });
});

it("shows the four states", async () => {
  open("chat-states");
  await card(/^Read notes\/plan.md: Done/);
  await card(/^Run a shell command: Network is off/);
  expect(within(await card(/^Deploy to Staging: Waiting for you/)).getByRole("button", { name: "Deny" })).toBeTruthy();
  const running = await card(/^Run a shell command: Running/);
  expect(within(running).getByLabelText("Live output").textContent).toContain("page 3 of 12");
});

it("says who has answered a call, and where", async () => {
  const { user } = open("chat-release");
  const card = await screen.findByRole("article", { name: /^Deploy to Staging: Denied/ });
  await user.click(within(card).getByRole("button", { expanded: false }));
  expect(within(card).getByText("Decided by").nextSibling?.textContent).toBe("you, in the window");
});

it("leads from what the walls stopped to where they can be opened, and says which held", async () => {
  const { user, walls } = open("chat-states");
  const stopped = await card(/^Run a shell command: Network is off/);
  await user.click(within(stopped).getByRole("button", { expanded: false }));
  expect(within(stopped).getByText("Sandbox on")).toBeTruthy();
  await user.click(within(stopped).getByRole("button", { name: "Network settings…" }));
  expect(walls).toHaveBeenCalledOnce();
});

it("shows what a call asks on its way with the call, and lets it go on", async () => {
  const { user } = open("chat-states", quickBackend({ registry: true }));
  const asking = await screen.findByRole("button", { name: "Allow in this space" });
  const asker = within(asking.closest("article") ?? document.body);
  expect(asker.getByText("Run a shell command")).toBeTruthy();
  expect(asker.getByText("May builds in welcome reach the package registries?")).toBeTruthy();
  await waitFor(() => expect(asking.hasAttribute("disabled")).toBe(false));
  await user.click(asking);
  await card(/^Run a shell command: Running/);
  expect(asker.getByLabelText("Command").textContent).toBe("make guide");
});

it("sends with Enter, breaks the line with Shift+Enter, and shows the answer", async () => {
  const backend = quickBackend();
  const send = vi.fn(backend.send);
  const { user } = open("chat-tests", { ...backend, send });
  await user.type(await box(), "first{Shift>}{Enter}{/Shift}second{Enter}");
  await screen.findByText("All of it went well.");
  expect(send).toHaveBeenCalledExactlyOnceWith("chat-tests", "first\nsecond");
  expect((await box()).value).toBe("");
  expect(await screen.findByRole("button", { name: "Send" })).toBeTruthy();
  expect(screen.getByText("Guide has finished.").getAttribute("role")).toBe("status");
});

it("keeps what was not sent, and offers to send it again", async () => {
  const backend = quickBackend();
  let broken = true;
  const send: Backend["send"] = (...args) => (broken ? Promise.reject(new Error("The disk is full.")) : backend.send(...args));
  const { user } = open("chat-tests", { ...backend, send });
  await user.type(await box(), "hello{Enter}");
  expect((await screen.findByRole("alert")).textContent).toContain("The disk is full.");
  broken = false;
  await user.click(screen.getByRole("button", { name: "Send again" }));
  await screen.findByText("hello");
});

it("completes a tool line and calls the tool without a model", async () => {
  const { user } = open("chat-tests");
  const field = await box();
  await user.type(field, "/run-t");
  expect((await screen.findByRole("option", { selected: true })).textContent).toContain("run-tests");
  await user.keyboard("{Enter}");
  expect(field.value).toBe("/run-tests ");
  expect((await screen.findByRole("option", { selected: true })).textContent).toContain("suite=");
  await user.keyboard("{Tab}unit{Enter}");
  await waitFor(() => expect(screen.getAllByRole("article", { name: /^Run the tests: (Done|Failed, exit 1)$/ })).toHaveLength(3));
  // What the person called, they want to read: it stays open.
  expect(screen.getAllByRole("article", { name: /^Run the tests/ }).at(-1)?.textContent).toContain("all done");
});

it("closes the completions with Escape", async () => {
  const { user } = open("chat-tests");
  await user.type(await box(), "/");
  await screen.findByRole("listbox", { name: "Suggestions" });
  await user.keyboard("{Escape}");
  expect(screen.queryByRole("listbox", { name: "Suggestions" })).toBeNull();
});

it("cancels a run", async () => {
  const { user } = open("chat-states");
  await user.click(await screen.findByRole("button", { name: "Cancel" }));
  await screen.findByText("You cancelled this run.");
  await screen.findByRole("button", { name: "Send" });
});

it("cancels one call, and lets the run go on", async () => {
  const cancelCall = vi.fn(() => Promise.resolve());
  const { user } = open("chat-states", { ...quickBackend(), cancelCall });
  await user.click(await screen.findByRole("button", { name: "Cancel call" }));
  await waitFor(() => expect(cancelCall).toHaveBeenCalledExactlyOnceWith("run-05-c4"));
  expect(screen.getByRole("button", { name: "Cancel" })).toBeTruthy();
});

it("says why a run failed", async () => {
  const { user } = open("chat-tests");
  await user.type(await box(), "offline{Enter}");
  expect((await screen.findByRole("alert")).textContent).toContain("connection refused at 127.0.0.1:11434");
});

it("says that a chat is not there, and where to go", async () => {
  const { user, onOpen } = open("chat-gone");
  await user.click(await screen.findByRole("button", { name: "See chats in Welcome" }));
  expect(onOpen).toHaveBeenCalledWith("");
});

it("says that a chat could not be read, beside a way to try again", async () => {
  open("chat-tests", quickBackend({ fail: ["sessionEvents"] }));
  expect((await screen.findByRole("alert")).textContent).toContain("The journal is locked");
  expect(screen.getByRole("button", { name: "Try again" })).toBeTruthy();
});

it("branches before a message, which can be written anew, and behind an answer", async () => {
  const backend = quickBackend();
  const branch = vi.fn(backend.branch);
  const { user, onOpen, live } = open("chat-tests", { ...backend, branch });
  await user.click(await screen.findByRole("button", { name: "Edit in a branch" }));
  await waitFor(() => expect(onOpen).toHaveBeenCalledOnce());
  expect(branch).toHaveBeenLastCalledWith("run-01", 0);
  const begun = onOpen.mock.calls[0]?.[0] as string;
  expect(live.store.getState().drafts[begun]).toBe("Why does the unit suite fail? Please fix it.");
  const [behind] = await screen.findAllByRole("button", { name: "Branch from here" });
  if (!behind) throw new Error("There is no answer.");
  await user.click(behind);
  await waitFor(() => expect(branch).toHaveBeenLastCalledWith("run-01", 1));
});
