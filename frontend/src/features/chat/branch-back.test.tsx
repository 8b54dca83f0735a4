import { screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import type { Backend } from "../../backend/backend";
import { fixtures } from "../../testing/fixtures";
import { quickBackend, renderPage } from "../../testing/render";
import { ChatPage } from "./chat-page";

/** Opens the plan of a branch before the message of a chat that takes its files back. */
async function begin(backend: Backend = quickBackend()) {
  const [space] = fixtures.spaces;
  if (!space) throw new Error("There are no fixtures.");
  const onOpen = vi.fn();
  const page = renderPage(<ChatPage space={space} session="chat-tests" chosen="" onInspect={vi.fn()} onOpen={onOpen} onModels={vi.fn()} />, backend);
  await page.user.click(await screen.findByRole("button", { name: "Branch before this and put files back…" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Branch and put files back" }));
  return { ...page, onOpen, dialog };
}

it("waits until each file can go back or is left, then takes the files back and opens the chat", async () => {
  const backend = quickBackend();
  const branchBack = vi.fn(backend.branchBack);
  const { user, dialog, onOpen, live } = await begin({ ...backend, branchBack });
  await dialog.findByText("3 files and folders can't go back to this point");
  expect(dialog.getByRole("button", { name: "Put back 6 files and 1 folder and branch" })).toHaveProperty("disabled", true);
  await user.click(within(await dialog.findByRole("group", { name: "README.md: which version?" })).getByRole("radio", { name: /^Then/ }));
  await dialog.findByText("2 files and folders can't go back to this point");
  await user.click(dialog.getByRole("button", { name: "Leave unchanged" }));
  const put = await dialog.findByRole("button", { name: "Put back 7 files and 1 folder and branch" });
  await waitFor(() => expect(put).toHaveProperty("disabled", false));
  await user.click(put);
  await waitFor(() => expect(onOpen).toHaveBeenCalledOnce());
  expect(branchBack.mock.calls[0]?.[1]).toMatchObject({
    runs: [], call: "", after: "", branch: { run: "run-01", turn: 0 }, over: ["/home/ada/welcome/README.md"], without: ["/home/ada/welcome/.env", "/home/ada/welcome/prices.csv"],
  });
  expect(live.store.getState().drafts[onOpen.mock.calls[0]?.[0] as string]).toBe("Why does the unit suite fail? Please fix it.");
});

it("says why no chat was begun", async () => {
  const backend = quickBackend();
  const branchBack = () => Promise.reject(new Error("1 file or folder can't go back to that point, so nothing was put back and no chat was begun"));
  const { user, dialog, onOpen } = await begin({ ...backend, branchBack });
  await user.click(await dialog.findByRole("button", { name: "Leave unchanged" }));
  const put = await dialog.findByRole("button", { name: "Put back 6 files and 1 folder and branch" });
  await waitFor(() => expect(put).toHaveProperty("disabled", false));
  await user.click(put);
  const alert = await dialog.findByRole("alert");
  expect(alert.textContent).toContain("No chat was begun.");
  expect(alert.textContent).toContain("nothing was put back");
  expect(onOpen).not.toHaveBeenCalled();
});

it("branches without the files", async () => {
  const backend = quickBackend();
  const branch = vi.fn(backend.branch);
  const { user, dialog, onOpen } = await begin({ ...backend, branch });
  await user.click(await dialog.findByRole("button", { name: "Branch without files" }));
  await waitFor(() => expect(onOpen).toHaveBeenCalledOnce());
  expect(branch).toHaveBeenCalledExactlyOnceWith("run-01", 0);
});

it("offers no way back behind the last answer, after which nothing was changed", async () => {
  await begin();
  const places = screen.getAllByRole("button", { name: "Branch from here", hidden: true });
  expect(screen.getAllByRole("button", { name: "Branch from here and put files back…", hidden: true })).toHaveLength(places.length - 1);
});
