import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import type { Backend, ChangedItemView, UndoForm } from "../../backend/backend";
import { fixtures } from "../../testing/fixtures";
import { quickBackend, renderPage } from "../../testing/render";
import { ChatPage } from "./chat-page";

afterEach(() => window.localStorage.clear());

async function open(backend: Backend = quickBackend()) {
  const [space] = fixtures.spaces;
  if (!space) throw new Error("There are no fixtures.");
  const page = renderPage(<ChatPage space={space} session="chat-tests" chosen="" onInspect={vi.fn()} onOpen={vi.fn()} onModels={vi.fn()} />, backend);
  await page.user.click(await screen.findByRole("button", { name: /^Changes/ }));
  return { ...page, panel: within(await screen.findByRole("complementary", { name: "Changes" })) };
}

const names = (group: HTMLElement) => within(group).getAllByRole("button", { name: /(New|Deleted|Changed|Renamed|Permissions|Replaced)$/ }).map(({ textContent }) => textContent.replace(/\s+/g, " "));

it("counts what the chat has changed, and lists it by how it stands now", async () => {
  const { panel } = await open();
  await screen.findByRole("button", { name: "Changes 10 files and folders" });
  expect(names(await panel.findByRole("region", { name: "Changed since" }))).toEqual(["README.md Changed", "prices.csv Changed"]);
  expect(panel.getByRole("region", { name: "To review" })).toBeTruthy();
  expect((await panel.findAllByText(/You or another program changed these/)).length).toBe(1);
});

it("shows the difference in place", async () => {
  const { user, panel } = await open();
  await user.click(await panel.findByRole("button", { name: /^(totals.sh src|src.totals.sh) Changed$/ }));
  expect((await panel.findByLabelText(/^Difference of src\/totals.sh, Part 2/)).textContent).toMatch(/−.*100\)\)\n\+.*- 1\)\)/);
});

it("keeps a change until another call makes a new one, and lets go of it", async () => {
  const backend = quickBackend();
  const { user, panel, unmount } = await open(backend);
  await user.click(await panel.findByRole("button", { name: "Keep src/totals.sh" }));
  expect(names(panel.getByRole("region", { name: "Kept" }))).toHaveLength(1);
  panel.getByText("You keep src/totals.sh.");
  unmount();
  const again = await open(backend);
  expect(names(await again.panel.findByRole("region", { name: "Kept" }))).toHaveLength(1);
  await user.click(again.panel.getByRole("button", { name: "Review again: src/totals.sh" }));
  expect(again.panel.queryByRole("region", { name: "Kept" })).toBeNull();
  await user.click(again.panel.getByRole("button", { name: "Keep all" }));
  expect(again.panel.queryByRole("region", { name: "To review" })).toBeNull();
  again.unmount();
  const later: Backend["changedItems"] = async (space, form) => {
    const found = await backend.changedItems(space, form);
    return { ...found, items: found.items.map((item) => (item.path === "src/totals.sh" ? { ...item, call: "a-later-call" } : item)) };
  };
  const { panel: third } = await open({ ...backend, changedItems: later });
  expect(names(await third.findByRole("region", { name: "To review" }))).toHaveLength(1);
});

it("undoes one file at once, and says so", async () => {
  const backend = quickBackend();
  const takeBack = vi.fn(backend.takeBack);
  const { user, panel } = await open({ ...backend, takeBack });
  await user.click(await panel.findByRole("button", { name: "Undo src/totals.sh" }));
  await panel.findByText("src/totals.sh is as it was before.");
  expect(takeBack.mock.calls.map(([, form]) => form.only)).toEqual([["/home/ada/welcome/src/totals.sh"]]);
  expect(names(await panel.findByRole("region", { name: "As before" }))).toHaveLength(1);
});

it("shows the versions of a file that somebody has changed since, before anything is put back", async () => {
  const backend = quickBackend();
  const takeBack = vi.fn(backend.takeBack);
  const { user, panel } = await open({ ...backend, takeBack });
  await user.click(await panel.findByRole("button", { name: "Undo README.md" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Undo README.md" }));
  await user.click(await dialog.findByRole("radio", { name: /^Would be/ }));
  expect(takeBack).not.toHaveBeenCalled();
  await user.click(await dialog.findByRole("button", { name: "Put back 1 file" }));
  await waitFor(() => expect(takeBack).toHaveBeenCalledTimes(1));
});

it("says why a file could not be undone, and leaves the list", async () => {
  const { user, panel } = await open(quickBackend({ fail: ["takeBack"] }));
  await user.click(await panel.findByRole("button", { name: "Undo src/totals.sh" }));
  expect((await panel.findByRole("alert")).textContent).toContain("Couldn't undo src/totals.sh.");
  panel.getByRole("button", { name: "Undo src/totals.sh" });
});

it("undoes everything from the chat itself, with what would go back first", async () => {
  const { user } = await open();
  await user.click(screen.getByRole("button", { name: "Undo everything this agent did…" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Undo everything this agent did" }));
  await user.click(await dialog.findByRole("button", { name: "Put back 6 files and 1 folder" }));
  await screen.findByText("You put back 6 files and 1 folder.");
});

it("says so where only what cannot be undone was done", async () => {
  const backend = quickBackend();
  const nothing = { items: [], more: 0, moreReady: 0, elsewhere: ["A message was sent to Telegram"], partial: [], skipped: [], unsure: [], beside: [], digest: "" };
  const { panel } = await open({ ...backend, changedFiles: () => Promise.resolve([]), planUndo: () => Promise.resolve(nothing) });
  await panel.findByText("A message was sent to Telegram");
  panel.getByText(/What it did elsewhere can't be undone/);
  expect(screen.queryByRole("button", { name: "Undo everything this agent did…" })).toBeNull();
});

it("draws a part of 5,000 files, says how many there are, and goes through them with the arrows", async () => {
  const backend = quickBackend();
  const items = Array.from({ length: 5000 }, (_, n): ChangedItemView => ({ id: `/f/${n}`, path: `f/${n}.txt`, from: "", was: "", kind: "file", what: "new", call: "c" }));
  const changedItems = () => Promise.resolve({ items, more: 321, partial: [], skipped: [], unsure: [] });
  const planUndo = (_: string, form: UndoForm) => backend.planUndo("", { ...form, runs: [] });
  const { user, panel } = await open({ ...backend, changedItems, planUndo, changedText: () => Promise.resolve({ parts: [], note: "It is no text.", then: "", now: "", would: "", conflict: false, apart: false, noThen: true, noNow: false }) });
  await screen.findByRole("button", { name: "Changes 5,321 files and folders" });
  await panel.findByText("321 files not listed here");
  expect(panel.getAllByRole("button", { name: /New$/ })).toHaveLength(100);
  await user.click(panel.getByRole("button", { name: "Show 100 of 4,900 more" }));
  const rows = panel.getAllByRole("button", { name: /New$/ });
  expect(rows).toHaveLength(200);
  rows[0]?.focus();
  await user.keyboard("{ArrowDown}");
  expect(document.activeElement).toBe(rows[1]);
});

it("closes with Escape, and gives the focus back", async () => {
  const { user } = await open();
  expect(document.activeElement?.getAttribute("aria-label")).toBe("Close changes");
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("complementary", { name: "Changes" })).toBeNull());
  expect(document.activeElement?.textContent).toContain("Changes");
});
