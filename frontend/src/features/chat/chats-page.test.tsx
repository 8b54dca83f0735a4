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
