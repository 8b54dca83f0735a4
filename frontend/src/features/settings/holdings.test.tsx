import { screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { quickBackend, renderPage } from "../../testing/render";
import { Holdings, Leaving } from "./holdings";

const button = (name: string) => screen.getByRole("button", { name });

it("says how much each part takes, the largest first", async () => {
  renderPage(<Holdings />);
  await screen.findByText("Build caches");
  expect(screen.getAllByRole("term").map(({ textContent }) => textContent)).toEqual(["Build caches", "Chats and runs", "Server data", "Saved changes", "Program output", "Pictures", "Other", "Total"]);
});

it("says what would go before the record is kept for less", async () => {
  const backend = quickBackend();
  const keepRecord = vi.fn(backend.keepRecord);
  const { user } = renderPage(<Holdings />, { ...backend, keepRecord });
  await user.click(await screen.findByRole("combobox", { name: "Keep runs for" }));
  await user.click(await screen.findByRole("option", { name: "30 days" }));
  await screen.findByText(/Deletes about 822 runs within a day/);
  expect(keepRecord).not.toHaveBeenCalled();
  await user.click(button("Discard changes"));
  expect(screen.getByRole("combobox", { name: "Keep runs for" }).textContent).toContain("90 days");
  await user.click(screen.getByRole("combobox", { name: "Keep at most" }));
  await user.click(await screen.findByRole("option", { name: "No limit" }));
  await screen.findByText("This deletes nothing.");
  await user.click(button("Apply"));
  await waitFor(() => expect(keepRecord.mock.calls).toEqual([[90, -1]]));
  await waitFor(() => expect(screen.queryByRole("button", { name: "Apply" })).toBeNull());
});

it("exports, and says where", async () => {
  const { user } = renderPage(<Leaving />);
  await user.click(await screen.findByRole("button", { name: "Export…" }));
  await screen.findByText("Saved as /home/ada/handrail-2026-11-28.zip.");
});

it("deletes what is recorded, once the person has seen what goes", async () => {
  const backend = quickBackend();
  const deleteHeld = vi.fn(backend.deleteHeld);
  const { user } = renderPage(<Leaving />, { ...backend, deleteHeld });
  await user.click(await screen.findByRole("button", { name: "Delete…" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Delete all chats and runs?" }));
  await dialog.findByText(/164 chats and 1,212 runs/);
  dialog.getByText(/nothing agents changed until now can be undone/);
  await user.click(dialog.getByRole("button", { name: "Cancel" }));
  expect(deleteHeld).not.toHaveBeenCalled();
  const [space] = await backend.spaces();
  await user.click(screen.getByRole("combobox", { name: "Space" }));
  await user.click(await screen.findByRole("option", { name: space?.name ?? "" }));
  await user.click(button("Delete…"));
  const one = within(await screen.findByRole("dialog"));
  await one.findByText(/38 chats and 214 runs/);
  await user.click(one.getByRole("button", { name: "Delete" }));
  await waitFor(() => expect(deleteHeld.mock.calls).toEqual([[space?.path]]));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

it("deletes nothing while something runs, and says that it failed", async () => {
  const backend = quickBackend({ fail: ["exportHeld"] });
  const { user } = renderPage(<Leaving />, { ...backend, held: () => Promise.resolve({ runs: 2, chats: 1, since: "", running: 1 }) });
  await user.click(await screen.findByRole("button", { name: "Export…" }));
  expect((await screen.findByRole("alert")).textContent).toContain("Couldn't export it.");
  await user.click(button("Delete…"));
  const dialog = within(await screen.findByRole("dialog"));
  await dialog.findByText(/1 run is still going/);
  expect(dialog.getByRole<HTMLButtonElement>("button", { name: "Delete" }).disabled).toBe(true);
});
