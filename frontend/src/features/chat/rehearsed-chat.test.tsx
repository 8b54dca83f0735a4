import { screen, waitFor, within } from "@testing-library/react";
import { useState } from "react";
import { expect, it, vi } from "vitest";
import type { Backend, SpaceView } from "../../backend/backend";
import { fixtures } from "../../testing/fixtures";
import { quickBackend, renderPage } from "../../testing/render";
import { ChatPage } from "./chat-page";
import { ChatStart } from "./chat-start";

/** The page of chats, which opens the one that is begun. */
function Chats({ mode = "workspace" }: { mode?: SpaceView["mode"] }) {
  const [first] = fixtures.spaces;
  const space = first && { ...first, mode };
  const [session, setSession] = useState("");
  if (!space) throw new Error("There are no fixtures.");
  if (session === "") return <ChatStart space={space} onOpen={setSession} onModels={vi.fn()} onServers={vi.fn()} />;
  return <ChatPage space={space} session={session} chosen="" onInspect={vi.fn()} onOpen={setSession} onModels={vi.fn()} />;
}

const about = () => screen.findByRole("region", { name: "About this rehearsal" });

/** A rehearsed chat in which something was said. */
async function rehearsed(backend: Backend = quickBackend()) {
  const page = renderPage(<Chats />, backend);
  await page.user.click(await screen.findByRole("checkbox", { name: "Rehearse" }));
  await page.user.click(screen.getByRole("button", { name: /^Guide/ }));
  await about();
  await page.user.type(screen.getByRole("textbox", { name: "Message" }), "Write the report{Enter}");
  await screen.findByText(/All of it went well/);
  return page;
}

it("says what a rehearsal is, reviews it, and says what became of it", async () => {
  const { user } = await rehearsed();
  within(screen.getByRole("heading", { level: 1 })).getByText("Rehearsal");
  within(await about()).getByText("Nothing in this chat changes your files until you keep it.");
  expect(screen.queryByRole("button", { name: "Branch from here" })).toBeNull();
  await waitFor(() => expect(screen.getByRole("button", { name: "Review changes…" })).toHaveProperty("disabled", false));
  await user.click(screen.getByRole("button", { name: "Review changes…" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Rehearsal: Write the report" }));
  dialog.getByText("Nothing has changed yet. If you keep all of it, 3 items will change.");
  dialog.getByText("1 action outside this space skipped: see “Notes”.");
  await user.click(dialog.getByRole("button", { name: /^Notes/ }));
  dialog.getByText("POST https://tracker.example/api/issues");
  await user.click(dialog.getByRole("checkbox", { name: "Keep archive.txt" }));
  await user.click(dialog.getByRole("button", { name: "Keep 2 chosen" }));
  await within(await about()).findByText("You kept some of it. 2 changes wait for you to keep or drop.");
  expect(screen.queryByRole("textbox", { name: "Message" })).toBeNull();
  await user.click(screen.getByRole("button", { name: "Review changes…" }));
  await user.click(await screen.findByRole("button", { name: "Drop" }));
  await within(await about()).findByText("You kept its changes. You can undo that in “Runs”.");
  await user.click(screen.getByRole("button", { name: "New chat" }));
  await screen.findByRole("textbox", { name: "Message" });
  expect(screen.queryByRole("region", { name: "About this rehearsal" })).toBeNull();
});

it("is not lost when its review is closed, and is dropped on the person's word", async () => {
  const { user } = await rehearsed();
  await waitFor(() => expect(screen.getByRole("button", { name: "Review changes…" })).toHaveProperty("disabled", false));
  await user.click(screen.getByRole("button", { name: "Review changes…" }));
  await screen.findByRole("dialog");
  await user.keyboard("{Escape}");
  await within(await about()).findByText("4 changes wait for you to keep or drop.");
  await user.click(screen.getByRole("button", { name: "Review changes…" }));
  await user.click(await screen.findByRole("button", { name: "Drop" }));
  await within(await about()).findByText("Nothing of it was kept. Your files are as they were.");
});

it("says why a rehearsal did not begin", async () => {
  const { user, live } = renderPage(<Chats />, quickBackend({ fail: ["rehearseSession"] }));
  await user.click(await screen.findByRole("checkbox", { name: "Rehearse" }));
  await user.click(screen.getByRole("button", { name: /^Guide/ }));
  await waitFor(() => expect(live.store.getState().notices.at(-1)?.text).toBe("Couldn't start a rehearsal. The journal is locked by another program. Close it and try again."));
});

it("says why a review did not begin", async () => {
  const { user } = await rehearsed(quickBackend({ fail: ["reviewChat"] }));
  await waitFor(() => expect(screen.getByRole("button", { name: "Review changes…" })).toHaveProperty("disabled", false));
  await user.click(screen.getByRole("button", { name: "Review changes…" }));
  await screen.findByText("Couldn't end this rehearsal.");
});

it("offers no rehearsal where this machine can't, and says why", async () => {
  renderPage(<Chats />, quickBackend({ walled: true }));
  await screen.findByText(/^Rehearsing isn't possible here. A rehearsal needs a sandbox/);
  expect(screen.getByRole("checkbox", { name: "Rehearse" })).toHaveProperty("disabled", true);
});

it("rehearses a chat of a space whose mode it is, unless the person unticks it", async () => {
  const { user } = renderPage(<Chats mode="rehearse" />, quickBackend());
  expect(await screen.findByRole("checkbox", { name: "Rehearse" })).toHaveProperty("checked", true);
  await user.click(screen.getByRole("button", { name: /^Guide/ }));
  await about();
  await user.type(screen.getByRole("textbox", { name: "Message" }), "Write the report{Enter}");
  await screen.findByText(/All of it went well/);
  await waitFor(() => expect(screen.getByRole("button", { name: "Review changes…" })).toHaveProperty("disabled", false));
  await user.click(screen.getByRole("button", { name: "Review changes…" }));
  await user.click(await screen.findByRole("button", { name: "Drop" }));
  await user.click(await screen.findByRole("button", { name: "New chat" })); // of which nothing is said: rehearsed, too
  await within(await about()).findByText("Nothing in this chat changes your files until you keep it.");
});

it("begins a chat in earnest where the person unticks it", async () => {
  const { user } = renderPage(<Chats mode="rehearse" />, quickBackend());
  await user.click(await screen.findByRole("checkbox", { name: "Rehearse" }));
  await user.click(screen.getByRole("button", { name: /^Guide/ }));
  await screen.findByRole("textbox", { name: "Message" });
  expect(screen.queryByRole("region", { name: "About this rehearsal" })).toBeNull();
});
