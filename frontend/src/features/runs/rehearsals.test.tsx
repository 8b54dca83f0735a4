import { screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { quickBackend, renderPage } from "../../testing/render";
import { Rehearsals } from "./rehearsals";

const SPACE = "/home/ada/welcome";

it("reviews a rehearsal that waits, keeps what is ticked, and shows what cannot be kept", async () => {
  const backend = quickBackend();
  const keepRehearsal = vi.fn(backend.keepRehearsal);
  const { user } = renderPage(<Rehearsals space={SPACE} />, { ...backend, keepRehearsal });
  await user.click(await screen.findByRole("button", { name: /^Review bash/ }));
  const dialog = within(await screen.findByRole("dialog", { name: "Rehearsal: bash" }));
  expect(dialog.getByRole("region", { name: "Changed since, can't be kept" }).textContent).toContain("notes.txt");
  expect(dialog.queryByRole("checkbox", { name: "Keep notes.txt" })).toBeNull();
  await user.click(dialog.getByRole("button", { name: /^new.txt/ }));
  await dialog.findByText(/It was called "old.txt"/);
  await user.click(dialog.getByRole("button", { name: "Output and notes" }));
  dialog.getByText("registry.example:443");
  await user.click(dialog.getByRole("checkbox", { name: "Keep build/b.o" }));
  await user.click(dialog.getByRole("button", { name: "Keep 7 chosen" }));
  await waitFor(() => expect(keepRehearsal).toHaveBeenCalledWith({ rehearsal: "h_recorded00", question: "", without: [`${SPACE}/build`, `${SPACE}/build/b.o`] }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

it("says what was not kept, and stays open", async () => {
  const keepRehearsal = () => Promise.resolve({ kept: 8, waits: 2, left: ["tool.sh: it was changed meanwhile"], error: "1 of the changes was not kept" });
  const { user } = renderPage(<Rehearsals space={SPACE} />, { ...quickBackend(), keepRehearsal });
  await user.click(await screen.findByRole("button", { name: /^Review bash/ }));
  await user.click(await screen.findByRole("button", { name: "Keep all 9" }));
  await screen.findByText("Kept 8 items, but not all of them.");
  screen.getByText("tool.sh: it was changed meanwhile");
});

it("drops one, and shows nothing where nothing waits", async () => {
  const { user } = renderPage(<Rehearsals space={SPACE} />);
  await user.click(await screen.findByRole("button", { name: /^Review bash/ }));
  await user.click(await screen.findByRole("button", { name: "Drop" }));
  await waitFor(() => expect(screen.queryByRole("region", { name: "Rehearsals to decide on" })).toBeNull());
});
