import { screen, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { quickBackend, renderPage } from "../../testing/render";
import { Storage } from "./storage";

it("says how much is kept, and deletes it once the person has confirmed", async () => {
  const backend = quickBackend();
  const forgetStorage = vi.fn(backend.forgetStorage);
  const { user } = renderPage(<Storage />, { ...backend, forgetStorage });
  await screen.findByText("48.3 MB");
  await user.click(screen.getByRole("button", { name: "Delete saved changes…" }));
  const dialog = within(await screen.findByRole("dialog"));
  dialog.getByText(/what 212 calls changed/);
  await user.click(dialog.getByRole("button", { name: "Cancel" }));
  expect(forgetStorage).not.toHaveBeenCalled();
  await user.click(screen.getByRole("button", { name: "Delete saved changes…" }));
  await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Delete" }));
  await screen.findByText("Nothing is saved yet.");
  expect(screen.queryByRole("button", { name: "Delete saved changes…" })).toBeNull();
});

it("changes one setting and keeps the others", async () => {
  const backend = quickBackend();
  const setStorage = vi.fn(backend.setStorage);
  const { user } = renderPage(<Storage />, { ...backend, setStorage });
  await user.click(await screen.findByRole("switch", { name: "Save files that may contain secrets", checked: true }));
  await screen.findByRole("switch", { name: "Save files that may contain secrets", checked: false });
  expect(setStorage.mock.calls).toEqual([[{ keepDays: 30, maxMB: 5120, maxCalls: 10_000, secrets: false }]]);
  expect(screen.getByRole("combobox", { name: "Keep changes for" }).textContent).toContain("30 days");
});

it.each([["storage", "Couldn't load storage."], ["setStorage", "Couldn't save this setting."]])("says that it failed: %s", async (method, text) => {
  const { user } = renderPage(<Storage />, quickBackend({ fail: [method] }));
  if (method === "setStorage") await user.click(await screen.findByRole("switch"));
  expect((await screen.findByRole("alert")).textContent).toContain(text);
});

it("shows what is set in the file although it is no usual choice", async () => {
  const backend = quickBackend();
  const now = await backend.storage();
  renderPage(<Storage />, { ...backend, storage: () => Promise.resolve({ ...now, keepDays: -1, maxMB: 1500 }) });
  expect((await screen.findByRole("combobox", { name: "Keep changes for" })).textContent).toContain("Until I delete them");
  expect(screen.getByRole("combobox", { name: "Use at most" }).textContent).toContain("1,500 MB");
});
