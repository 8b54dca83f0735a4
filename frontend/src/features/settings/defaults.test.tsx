import { screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { quickBackend, renderPage } from "../../testing/render";
import { Defaults } from "./defaults";

async function opened() {
  const backend = quickBackend();
  const setDefaults = vi.fn(backend.setDefaults);
  const { user } = renderPage(<Defaults />, { ...backend, setDefaults });
  await screen.findByText("Mode of all spaces", { selector: "h2" });
  return { user, setDefaults };
}
const SET = { mode: "workspace", network: ["off"], memoryMB: 0, processes: 0, unattended: false };

it("changes to a stricter mode at once, and asks before a wider one", async () => {
  const { user, setDefaults } = await opened();
  await user.click(screen.getByRole("radio", { name: "Read-only" }));
  await waitFor(() => expect(setDefaults.mock.lastCall).toEqual([{ ...SET, mode: "read-only" }]));
  await user.click(screen.getByRole("radio", { name: "Ask" }));
  const dialog = within(await screen.findByRole("dialog"));
  expect(setDefaults).toHaveBeenCalledTimes(1);
  await user.click(dialog.getByRole("button", { name: "Change to Ask in all spaces" }));
  await waitFor(() => expect(setDefaults.mock.lastCall).toEqual([{ ...SET, mode: "ask" }]));
});

it("saves the network when asked to", async () => {
  const { user, setDefaults } = await opened();
  await user.click(screen.getByRole("radio", { name: "Everything" }));
  expect(setDefaults).not.toHaveBeenCalled();
  await user.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(setDefaults.mock.lastCall).toEqual([{ ...SET, network: ["on"] }]));
  await waitFor(() => expect(screen.queryByRole("button", { name: "Save" })).toBeNull());
});

it("takes numbers as limits, and nothing for the usual ones", async () => {
  const { user, setDefaults } = await opened();
  screen.getByText("Usually 4,096.");
  await user.type(screen.getByLabelText("Memory in MB"), "8x");
  screen.getByText(/Use a whole number/);
  await user.type(screen.getByLabelText("Memory in MB"), "{Backspace}192");
  await user.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(setDefaults.mock.lastCall).toEqual([{ ...SET, memoryMB: 8192 }]));
});

it("lets other programs answer beforehand", async () => {
  const { user, setDefaults } = await opened();
  await user.click(screen.getByRole("checkbox", { name: "Other programs may answer questions beforehand" }));
  await waitFor(() => expect(setDefaults.mock.lastCall).toEqual([{ ...SET, unattended: true }]));
});
