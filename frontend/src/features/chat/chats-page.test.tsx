import { screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import type { Backend } from "../../backend/backend";
import { fixtures } from "../../testing/fixtures";
import { quickBackend, renderPage } from "../../testing/render";
import { ChatsPage } from "./chats-page";

function open(backend: Backend = quickBackend()) {
  const [space] = fixtures.spaces;
  const onOpen = vi.fn<(space: string, session: string) => void>();
  if (!space) throw new Error("There are no fixtures.");
  return { ...renderPage(<ChatsPage space={space} onOpen={onOpen} />, backend), onOpen };
}

const TITLE = "Put the branch on staging";

async function choose(user: ReturnType<typeof open>["user"], title: string, entry: string) {
  await user.click(await screen.findByRole("button", { name: `More for ${title}` }));
  await user.click(await screen.findByRole("menuitem", { name: entry }));
}

/** The titles below a heading. */
async function below(heading: string): Promise<string> {
  const section = (await screen.findByRole("heading", { name: heading })).closest("section");
  if (!section) throw new Error("A heading stands in a section.");
  return section.textContent;
}

it("pins, archives and opens a chat", async () => {
  const { user, onOpen } = open();
  await choose(user, TITLE, "Pin to top");
  expect(await below("On top")).toContain(TITLE);
  await user.click(screen.getByRole("button", { name: new RegExp(`^${TITLE}`) }));
  expect(onOpen).toHaveBeenCalledWith("/home/ada/welcome", expect.stringMatching(/./));
  await choose(user, TITLE, "Unpin");
  await waitFor(() => expect(screen.queryByRole("heading", { name: "On top" })).toBeNull());
  await choose(user, TITLE, "Archive");
  expect(await below("Archived")).toContain(TITLE);
  await choose(user, TITLE, "Move out of archive");
  await waitFor(() => expect(screen.queryByRole("heading", { name: "Archived" })).toBeNull());
});

it("renames a chat, and brings back its first words", async () => {
  const { user } = open();
  await choose(user, TITLE, "Rename…");
  await user.clear(await screen.findByLabelText("Name"));
  await user.type(screen.getByLabelText("Name"), "Staging{Enter}");
  await choose(user, "Staging", "Rename…");
  await user.clear(await screen.findByLabelText("Name"));
  await user.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByRole("button", { name: `More for ${TITLE}` });
});

it("searches what was said in all chats, and leads there", async () => {
  const { user, onOpen } = open();
  await user.type(await screen.findByRole("searchbox", { name: "Search all chats" }), "staging");
  const hits = await screen.findAllByText(/staging/i, { selector: "mark" });
  expect(hits.length).toBeGreaterThan(0);
  const hit = hits[0]?.closest("button");
  if (!hit) throw new Error("A hit is a button.");
  await user.click(hit);
  expect(onOpen).toHaveBeenCalled();
  await user.type(screen.getByRole("searchbox"), " zebra");
  await screen.findByText("Nothing found");
});

it.each([
  ["sessions", "Couldn't load chats."],
  ["searchChats", "Couldn't search chats."],
])("says that it failed: %s", async (method, text) => {
  const { user } = open(quickBackend({ fail: [method] }));
  if (method === "searchChats") await user.type(await screen.findByRole("searchbox"), "x");
  expect((await screen.findByRole("alert")).textContent).toContain(text);
});

it("says why a chat was not renamed", async () => {
  const { user } = open(quickBackend({ fail: ["renameChat"] }));
  await choose(user, TITLE, "Rename…");
  await user.click(await screen.findByRole("button", { name: "Save" }));
  expect((await screen.findByRole("alert")).textContent).toContain("Couldn't rename the chat.");
});

it("says what goes with a chat and what stays, and deletes it", async () => {
  const { user } = open();
  await choose(user, TITLE, "Delete…");
  const dialog = await screen.findByRole("dialog", { name: `Delete “${TITLE}”?` });
  await waitFor(() => expect(dialog.textContent).toContain("2 pictures that tools returned"));
  expect(dialog.textContent).toMatch(/Deleted for good.*messages?, and all answers.*Stays.*Files that it changed.*The record of its/);
  await user.click(screen.getByRole("button", { name: "Delete chat" }));
  await waitFor(() => expect(screen.queryByRole("button", { name: `More for ${TITLE}` })).toBeNull());
  expect(screen.queryByRole("dialog")).toBeNull();
});

it("stops the agent of a chat that is deleted, and says so first", async () => {
  const backend = quickBackend();
  backend.chatDeletion = () => Promise.resolve({ messages: 1, pictures: 0, copies: 0, rehearsed: true, calls: 0, branches: 2, running: "r_1" });
  const deleteChat = vi.spyOn(backend, "deleteChat");
  const { user } = open(backend);
  await choose(user, TITLE, "Delete…");
  await screen.findByText("The agent is still working. It's stopped first.");
  screen.getByText(/only rehearsed/);
  screen.getByText("The beginnings of 2 chats that were branched from it");
  await user.click(screen.getByRole("button", { name: "Stop and delete" }));
  await waitFor(() => expect(deleteChat).toHaveBeenCalledWith(expect.stringMatching(/./), true));
});

it("deletes nothing when that fails, and says why", async () => {
  const { user } = open(quickBackend({ fail: ["deleteChat"] }));
  await choose(user, TITLE, "Delete…");
  await waitFor(() => expect(screen.getByRole<HTMLButtonElement>("button", { name: "Delete chat" }).disabled).toBe(false));
  await user.click(screen.getByRole("button", { name: "Delete chat" }));
  expect((await screen.findByRole("alert")).textContent).toContain("Couldn't delete the chat.");
});
